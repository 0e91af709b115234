"""Animations: frames of the right run, whole files or none."""

import builtins
import io
from functools import partial

import imageio_ffmpeg
import numpy as np
import pytest
from PIL import Image

from pegasos_edu import (
    biased,
    free_bias,
    hinge,
    kernel_objective,
    kernelized,
    logistic,
    minibatch,
    objective,
    run,
    scaled,
    snapshots,
    stack,
)
from pegasos_edu.datasets import digits, moons, toy
from pegasos_edu.kernels import rbf
from pegasos_edu.plots import animate, animation
from pegasos_edu.theory import Optimum

X, y, names = toy(40)
MOONS = moons(40)
RBF = partial(rbf, gamma=2.0)
STEPS = run(hinge, X, y, lam=0.1, T=40)
SMALL = {"figsize": (5, 2.6), "dpi": 50}


def frames_of(animation):
    image = Image.open(io.BytesIO(animation.content))
    frames = []
    for n in range(image.n_frames):
        image.seek(n)
        frames.append(np.asarray(image.convert("RGB")))
    return image, frames


def duration(image, n):
    image.seek(n)
    return image.info["duration"]


def kernel_animation(path=None, **options):
    steps = run(kernelized, RBF(MOONS.X), MOONS.y, lam=0.1, T=30)
    return animate(steps, path, points=MOONS.X, kernel=RBF, **SMALL, **options)


def test_the_boundary_and_the_objective_are_those_with_the_bias():
    for algorithm, options in ((biased, {"b": 0.5}), (free_bias, {})):
        steps = run(algorithm, X, y, lam=0.1, T=5, **options)
        kept = stack(steps)
        scene = animation._LinearScene(steps, kept, "hinge")
        scene.prepare(X)
        b = getattr(kept, "b", np.full(5, 0.5))
        assert np.allclose(scene.scores(4)[1], X @ kept.w[4] + b[4])
        assert np.allclose(scene.values, objective(kept.w, X, y, 0.1, b=b))


def test_a_gif_has_a_frame_for_each_round_shown_and_rests_on_the_last(tmp_path):
    made = animate(STEPS, tmp_path / "a.gif", names=names, fps=10, **SMALL)
    image, frames = frames_of(made)
    assert [duration(image, n) for n in range(40)] == [100] * 39 + [2000]
    assert (tmp_path / "a.gif").read_bytes() == made.content and image.size == (250, 130)
    assert len(frames) == 40 and image.info["loop"] == 0 and image.info["duration"] == 2000
    assert all(np.any(a != b) for a, b in zip(frames, frames[1:]))
    assert all(frame[0, 0].tolist() == [255, 255, 255] for frame in frames)


@pytest.mark.parametrize(("T", "frames"), [(10_000, 50), (1000, 200), (201, 200), (200, 200), (50, 2), (7, 50)])
def test_there_are_as_many_frames_as_asked_for_the_early_rounds_closer_together(T, frames):
    times = animation._frame_times(T, frames)
    assert len(times) == min(T, frames) and times[0] == 1 and times[-1] == T
    steps = np.diff(times)
    assert steps.min() >= 1 and (T <= frames or steps[-1] == steps.max())
    assert animation._frame_times(T, 1).tolist() == [T]


def test_frames_are_log_spaced():
    times = animation._frame_times(10_000, 41)
    np.testing.assert_allclose(times[20:], 10 ** np.linspace(2, 4, 21), rtol=0.01)


def test_the_alt_text_states_the_objective_at_both_ends():
    made = animate(STEPS, title="A line", frames=5, **SMALL)
    f = objective(stack(STEPS).w, X, y, 0.1)
    assert repr(made) == (
        f"Animation: A line: decision boundary and objective in 5 frames, t = 1 to 40; "
        f"the objective goes from {f[0]:.3g} to {f[-1]:.3g}."
    )
    assert 'alt="A line: decision boundary' in made._repr_html_() and "data:image/gif;base64," in made._repr_html_()


def walked(scene, monkeypatch, **options):
    """For each frame: its image, and the figure that it was drawn from."""
    canvases, real = [], animation.FigureCanvasAgg
    monkeypatch.setattr(animation, "FigureCanvasAgg", lambda figure: canvases.append(real(figure)) or canvases[-1])
    settings = {"optimum": None, "names": names, "title": "title", "figsize": (5, 2.6), "dpi": 50, **options}
    for frame in animation._frames(scene, *settings.values()):
        yield frame, canvases[0].figure


