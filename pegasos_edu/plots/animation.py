"""Animate runs: the boundary moves on one side, the objective falls on the other.

The figure is drawn once; each frame restores that background and draws only what moves (blitting).
"""

import io
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

from pegasos_edu.common.consoles import Printable
from pegasos_edu.common.extras import command_for
from pegasos_edu.common.files import whole_file
from pegasos_edu.common.palette import ACCENT, INK
from pegasos_edu.common.progress import bar
from pegasos_edu.common.validation import check_choice, check_size
from pegasos_edu.losses import LOSSES, kernel_objective, objective
from pegasos_edu.plots.axes import legend_below, literal
from pegasos_edu.plots.pictures import image_html, video_html
from pegasos_edu.plots.plots import decision_boundary, objective_curves
from pegasos_edu.runs.reading import snapshots
from pegasos_edu.runs.run import Run

GIF_COLOURS = 63  # one of 64 is left free for pixels that do not change, which compress well
MP4_OPTIONS = "-c:v libx264 -crf 15 -pix_fmt yuv420p -vf scale=ceil(iw/2)*2:ceil(ih/2)*2"  # yuv420p needs even sizes
LAST_FRAME_MILLISECONDS = 2_000  # how long a GIF shows its last frame before it repeats


class Animation(Printable):
    """Show an animation at the end of a notebook cell; its text form says what it shows."""

    def __init__(self, content, kind, path, alt):
        self.content, self.kind, self.path, self.alt = content, kind, path, alt

    def __repr__(self):
        return f"Animation: {self.alt}"

    def _repr_html_(self):
        return (image_html if self.kind == "gif" else video_html)(self.content, self.kind, self.alt)


def animate(
    run,
    path=None,
    *,
    points=None,
    kernel=None,
    loss=None,
    optimum=None,
    names=("−1", "+1"),
    title="",
    frames=200,
    fps=20,
    figsize=(9, 4.5),
    dpi=80,
    progress=None,
):
    """Make a GIF or an MP4 of a run on data in the plane.

    Parameters
    ----------
    run : Run
        From ``run(algorithm, X, y, lam=…)`` with X of two columns, or of a kernel algorithm.
    path : path, optional
        The file to write; it ends in ``.gif`` or ``.mp4`` (needs imageio-ffmpeg). By default a GIF
        is made in memory, for a notebook.
    points, kernel : array (m, 2), and callable
        For a kernel algorithm: the examples, and the kernel that gave the Gram matrix of the run, such as
        ``partial(rbf, gamma=2.0)``.
    loss : {"hinge", "log"}, optional
        The loss in the objective that is plotted; by default the loss of the run.
    optimum : float, optional
        f*, drawn as a line.
    names : pair of str
        Names of the classes −1 and +1.
    title : str
    frames : int
        Number of frames, at most T. They show log-spaced steps, because early steps move the boundary most.
    fps : int
        Frames per second.
    figsize : pair of float
        Width and height in inches.
    dpi : int
        Pixels per inch.
    progress : bool, optional
        Whether to show a progress bar. By default one appears after a second.

    Returns
    -------
    Animation
        It has ``.path`` and an alt text, and a notebook shows it.

    Raises
    ------
    ValueError
        If the data are not in the plane, or the path has another ending.
    ImportError
        If the path ends in ``.mp4`` and imageio-ffmpeg is not installed.
    OSError
        If the file cannot be written.
    """
    if not isinstance(run, Run):
        raise ValueError(f"run must be what run(...) returns, got {type(run).__name__}; give this result itself.")
    kind = "gif" if path is None else check_choice("the end of path", Path(path).suffix[1:], ("gif", "mp4"))
    loss = check_choice("loss", loss or run.loss, LOSSES)
    frames, fps = check_size("frames", frames), check_size("fps", fps)
    write = _write_gif if kind == "gif" else _mp4_writer()
    steps = snapshots(run, at=_frame_times(len(run), frames))
    scene = _scene(run, steps, points, kernel, loss)
    pictures = _frames(scene, steps, optimum, names, title, figsize, dpi)
    pictures = bar(pictures, len(steps.t), "frame", progress, long=2)
    alt = (
        f"{title or run.algorithm.__name__}: decision boundary and objective in {len(steps.t)} frames, "
        f"t = {steps.t[0]} to {steps.t[-1]}; the objective goes from {scene.values[0]:.3g} to {scene.values[-1]:.3g}."
    )
    path = None if path is None else Path(path)
    with nullcontext(io.BytesIO()) if path is None else whole_file(path) as file:
        write(file, pictures, fps)
        content = file.getvalue()
    return Animation(content, kind, path, alt)


def _frame_times(T, frames):
    """Return `frames` different steps from 1 to T, all steps if T is smaller; log-spaced after the first few."""
    if frames == 1:
        return np.array([T])
    frames = min(T, frames)
    return np.maximum(np.arange(1, frames + 1), np.geomspace(1, T, frames).round().astype(int))


class _PlaneScene(NamedTuple):
    """Hold a run for an animation: in frame n a score is features @ coefficients[n] + offsets[n]."""

    points: np.ndarray
    y: np.ndarray
    features: Callable  # from points (n, 2) to their features
    on_points: np.ndarray  # the features of the examples
    coefficients: np.ndarray
    offsets: np.ndarray
    values: np.ndarray  # of the objective
    start: object  # a score for `decision_boundary`, which decides where the plot is centred
    marked: np.ndarray | list  # the examples with a ring; None for those with a margin below 1
    marked_label: str


