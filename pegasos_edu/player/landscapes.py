"""Show the objective over the plane of w as an interactive landscape that needs no kernel."""

import json

import numpy as np

from pegasos_edu.common import palette
from pegasos_edu.common.consoles import Printable
from pegasos_edu.common.html import whole_page
from pegasos_edu.common.scripts import joined
from pegasos_edu.losses import objective
from pegasos_edu.player.page import HERE, NOT_LIGHT, frame, style
from pegasos_edu.plots.pictures import Picture, figure
from pegasos_edu.plots.scatter import check_plane
from pegasos_edu.theory import ball_radius, optimum, subgradients

SCRIPT = joined(HERE / "js" / "movable_landscape.js")
ETAS = 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10  # the step sizes of the slider
BATCHES = 40  # the number of batches that are drawn
MARK = {"ls": "", "marker": "o", "mec": "black", "zorder": 4}


def landscape(
    X, y, *, lam, lams=(), w=None, marks=None, eta=None, sizes=(), paths=None,
    cuts=None, ball=False, bowl=False, plane=False, names=("−1", "+1"),
):  # fmt: skip
    """Return a landscape of the objective f over (w₁, w₂); a notebook cell should end with this call.

    Readers drag w, or move it by arrow keys; the text gives the f of this w. The landscape needs no kernel.

    Parameters
    ----------
    X : array, (m, 2)
    y : array, (m,), of −1 and +1
    lam : float, > 0
        The regularisation λ.
    lams : sequence of float
        The values of a slider for λ, including `lam`.
    w : pair of float, optional
        The first place of w; by default w*, which w then follows when λ changes.
    marks : dict of str to pair of float
        Other places, by their names.
    eta : float, optional
        The first step size of a slider. The landscape then shows the step −η∇_i of each example, the mean of these
        steps, the level line of f through w, and the circle around w* through w.
    sizes : sequence of int
        The values of a slider for k. The landscape then shows the steps of 40 batches of k examples.
    paths : dict of str to array, (T, 2)
        The paths of one or more runs from w = 0: w after each step, with a slider for t.
    cuts : dict of str to array, (T, 2)
        For runs that project, the place that each update led to before the projection.
    ball : bool
        Whether to show the ball that contains w*.
    bowl : bool
        Whether to show the disc in which the bowl that touches f at w is at most f(w).
    plane : bool
        Whether to show, beside the landscape, the examples and the line of w with its band.
    names : pair of str
        The classes −1 and +1.

    Returns
    -------
    Landscape
    """
    X, y = check_plane(X, y, names)
    lams = [float(value) for value in lams] or [float(lam)]
    bests = [optimum(X, y, value) for value in lams]
    etas = sorted({*ETAS, eta}) if eta else []
    paths = {name: _from_0(path) for name, path in (paths or {}).items()}
    cuts = {name: _from_0(path) for name, path in (cuts or {}).items()}
    marks = {name: np.asarray(mark, dtype=float) for name, mark in (marks or {}).items()}
    sliders = {"lam": _slider("λ", "λ, the price of length", lams, lam)}
    if eta:
        sliders["eta"] = _slider("η", "η, the step size", etas, eta)
    if sizes:
        sliders["k"] = _slider("k", "k, the size of a batch", list(sizes), sizes[0])
    if paths:
        times = list(range(len(next(iter(paths.values())))))
        sliders["t"] = _slider("t", "t, the number of steps", times, times[-1])
    balls = [ball_radius(value) for value in lams] if ball else None
    start = bests[lams.index(lam)].w if w is None else np.asarray(w, dtype=float)
    places = [start, *(best.w for best in bests), *marks.values()]
    reached = [*(balls or []), *(_most(path) for path in paths.values())]
    half = max([1.5 * np.abs(places).max(), *(1.15 * far for far in reached)])
    facts = {
        "points": _short(X), "labels": "".join("+" if sign > 0 else "-" for sign in y), "loss": "hinge",
        "w": None if w is None else _short(start), "half": _short([half])[0], "sliders": sliders, "balls": balls,
        "bests": [{"w": _short(best.w), "value": float(f"{best.value:.8g}")} for best in bests],
        "marks": [[name, _short(mark)] for name, mark in marks.items()],
        "paths": [[name, _moments(path, cuts.get(name, path))] for name, path in paths.items()],
        "steps": bool(eta) and not sizes, "bowl": bowl, "plane": plane, "batches": _orders(len(y)) if sizes else None,
        "legend": _legend(names, paths, eta, sizes, ball, bowl, plane),
    }  # fmt: skip
    return Landscape(X, y, lam, start, facts)