def artist(ax, label):
    (found,) = [child for child in ax.get_children() if child.get_label() == label]
    return found


def test_what_is_blitted_is_the_figure_drawn_whole(monkeypatch):
    scene = animation._LinearScene(STEPS, stack(STEPS), "hinge")
    *_, (blitted, figure) = walked(scene, monkeypatch)
    for child in figure.findobj():
        child.set_animated(False)
    figure.canvas.draw()
    whole = np.asarray(figure.canvas.buffer_rgba())[..., :3]
    assert np.mean(np.any(blitted != whole, axis=-1)) < 0.01  # only where lines overlap in another order


def test_each_frame_of_a_linear_run_shows_its_own_round(monkeypatch):
    steps = stack(STEPS)
    f = objective(steps.w, X, y, 0.1)
    scene = animation._LinearScene(STEPS, steps, "hinge")
    for n, (_, figure) in enumerate(walked(scene, monkeypatch, optimum=0.05)):
        left, right = figure.axes
        w = steps.w[n]
        on_line = np.concatenate(artist(left, "score = 0").get_segments())
        np.testing.assert_allclose(on_line @ w / np.linalg.norm(w), 0, atol=1e-12)
        np.testing.assert_array_equal(artist(left, "margin < 1").get_xydata(), X[y * (X @ w) < 1])
        np.testing.assert_array_equal(artist(left, "just drawn").get_xydata(), X[[steps.i[n]]])
        assert_objective_is_shown(right, n, steps.t, f)
        assert artist(right, "optimum $f^*$ = 0.05").get_ydata()[0] == 0.05
        assert artist(left, names[0]).get_label() == names[0] and figure.get_suptitle() == "title"


def assert_objective_is_shown(ax, n, times, f):
    whole, path, cursor = (line.get_xydata() for line in ax.lines if not line.get_label().startswith("optimum"))
    np.testing.assert_allclose(whole, np.column_stack([times, f]))
    np.testing.assert_allclose(path, np.column_stack([times, f])[: n + 1])
    np.testing.assert_allclose(cursor, [[times[n], f[n]]])
    assert ax.get_title().split() == f"t = {times[n]:,d} f(w) = {f[n]:.4g}".split()


def test_each_frame_of_a_kernel_run_shows_its_own_round(monkeypatch):
    run_ = run(kernelized, RBF(MOONS.X), MOONS.y, lam=0.1, T=30)
    steps = snapshots(run_, at=[1, 4, 9, 20, 30])
    beta = steps.beta(MOONS.y)
    f = kernel_objective(beta, RBF(MOONS.X), MOONS.y, 0.1)
    scene = animation._KernelScene(run_, steps, MOONS.X, RBF, "hinge")
    checked = 0
    for n, (_, figure) in enumerate(walked(scene, monkeypatch)):
        left, right = figure.axes
        on_curve = np.concatenate([[MOONS.X[0]], *artist(left, "score = ±1").get_segments()])[1:]
        if len(on_curve):
            np.testing.assert_allclose(RBF(on_curve, MOONS.X) @ beta[n], 1, atol=0.05)
            checked += 1
        np.testing.assert_array_equal(artist(left, "added (α > 0)").get_xydata(), MOONS.X[steps.alpha[n] > 0])
        np.testing.assert_array_equal(artist(left, "just drawn").get_xydata(), MOONS.X[[steps.i[n]]])
        assert_objective_is_shown(right, n, steps.t, f)
    assert checked >= 3


@pytest.mark.slow
@pytest.mark.parametrize(
    "steps",
    [
        run(scaled, X, y, lam=0.1, T=10, project=True),
        run(minibatch, X, y, lam=0.1, T=10, k=3),
        run(hinge, X, y, lam=0.1, T=1),
    ],
    ids=["scaled", "minibatch", "one step"],
)
def test_other_linear_algorithms_are_animated_too(steps):
    assert len(frames_of(animate(steps, **SMALL))[1]) == len(steps)


def test_the_objective_is_that_of_the_loss_of_the_run_or_of_another_on_demand():
    steps = run(logistic, X, y, lam=0.1, T=10)
    for asked, loss in ((None, "log"), ("hinge", "hinge")):
        f = objective(stack(steps).w, X, y, 0.1, loss)
        assert f"from {f[0]:.3g} to {f[-1]:.3g}" in repr(animate(steps, loss=asked, **SMALL))