def _scene(run, steps, points, kernel, loss):
    name = run.algorithm.__name__
    if not run.is_kernel_run:
        if kernel is not None:
            raise ValueError(f"kernel must be left out for {name}, a linear algorithm, got one; leave out points, too.")
        b = np.broadcast_to(run.bias(steps), len(steps.w))
        values = objective(steps.w, run.X, run.y, run.lam, loss, b)
        marked = [None] * len(steps.w)
        return _PlaneScene(run.X, run.y, np.asarray, run.X, steps.w, b, values, np.zeros(2), marked, "margin < 1")
    if not callable(kernel):
        raise ValueError(
            f"kernel must be given for {name} as a function, got {type(kernel).__name__}; "
            "for instance points=X, kernel=partial(rbf, gamma=2.0)."
        )
    if points is None or np.shape(points)[:1] != run.y.shape:
        raise ValueError(
            f"points must be the {len(run.y)} examples whose Gram matrix the run has, "
            f"got {None if points is None else np.shape(points)}; give points=X."
        )
    if not np.allclose(kernel(points, points), run.X):
        raise ValueError(
            "kernel must be the kernel of the run, got one with another Gram matrix; "
            "give the same kernel, with the same parameters, as in run(algorithm, kernel(X), ...)."
        )
    beta = steps.beta(run.y)
    values = kernel_objective(beta, run.X, run.y, run.lam, loss)
    return _PlaneScene(
        points=points,
        y=run.y,
        features=lambda grid: kernel(grid, points),
        on_points=run.X,
        coefficients=beta,
        offsets=np.zeros(len(beta)),
        values=values,
        start=lambda grid: np.zeros(len(grid)),
        marked=beta != 0,
        marked_label="added (α > 0)",
    )


def _frames(scene, steps, optimum, names, title, figsize, dpi):
    """Yield the frames as (height, width, 3) arrays of bytes."""
    figure = Figure(figsize=figsize, dpi=dpi, layout="constrained")
    canvas = FigureCanvasAgg(figure)
    left, right = figure.subplots(1, 2)
    if title:
        figure.suptitle(literal(title))
    options = {"names": names, "marked_label": scene.marked_label, "drawn": steps.drawn[0]}
    boundary = decision_boundary(scene.start, scene.points, scene.y, **options, ax=left)
    on_grid = scene.features(boundary.grid)
    (curve, *_) = objective_curves(steps.t, {"$f(w_{t+1})$": scene.values}, optimum=optimum, ax=right)
    legend_below(right)
    curve.set(alpha=0.3)
    (path,) = right.plot([], [], color=INK, lw=2)
    (cursor,) = right.plot([], [], "o", color=ACCENT, ms=9)
    caption = right.set_title(" ", fontsize=11, family="monospace")
    moving = [*boundary.moving, path, cursor, caption]
    for artist in moving:
        artist.set_animated(True)
    canvas.draw()
    figure.set_layout_engine("none")
    background = canvas.copy_from_bbox(figure.bbox)
    for n, t in enumerate(steps.t):
        on = (features @ scene.coefficients[n] + scene.offsets[n] for features in (on_grid, scene.on_points))
        boundary.update(*on, scene.marked[n], steps.drawn[n])
        path.set_data(steps.t[: n + 1], scene.values[: n + 1])
        cursor.set_data(steps.t[n : n + 1], scene.values[n : n + 1])
        caption.set_text(f"t = {t:<7,d} f(w) = {scene.values[n]:<9.4g}")
        canvas.restore_region(background)
        for artist in moving:
            artist.axes.draw_artist(artist)
        yield np.asarray(canvas.buffer_rgba())[..., :3].copy()


def _write_gif(file, pictures, fps):
    """Write a GIF that repeats; the colours of its first, middle and last frame are used for all frames."""
    pictures = list(pictures)
    sample = Image.fromarray(np.concatenate([pictures[n] for n in (0, len(pictures) // 2, -1)]))
    palette = sample.quantize(GIF_COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=5)
    first, *rest = (Image.fromarray(frame).quantize(palette=palette, dither=Image.Dither.NONE) for frame in pictures)
    durations = [round(1000 / fps)] * len(rest) + [LAST_FRAME_MILLISECONDS]
    first.save(file, "GIF", save_all=True, append_images=rest, duration=durations, loop=0, disposal=1, optimize=True)


def _mp4_writer():
    try:
        import imageio_ffmpeg
    except ImportError:
        raise ImportError(
            "imageio-ffmpeg must be installed to write an MP4, got no such package; "
            f"run: {command_for('imageio-ffmpeg')}, or write a .gif."
        ) from None
    return partial(_write_mp4, imageio_ffmpeg.get_ffmpeg_exe())


def _write_mp4(ffmpeg, file, pictures, fps):
    """Write an MP4 through a temporary file, because ffmpeg needs a file, and an unfinished one is useless."""
    pictures = list(pictures)
    height, width, _ = pictures[0].shape
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "made.mp4")
        options = f"-v error -f rawvideo -pix_fmt rgb24 -s {width}x{height} -r {fps} -i - {MP4_OPTIONS}".split()
        done = subprocess.run([ffmpeg, *options, path], input=b"".join(pictures), capture_output=True)
        if done.returncode:
            reason = done.stderr.decode(errors="replace").partition("\n")[0] or f"exit code {done.returncode}"
            raise OSError(f"ffmpeg must finish the MP4, got none ({reason}); check that the disk has room.")
        file.write(path.read_bytes())
