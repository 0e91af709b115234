"""Test that animations show the right run, and that a file is written as a whole or not at all."""

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
    objective,
    run,
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
KERNEL_RUN = run(kernelized, RBF(MOONS.X), MOONS.y, lam=0.1, T=30)
SMALL = {"figsize": (5, 2.6), "dpi": 50}


def scene_of(steps, kept, points=None, kernel=None):
    return animation._scene(steps, kept, points, kernel, "hinge")


def test_a_gif_has_a_frame_for_each_step_and_rests_on_the_last(tmp_path):
    animation = animate(STEPS, tmp_path / "a.gif", names=names, fps=10, **SMALL)
    image, frames, durations = Image.open(io.BytesIO(animation.content)), [], []
    for n in range(image.n_frames):
        image.seek(n)
        frames.append(np.asarray(image.convert("RGB")))
        durations.append(image.info["duration"])
    assert durations == [100] * 39 + [2000] and image.info["loop"] == 0
    assert (tmp_path / "a.gif").read_bytes() == animation.content and image.size == (250, 130)
    assert all(np.any(a != b) for a, b in zip(frames, frames[1:]))
    assert all(frame[0, 0].tolist() == [255, 255, 255] for frame in frames)


@pytest.mark.parametrize(("T", "frames"), [(10_000, 50), (201, 200), (50, 2), (7, 50), (7, 1)])
def test_there_are_as_many_frames_as_asked_for_closer_together_in_early_steps(T, frames):
    times = animation._frame_times(T, frames)
    assert len(times) == min(T, frames) and times[-1] == T and (frames == 1 or times[0] == 1)
    gaps = np.diff(times)
    assert np.all(gaps >= 1) and (T <= frames or len(gaps) == 0 or gaps[-1] == gaps.max())


def test_the_alt_text_states_the_objective_at_both_ends():
    gif = animate(STEPS, title="A line", frames=5, **SMALL)
    f = objective(stack(STEPS).w, X, y, 0.1)
    assert repr(gif) == (
        f"Animation: A line: decision boundary and objective in 5 frames, t = 1 to 40; "
        f"the objective goes from {f[0]:.3g} to {f[-1]:.3g}."
    )
    assert 'alt="A line: decision boundary' in gif._repr_html_() and "data:image/gif;base64," in gif._repr_html_()


def drawn_frames(scene, steps, monkeypatch):
    """Return for each frame its image and the figure from which it was drawn."""
    canvases, real = [], animation.FigureCanvasAgg
    monkeypatch.setattr(animation, "FigureCanvasAgg", lambda figure: canvases.append(real(figure)) or canvases[-1])
    for frame in animation._frames(scene, steps, 0.05, names, "title", (5, 2.6), 50):
        yield frame, canvases[0].figure


def artist(ax, label):
    (child,) = [child for child in ax.get_children() if child.get_label() == label]
    return child


def test_the_frames_are_the_figure_drawn_whole(monkeypatch):
    *_, (frame, figure) = drawn_frames(scene_of(STEPS, stack(STEPS)), stack(STEPS), monkeypatch)
    for child in figure.findobj():
        child.set_animated(False)
    figure.canvas.draw()
    whole = np.asarray(figure.canvas.buffer_rgba())[..., :3]
    assert np.mean(np.any(frame != whole, axis=-1)) < 0.01  # only where lines overlap in another order


def test_each_frame_of_a_linear_run_shows_its_own_step(monkeypatch):
    steps = stack(STEPS)
    f = objective(steps.w, X, y, 0.1)
    for n, (_, figure) in enumerate(drawn_frames(scene_of(STEPS, steps), steps, monkeypatch)):
        left, right = figure.axes
        w = steps.w[n]
        on_line = np.concatenate(artist(left, "score = 0").get_segments())
        np.testing.assert_allclose(on_line @ w / np.linalg.norm(w), 0, atol=1e-12)
        np.testing.assert_array_equal(artist(left, "margin < 1").get_xydata(), X[y * (X @ w) < 1])
        np.testing.assert_array_equal(artist(left, "just drawn").get_xydata(), X[[steps.i[n]]])
        whole, path, cursor = (line.get_xydata() for line in right.lines if not line.get_label().startswith("optimum"))
        np.testing.assert_allclose(whole, np.column_stack([steps.t, f]))
        np.testing.assert_allclose(path, whole[: n + 1])
        np.testing.assert_allclose(cursor, whole[[n]])
        assert right.get_title().split() == f"t = {steps.t[n]:,d} f(w) = {f[n]:.4g}".split()