def test_a_kernel_run_is_animated():
    made = kernel_animation(title="moons")
    assert len(frames_of(made)[1]) == 30 and "moons: decision boundary" in repr(made)


def kernel_run_with(kernel):
    return animate(run(kernelized, RBF(MOONS.X), MOONS.y, lam=0.1, T=3), points=MOONS.X, kernel=kernel)


def test_an_mp4_has_the_frames(tmp_path):
    made = animate(STEPS, tmp_path / "a.mp4", **SMALL)
    frames, seconds = imageio_ffmpeg.count_frames_and_secs(str(tmp_path / "a.mp4"))
    assert frames == 40 and seconds == pytest.approx(2.0, abs=0.1)
    assert made._repr_html_().startswith('<video aria-label="hinge: decision boundary')


def test_an_mp4_without_its_package_says_what_to_install(tmp_path, monkeypatch):
    real = builtins.__import__

    def without(name, *rest, **more):
        if name == "imageio_ffmpeg":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ImportError, match="python -m pip install imageio-ffmpeg"):
        animate(STEPS, tmp_path / "a.mp4", **SMALL)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("end", "error", "older"),
    [
        ("gif", KeyboardInterrupt, None),
        ("gif", RuntimeError, b"an older file"),
        ("mp4", KeyboardInterrupt, b"an older file"),
        ("mp4", RuntimeError, None),
    ],
)
def test_an_interrupted_animation_leaves_no_file_and_the_older_one_as_it_was(end, error, older, tmp_path, monkeypatch):
    path = tmp_path / f"a.{end}"
    if older:
        path.write_bytes(older)
    real = animation._frames

    def interrupted(*arguments):
        for n, frame in enumerate(real(*arguments)):
            if n == 3:
                raise error
            yield frame

    monkeypatch.setattr(animation, "_frames", interrupted)
    with pytest.raises(error):
        animate(STEPS, path, **SMALL)
    assert [p.name for p in tmp_path.iterdir()] == ([path.name] if older else [])
    assert older is None or path.read_bytes() == older


def test_progress_is_shown_unless_not_wanted(monkeypatch):
    import tqdm.auto

    seen = []
    monkeypatch.setattr(tqdm.auto, "tqdm", lambda items, **options: seen.append(options["total"]) or items)
    monkeypatch.delenv("TQDM_DISABLE")
    for wanted in (True, None, False):
        animate(STEPS, frames=5, progress=wanted, **SMALL)
    assert seen == [5, 5]


@pytest.mark.parametrize(
    ("make", "error", "what"),
    [
        (lambda folder: animate(STEPS, folder / "a.webm"), ValueError, "must be one of 'gif', 'mp4', got 'webm'"),
        (lambda folder: animate(STEPS, folder / "no" / "a.gif"), FileNotFoundError, "must be a folder to write a.gif"),
        (lambda folder: animate(STEPS, frames=0), ValueError, "frames must be a whole number"),
        (lambda folder: animate(run(hinge, *digits()[:2], lam=1, T=3)), ValueError, "two columns to be drawn"),
        (lambda folder: animate(run(kernelized, np.eye(2), [1, -1], lam=1, T=3)), ValueError, "kernel must be given"),
        (lambda folder: animate(run(kernelized, np.eye(2), [1, -1], lam=1, T=3), kernel=RBF), ValueError, "points=X"),
        (
            lambda folder: animate(run(kernelized, np.eye(2), [1, -1], lam=1, T=3), kernel=RBF, points=np.eye(2)),
            ValueError,
            "with another Gram matrix; give the same kernel",
        ),
        (
            lambda folder: animate(STEPS, kernel=RBF, points=X),
            ValueError,
            "kernel must be a function, for a kernel algorithm",
        ),
        (lambda folder: kernel_run_with(kernel=RBF(MOONS.X)), ValueError, "got ndarray for kernelized"),
        (lambda folder: animate(list(STEPS)), ValueError, "run must be what run.* returns, got list"),
        (lambda folder: animate(STEPS, optimum=Optimum(None, 1.0, 0.0)), ValueError, "take its .value"),
    ],
)
def test_bad_input_is_refused(make, error, what, tmp_path):
    with pytest.raises(error, match=what):
        make(tmp_path)
    assert list(tmp_path.iterdir()) == []
