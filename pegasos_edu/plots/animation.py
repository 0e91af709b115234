"""Animations of runs: the boundary moving on one side, the objective falling on the other.

The figure is drawn once; each frame restores that background and draws only what moves (blitting).
"""

import io
import subprocess
import tempfile
from contextlib import nullcontext
from functools import partial
from itertools import chain
from pathlib import Path

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

from pegasos_edu.common.consoles import Printable
from pegasos_edu.common.files import whole_file
from pegasos_edu.common.palette import ACCENT, INK
from pegasos_edu.common.progress import bar
from pegasos_edu.common.validation import check_choice, check_size
from pegasos_edu.losses import LOSSES, kernel_objective, objective
from pegasos_edu.plots.axes import plain
from pegasos_edu.plots.colours import choose_palette, nearest
from pegasos_edu.plots.pictures import image_html, video_html
from pegasos_edu.plots.plots import decision_boundary, objective_curves
from pegasos_edu.runs.reading import snapshots
from pegasos_edu.runs.run import Run

MAX_COLOURS = 64  # of a GIF
MP4_OPTIONS = "-c:v libx264 -crf 15 -pix_fmt yuv420p -vf scale=ceil(iw/2)*2:ceil(ih/2)*2"  # it wants even sizes
LAST_FRAME_MILLISECONDS = 2_000  # that a GIF rests there before it repeats


