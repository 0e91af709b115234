"""The command line, as a user calls it."""

import os
import socket
import subprocess
import sys
import time
import urllib.request

import pytest
from PIL import Image

from pegasos_edu import __main__ as command_line
from pegasos_edu.__main__ import main
from pegasos_edu.figures import FIGURES


def test_figures_renders_every_picture_into_a_new_folder(tmp_path, capsys):
    assert main(["figures", "--folder", str(tmp_path / "new"), "--quiet"]) == 0
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == sorted(FIGURES)
    for name in FIGURES:
        with Image.open(tmp_path / "new" / name) as picture:
            assert picture.n_frames > 50
    assert capsys.readouterr().err == ""


def test_figures_says_in_a_line_why_it_cannot_write(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(SystemExit, match="^pegasos-edu: .*file"):
        main(["figures", "--folder", str(tmp_path / "file"), "--quiet"])


def test_lab_says_what_to_do_without_the_notebooks(tmp_path, monkeypatch):
    monkeypatch.setattr(command_line, "NOTEBOOKS", tmp_path)
    with pytest.raises(SystemExit, match=r"must hold the course, got nothing there; run it from a clone .* -e \."):
        main(["lab"])


def test_no_command_shows_the_commands(capsys):
    with pytest.raises(SystemExit) as end:
        main([])
    assert end.value.code == 2
    assert "COMMAND" in capsys.readouterr().err


def test_only_lab_passes_options_on(capsys):
    with pytest.raises(SystemExit):
        main(["figures", "--no-browser"])
    assert "unrecognized arguments: --no-browser" in capsys.readouterr().err


def test_lab_serves_the_course_until_it_is_stopped(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folders = {f"JUPYTER_{name}_DIR": str(tmp_path / name) for name in ("CONFIG", "DATA", "RUNTIME")}
    environment = {**os.environ, **folders, "IPYTHONDIR": str(tmp_path / "ipython")}
    options = ["--no-browser", "--allow-root", f"--port={port}", "--ip=127.0.0.1", "--IdentityProvider.token="]
    server = subprocess.Popen(
        [sys.executable, "-m", "pegasos_edu", "lab", *options],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        listing = wait_for(f"http://127.0.0.1:{port}/api/contents/lessons", server)
        assert "00_welcome.ipynb" in listing
        assert "lessons/00_welcome.ipynb" in wait_for(f"http://127.0.0.1:{port}/", server)
    finally:
        server.terminate()
        assert server.wait(timeout=30) == 0


def wait_for(address, server, seconds=60):
    """What the address answers, once there is an answer."""
    end = time.monotonic() + seconds
    while True:
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                return answer.read().decode() + answer.url
        except OSError:
            if server.poll() is not None or time.monotonic() > end:
                raise
            time.sleep(0.3)
