"""Animations: frames of the right run, whole files or none."""

import builtins
import io
from functools import partial

import imageio_ffmpeg
import numpy as np
import pytest
from PIL import Image

from pegasos_edu import hinge, kernelized, logistic, minibatch, objective, run, scaled, stack
from pegasos_edu.datasets import digits, moons, toy
from pegasos_edu.kernels import rbf
from pegasos_edu.show import animate, animation

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


def kernel_animation(path=None, **options):
    steps = run(kernelized, RBF(MOONS.X), MOONS.y, lam=0.1, T=30)
    return animate(steps, path, points=MOONS.X, kernel=RBF, **SMALL, **options)


def test_a_gif_has_a_frame_for_each_round_shown_and_rests_on_the_last(tmp_path):
    made = animate(STEPS, tmp_path / "a.gif", names=names, fps=10, **SMALL)
    image, frames = frames_of(made)
    assert (tmp_path / "a.gif").read_bytes() == made.content and image.size == (250, 130)
    assert len(frames) == 40 and image.info["loop"] == 0 and image.info["duration"] == 2000
    assert all(np.any(a != b) for a, b in zip(frames, frames[1:]))
    assert all(frame[0, 0].tolist() == [255, 255, 255] for frame in frames)


def test_frames_of_a_long_run_are_log_spaced_and_end_with_the_last_round():
    times = animation._frame_times(10_000, 50)
    assert times[0] == 1 and times[-1] == 10_000 and 30 < len(times) <= 50
    assert np.all(np.diff(times) > 0)
    assert animation._frame_times(7, 50).tolist() == list(range(1, 8))


def test_the_alt_text_states_the_objective_at_both_ends():
    made = animate(STEPS, title="A line", frames=5, **SMALL)
    f = objective(stack(STEPS).w, X, y, 0.1)
    assert repr(made) == (
        f"Animation: A line: decision boundary and objective in 5 frames, t = 1 to 40; "
        f"the objective goes from {f[0]:.3g} to {f[-1]:.3g}."
    )
    assert 'alt="A line: decision boundary' in made._repr_html_() and "data:image/gif;base64," in made._repr_html_()


def test_a_frame_shows_the_figure_of_its_round(monkeypatch):
    """The last frame, blitted, is the figure drawn whole."""
    scene = animation._LinearScene(STEPS, stack(STEPS), "hinge")
    canvases = []
    real = animation.FigureCanvasAgg
    monkeypatch.setattr(animation, "FigureCanvasAgg", lambda figure: canvases.append(real(figure)) or canvases[-1])
    blitted = list(animation._frames(scene, 0.05, names, "title", (5, 2.6), 50))[-1]
    canvas = canvases[0]
    for artist in canvas.figure.findobj():
        artist.set_animated(False)
    canvas.draw()
    whole = np.asarray(canvas.buffer_rgba())[..., :3]
    assert np.mean(np.any(blitted != whole, axis=-1)) < 0.01  # only where lines overlap in another order


@pytest.mark.parametrize(
    "steps",
    [
        run(scaled, X, y, lam=0.1, T=10, project=True),
        run(minibatch, X, y, lam=0.1, T=10, k=3),
        run(hinge, X, y, lam=0.1, T=1),
    ],
    ids=["scaled", "minibatch", "one step"],
)
def test_other_linear_boxes_are_animated_too(steps):
    assert len(frames_of(animate(steps, **SMALL))[1]) == len(steps)


def test_the_objective_of_another_loss_is_plotted_on_demand():
    steps = run(logistic, X, y, lam=0.1, T=10)
    f = objective(stack(steps).w, X, y, 0.1, "log")
    assert f"from {f[0]:.3g} to {f[-1]:.3g}" in repr(animate(steps, loss="log", **SMALL))


def test_a_kernel_run_is_animated():
    made = kernel_animation(title="moons")
    assert len(frames_of(made)[1]) == 30 and "moons: decision boundary" in repr(made)


def test_an_mp4_has_the_frames(tmp_path):
    made = animate(STEPS, tmp_path / "a.mp4", **SMALL)
    frames, seconds = imageio_ffmpeg.count_frames_and_secs(str(tmp_path / "a.mp4"))
    assert frames == 40 and seconds == pytest.approx(2.0, abs=0.1)
    assert made._repr_html_() is None


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


@pytest.mark.parametrize("end", ["gif", "mp4"])
@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
@pytest.mark.parametrize("older", [None, b"an older file"])
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


def test_progress_is_shown_when_wanted(monkeypatch):
    import tqdm.auto

    seen = []
    monkeypatch.setattr(tqdm.auto, "tqdm", lambda items, **options: seen.append(options["total"]) or items)
    animate(STEPS, frames=5, progress=True, **SMALL)
    assert seen == [5]


@pytest.mark.parametrize(
    ("make", "error", "what"),
    [
        (lambda folder: animate(STEPS, folder / "a.webm"), ValueError, "must be one of 'gif', 'mp4', got 'webm'"),
        (lambda folder: animate(STEPS, folder / "no" / "a.gif"), FileNotFoundError, "must be a folder to write a.gif"),
        (lambda folder: animate(STEPS, frames=0), ValueError, "frames must be a whole number"),
        (lambda folder: animate(run(hinge, *digits()[:2], lam=1, T=3)), ValueError, "two columns to be drawn"),
        (lambda folder: animate(run(kernelized, np.eye(2), [1, -1], lam=1, T=3)), ValueError, "kernel must be given"),
        (lambda folder: animate(run(kernelized, np.eye(2), [1, -1], lam=1, T=3), kernel=RBF), ValueError, "points=X"),
    ],
)
def test_bad_input_is_refused(make, error, what, tmp_path):
    with pytest.raises(error, match=what):
        make(tmp_path)
    assert list(tmp_path.iterdir()) == []