class Animation(Printable):
    """An animation that was made, to end a notebook cell on: its text form says what it shows."""

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
        Ends in ``.gif`` or ``.mp4`` (for which ``pip install imageio-ffmpeg``). If left out, a GIF
        that is kept in memory only, for a notebook.
    points, kernel : array (m, 2), and callable
        For a kernel algorithm: the examples, and the kernel of which the run has the Gram matrix, such as
        ``partial(rbf, gamma=2.0)``.
    loss : {"hinge", "log"}, optional
        The loss in the objective that is plotted; that of the run if left out.
    optimum : float, optional
        f*, drawn as a line.
    names : pair of str
        What −1 and +1 stand for.
    title : str
    frames : int
        How many to make, or T where that is less: log-spaced rounds, as early ones move the boundary most.
    fps : int
        Frames a second.
    figsize : pair of float
        Width and height in inches.
    dpi : int
        Pixels an inch.
    progress : bool, optional
        A progress bar. If left out, on work that lasts longer than a second.

    Returns
    -------
    Animation
        With ``.path`` and alt text; shows itself in a notebook.

    Raises
    ------
    ValueError
        Where the data are not in the plane, or the path ends otherwise.
    ImportError
        For an MP4 without imageio-ffmpeg.
    OSError
        Where the file cannot be written.
    """
    _check_run(run, kernel)
    kind = "gif" if path is None else check_choice("the end of path", Path(path).suffix[1:], ("gif", "mp4"))
    loss = check_choice("loss", loss or run.loss, LOSSES)
    frames, fps = check_size("frames", frames), check_size("fps", fps)
    write = _write_gif if kind == "gif" else _mp4_writer()
    steps = snapshots(run, at=_frame_times(len(run), frames))
    scene = _KernelScene(run, steps, points, kernel, loss) if kernel else _LinearScene(run, steps, loss)
    pictures = _frames(scene, optimum, names, title, figsize, dpi)
    pictures = bar(pictures, len(steps.t), "frame", progress, long=2)
    alt = (
        f"{title or run.algorithm.__name__}: decision boundary and objective in {len(steps.t)} frames, t = {steps.t[0]} to "
        f"{steps.t[-1]}; the objective goes from {scene.values[0]:.3g} to {scene.values[-1]:.3g}."
    )
    path = None if path is None else Path(path)
    with nullcontext(io.BytesIO()) if path is None else whole_file(path) as file:
        write(file, pictures, fps)
        content = file.getvalue()
    return Animation(content, kind, path, alt)


def _check_run(run, kernel):
    if not isinstance(run, Run):
        raise ValueError(f"run must be what run(...) returns, got {type(run).__name__}; give that itself.")
    if run.is_kernel_run and kernel is None:
        raise ValueError(
            f"points and kernel must be given for {run.algorithm.__name__}, got no kernel; "
            "for instance points=X, kernel=partial(rbf, gamma=2.0)."
        )
    if kernel is not None and not (run.is_kernel_run and callable(kernel)):
        raise ValueError(
            f"kernel must be a function, for a kernel algorithm, got {type(kernel).__name__} for {run.algorithm.__name__}; "
            "give for instance kernel=partial(rbf, gamma=2.0), or leave it out for a linear algorithm."
        )


def _frame_times(T, frames):
    """`frames` different rounds from 1 to T (all where T is less), log-spaced where they are not all taken."""
    if frames == 1:
        return np.array([T])
    frames = min(T, frames)
    return np.maximum(np.arange(1, frames + 1), np.geomspace(1, T, frames).round().astype(int))


class _LinearScene:
    """What an animation asks of a run of a linear algorithm: scores, objective, rings."""

    marked_label = "margin < 1"
    start = np.zeros(2)

    def __init__(self, run, steps, loss):
        self.X, self.y, self.steps, self.w = run.X, run.y, steps, steps.w
        self.b = np.broadcast_to(run.bias(steps), len(self.w))
        self.values = objective(self.w, run.X, run.y, run.lam, loss, self.b)

    def prepare(self, grid):
        self._grid = grid

    def scores(self, n):
        return self._grid @ self.w[n] + self.b[n], self.X @ self.w[n] + self.b[n]

    def marked(self, n):
        return None


class _KernelScene:
    """The same of a run of a kernel algorithm: the scores are K·β, the rings are the examples with α > 0."""

    marked_label = "added (α > 0)"

    @staticmethod
    def start(points):
        return np.zeros(len(points))

    def __init__(self, run, steps, points, kernel, loss):
        if points is None or np.shape(points)[:1] != run.y.shape:
            raise ValueError(
                f"points must be the {len(run.y)} examples whose Gram matrix the run has, "
                f"got {None if points is None else np.shape(points)}; give points=X."
            )
        if not np.allclose(kernel(points, points), run.X):
            raise ValueError(
                "kernel must be the one of the run, got one with another Gram matrix; "
                "give the same kernel, with the same parameters, as in run(algorithm, kernel(X), ...)."
            )
        self.X, self.y, self.steps, self.kernel, self.K = points, run.y, steps, kernel, run.X
        self.beta = steps.beta(run.y)
        self.values = kernel_objective(self.beta, run.X, run.y, run.lam, loss)

    def prepare(self, grid):
        self._grid = self.kernel(grid, self.X)

    def scores(self, n):
        return self._grid @ self.beta[n], self.K @ self.beta[n]

    def marked(self, n):
        return self.beta[n] != 0


def _frames(scene, optimum, names, title, figsize, dpi):
    """The frames, (height, width, 3) arrays of bytes, one at a time."""
    figure = Figure(figsize=figsize, dpi=dpi, layout="constrained")
    canvas = FigureCanvasAgg(figure)
    left, right = figure.subplots(1, 2)
    if title:
        figure.suptitle(plain(title))
    drawn = scene.steps.drawn
    said = {"names": names, "marked_label": scene.marked_label}
    boundary = decision_boundary(scene.start, scene.X, scene.y, drawn=drawn[0], **said, ax=left)
    scene.prepare(boundary.grid)
    times = scene.steps.t
    (curve, *_) = objective_curves(times, {"$f(w_{t+1})$": scene.values}, optimum=optimum, ax=right)
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
    for n, t in enumerate(times):
        boundary.update(*scene.scores(n), scene.marked(n), drawn[n])
        path.set_data(times[: n + 1], scene.values[: n + 1])
        cursor.set_data(times[n : n + 1], scene.values[n : n + 1])
        caption.set_text(f"t = {t:<7,d} f(w) = {scene.values[n]:<9.4g}")
        canvas.restore_region(background)
        for artist in moving:
            artist.axes.draw_artist(artist)
        yield np.asarray(canvas.buffer_rgba())[..., :3].copy()


def _write_gif(file, pictures, fps):
    """Write a GIF that repeats, all frames in the colours of the first, the middle and the last."""
    pictures = list(pictures)
    sample = np.concatenate([pictures[n] for n in sorted({0, len(pictures) // 2, len(pictures) - 1})])
    palette = choose_palette(sample, MAX_COLOURS - 1)
    table = _colour_table(palette)

    def indexed(picture):
        r, g, b = (picture[..., n].astype(np.int32) >> 3 for n in range(3))
        image = Image.fromarray(table[(r << 10) | (g << 5) | b])
        image.putpalette(palette.ravel().tolist())
        return image

    first, *rest = (indexed(picture) for picture in pictures)
    first.save(
        file,
        format="GIF",
        save_all=True,
        append_images=rest,
        duration=[round(1000 / fps)] * len(rest) + [LAST_FRAME_MILLISECONDS],
        loop=0,
        disposal=1,
        optimize=True,
        transparency=MAX_COLOURS - 1,  # the colour left free: pixels that stay as they are, which compress well
    )


def _colour_table(palette):
    """The nearest colour of the palette for each of 32×32×32 colours: one look-up a pixel."""
    steps = np.arange(32) * 255 // 31
    cube = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), axis=-1)
    return nearest(cube.reshape(-1, 3), palette)


def _mp4_writer():
    try:
        import imageio_ffmpeg
    except ImportError:
        raise ImportError(
            "imageio-ffmpeg must be installed to write an MP4, got no such package; "
            "run: python -m pip install imageio-ffmpeg, or write a .gif."
        ) from None

    return partial(_write_mp4, imageio_ffmpeg.get_ffmpeg_exe())


def _write_mp4(ffmpeg, file, pictures, fps):
    """Write an MP4, which ffmpeg makes elsewhere: it wants a file, and one that it cannot finish is of no use."""
    pictures = iter(pictures)
    first = next(pictures)
    height, width, _ = first.shape
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, "made.mp4")
        options = f"-v error -f rawvideo -pix_fmt rgb24 -s {width}x{height} -r {fps} -i - {MP4_OPTIONS}".split()
        with subprocess.Popen([ffmpeg, *options, made], stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            for picture in chain([first], pictures):
                try:
                    process.stdin.write(picture)
                except OSError:  # it has ended already; it says below why
                    break
            _, said = process.communicate()
        if process.returncode:
            reason = said.decode(errors="replace").partition("\n")[0] or f"exit code {process.returncode}"
            raise OSError(f"ffmpeg must finish the MP4, got none ({reason}); see that the disk has room.")
        file.write(made.read_bytes())