def test_each_frame_of_a_kernel_run_shows_its_own_step(monkeypatch):
    steps = snapshots(KERNEL_RUN, at=[1, 4, 9, 20, 30])
    beta = steps.beta(MOONS.y)
    scene, checked = scene_of(KERNEL_RUN, steps, MOONS.X, RBF), 0
    np.testing.assert_allclose(scene.values, kernel_objective(beta, RBF(MOONS.X), MOONS.y, 0.1))
    for n, (_, figure) in enumerate(drawn_frames(scene, steps, monkeypatch)):
        left = figure.axes[0]
        on_curve = np.concatenate([MOONS.X[:1], *artist(left, "score = ±1").get_segments()])[1:]
        if len(on_curve):
            np.testing.assert_allclose(RBF(on_curve, MOONS.X) @ beta[n], 1, atol=0.05)
            checked += 1
        np.testing.assert_array_equal(artist(left, "added (α > 0)").get_xydata(), MOONS.X[steps.alpha[n] > 0])
    assert checked >= 3


@pytest.mark.parametrize(("algorithm", "options"), [(biased, {"b": 0.5}), (free_bias, {})])
def test_the_boundary_and_the_objective_are_those_with_the_bias(algorithm, options):
    steps = run(algorithm, X, y, lam=0.1, T=5, **options)
    kept = stack(steps)
    scene, b = scene_of(steps, kept), getattr(kept, "b", np.full(5, 0.5))
    np.testing.assert_allclose(scene.on_points @ scene.coefficients[4] + scene.offsets[4], X @ kept.w[4] + b[4])
    np.testing.assert_allclose(scene.values, objective(kept.w, X, y, 0.1, b=b))


def test_the_objective_is_that_of_the_loss_of_the_run_or_of_another_on_demand():
    steps = run(logistic, X, y, lam=0.1, T=10)
    for asked, loss in ((None, "log"), ("hinge", "hinge")):
        f = objective(stack(steps).w, X, y, 0.1, loss)
        assert f"from {f[0]:.3g} to {f[-1]:.3g}" in repr(animate(steps, loss=asked, **SMALL))


def test_an_mp4_has_the_frames(tmp_path):
    animation = animate(STEPS, tmp_path / "a.mp4", **SMALL)
    frames, seconds = imageio_ffmpeg.count_frames_and_secs(str(tmp_path / "a.mp4"))
    assert frames == 40 and seconds == pytest.approx(2.0, abs=0.1)
    assert animation._repr_html_().startswith('<video aria-label="hinge: decision boundary')


def test_an_mp4_without_its_package_says_what_to_install(tmp_path, monkeypatch):
    real = builtins.__import__

    def without(name, *rest, **more):
        if name == "imageio_ffmpeg":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ImportError, match=r'run: python -m pip install "pegasos_edu\[video\]", or write a .gif'):
        animate(STEPS, tmp_path / "a.mp4", **SMALL)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("end", ["gif", "mp4"])
def test_an_interrupted_animation_leaves_the_older_file_as_it_was(end, tmp_path, monkeypatch):
    path = tmp_path / f"a.{end}"
    path.write_bytes(b"an older file")
    real = animation._frames

    def interrupted(*arguments):
        yield next(real(*arguments))
        raise KeyboardInterrupt

    monkeypatch.setattr(animation, "_frames", interrupted)
    with pytest.raises(KeyboardInterrupt):
        animate(STEPS, path, **SMALL)
    assert path.read_bytes() == b"an older file" and list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("steps", "options", "error", "what"),
    [
        (STEPS, {"path": "a.webm"}, ValueError, "must be one of 'gif', 'mp4', got 'webm'"),
        (STEPS, {"path": "no/a.gif"}, FileNotFoundError, "must be a folder to write a.gif"),
        (STEPS, {"frames": 0}, ValueError, "frames must be a whole number"),
        (run(hinge, *digits()[:2], lam=1, T=3), {}, ValueError, "two columns to be drawn"),
        (KERNEL_RUN, {}, ValueError, "kernel must be given for kernelized"),
        (KERNEL_RUN, {"kernel": RBF(MOONS.X), "points": MOONS.X}, ValueError, "as a function, got ndarray"),
        (KERNEL_RUN, {"kernel": RBF}, ValueError, "points=X"),
        (
            KERNEL_RUN,
            {"kernel": partial(rbf, gamma=1.0), "points": MOONS.X},
            ValueError,
            "with another Gram matrix; give the same kernel",
        ),
        (STEPS, {"kernel": RBF, "points": X}, ValueError, "kernel must be left out for hinge"),
        (list(STEPS), {}, ValueError, "run must be what run.* returns, got list"),
        (STEPS, {"optimum": Optimum(None, 1.0, 0.0)}, ValueError, "take its .value"),
    ],
)
def test_bad_input_is_refused(steps, options, error, what, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(error, match=what):
        animate(steps, **options)
    assert list(tmp_path.iterdir()) == []