class Landscape(Printable):
    """Show a landscape of the objective; `landscape` returns an instance."""

    def __init__(self, X, y, lam, w, facts):
        self.X, self.y, self.lam, self.w, self.facts = X, y, lam, w, facts

    def page(self):
        """Return the landscape as a page, which loads nothing else."""
        rules = palette.css("body", NOT_LIGHT, palette.DARK) + style("landscape")
        facts = json.dumps(self.facts, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
        body = (
            '<main class="pegasos-landscape"></main>\n'
            f'<script type="module">\n{SCRIPT}\nopen(document.querySelector("main"), {facts});\n</script>'
        )
        return whole_page("The objective over the plane of w", rules, body)

    def __repr__(self):
        facts = self.facts
        said = [f"Landscape: f of {len(self.y)} examples, λ = {self.lam:g}; w = {_words(self.w)}"]
        for value, best in zip(facts["sliders"]["lam"]["values"], facts["bests"]):
            said.append(f"  λ = {value:g}: w* = {_words(best['w'])}, f* = {best['value']:.4g}")
        said += [f"  {name} = {_words(mark)}" for name, mark in facts["marks"]]
        said += [f"  {name}: {len(path)} places, to {_words(path[-1][-2:])}" for name, path in facts["paths"]]
        return "\n".join(said)

    def _repr_html_(self):
        return frame(self.page(), self.still(), height=480)

    def still(self):
        """Return the first moment as a picture, for readers without scripts."""
        half, ends = self.facts["half"], np.linspace(-1, 1, 81) * self.facts["half"]
        places = np.stack(np.meshgrid(ends, ends), axis=-1).reshape(-1, 2)
        heights = objective(places, self.X, self.y, self.lam).reshape(81, 81)
        drawn, ax = figure(width=3.3, height=3.2)
        low, high = heights.min(), heights.max()
        levels = low + (high - low) * (np.arange(1, 7) / 7) ** 2.5
        ax.contour(ends, ends, heights, levels, colors="0.6", linewidths=0.8)
        for name, path in self.facts["paths"]:
            ax.plot(*np.transpose([moment[-2:] for moment in path]), lw=1.2, label=name)
        if self.facts["steps"]:
            eta = self.facts["sliders"]["eta"]
            steps = -eta["values"][eta["start"]] * subgradients(self.w, self.X, self.y, self.lam)
            ax.plot(*(self.w + steps).T, ls="", marker=".", color="0.4", label=r"$w-\eta\nabla_i$")
            ax.annotate("", self.w + steps.mean(axis=0), self.w, arrowprops={"arrowstyle": "-|>", "lw": 2})
        best = self.facts["bests"][self.facts["sliders"]["lam"]["start"]]["w"]
        ax.plot(*best, ls="", marker="P", ms=9, label="$w^*$")
        for name, mark in self.facts["marks"]:
            ax.plot(*mark, mfc="white", label=name, **MARK)
        ax.plot(*self.w, mfc="black", label="$w$", **MARK)
        ax.set(xlim=(-half, half), ylim=(-half, half), aspect="equal", xlabel="$w_1$", ylabel="$w_2$")
        ax.legend()
        return Picture(drawn, f"f over the plane of w as lines of equal f, λ = {self.lam:g}; the lowest point is w*.")


def _slider(sign, label, values, start):
    return {"sign": sign, "label": label, "values": values, "start": values.index(start)}


def _short(values):
    """Round each number to five digits, because further digits differ between processors."""
    return [float(f"{value:.5g}") for value in np.ravel(values)]


def _words(w):
    return "({:.3g}, {:.3g})".format(*np.add(w, 0.0)).replace("-", "−")


def _from_0(path):
    return np.vstack([np.zeros(2), path])


def _moments(path, updates):
    """Return w after each step; for a step with a projection, return w before it, too."""
    return [_short(w) if np.allclose(w, out) else _short([*out, *w]) for w, out in zip(path, updates)]


def _most(path):
    """Return the distance from 0 within which most of a path lies."""
    return np.quantile(np.abs(path).max(axis=1), 0.93)


def _orders(m):
    """Return random orders of m examples; the first k of an order are a batch."""
    rng = np.random.default_rng(0)
    return [rng.permutation(m).tolist() for _ in range(BATCHES)]


def _legend(names, paths, eta, sizes, ball, bowl, plane):
    """Return a text that explains the signs in the landscape."""
    moved = "w after t steps, and its path" if paths else "w: drag it, or use the arrow keys"
    said = [f"● {moved}.  ✚ w*, the lowest point.  The bluer, the higher f."]
    if eta:
        who = "a batch" if sizes else f"one example (● {names[0]}, ▲ {names[1]})"
        said.append(f"Thin arrows: the step −η∇ of {who}; thick arrow: the mean step −ηg.")
    if eta and not sizes:
        said.append("Inside the thick line f is lower than at w; places inside the dashed circle are nearer to w*.")
    if ball:
        said.append("Dashed circle: the ball of radius 1/√λ, which contains w*.")
    if bowl:
        said.append("Inside the thick line f is lower than at w; inside the dashed circle the bowl is lower than f(w).")
    if plane:
        said.append(f"The examples: ● {names[0]}, ▲ {names[1]}; score 0 (line) and ±1 (dashed); rings: margin below 1.")
    return "\n".join(said)
