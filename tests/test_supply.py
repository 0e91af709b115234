"""Test what the package brings along from elsewhere: vendored files with their licences, and actions of GitHub."""

import io
import re
import tomllib
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest
import yaml
from small_master import written

from pegasos_edu.teaching.masters import read_master
from pegasos_edu.teaching.targets.folders import classroom
from pegasos_edu.teaching.targets.packing import wheel

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "pegasos_edu"
VENDORED = tomllib.loads((PACKAGE / "vendored.toml").read_text("utf-8"))["vendored"]
# A file with other signs than text, or with a notice of somebody's rights, comes from elsewhere.
NOTICE = re.compile(r"(?i)copyright (\(c\)|©|\d)|@licen[sc]e|licen[sc]ed under|spdx-")


def tracked():
    """Return the files of the package, without those that Python makes."""
    paths = (path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(PACKAGE).as_posix(): path.read_bytes() for path in paths}


def is_foreign(content):
    try:
        lines = [line for line in content.decode("utf-8").splitlines() if NOTICE.search(line)]
    except UnicodeDecodeError:
        return True
    return not all(
        any(file["name"] in line for file in VENDORED) for line in lines
    )  # a notice may be about a listed file


def test_the_list_names_every_file_that_comes_from_elsewhere_and_each_is_as_listed():
    files = tracked()
    licences = {file["licence_file"] for file in VENDORED}
    foreign = {path for path, content in files.items() if is_foreign(content)} - licences
    assert foreign == {file["path"] for file in VENDORED}
    for file in VENDORED:
        assert sha256(files[file["path"]]).hexdigest() == file["sha256"], file["path"]
        assert file.keys() == {"path", "name", "version", "origin", "changes", "licence", "licence_file", "sha256"}
        assert file["version"] in file["origin"] and files[file["licence_file"]]


def test_the_list_agrees_with_the_places_that_make_the_files():
    font, readme = (
        (ROOT / path).read_text("utf-8") for path in (".ci/font", "pegasos_edu/browser/micropython/README.md")
    )
    for file in VENDORED:
        archive = file["origin"].split("registry.npmjs.org/")[1].split("/-/")[0]
        assert f"{archive}@{file['version']}" in (font if file["path"].startswith("common") else readme)


def test_the_project_declares_every_licence_and_the_expression_names_them():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    declared = set(project["license-files"])  # paths, because the build reads ** in another way than Python
    wanted = {f"pegasos_edu/{file['licence_file']}" for file in VENDORED}
    held = {f"pegasos_edu/{path}" for path in tracked() if re.search("LICEN[SC]E|OFL", path)}
    assert declared == wanted | held | {"LICENSE"}
    assert set(project["license"].split(" AND ")) == {"MIT", *(file["licence"] for file in VENDORED)}


@pytest.mark.parametrize("with_lessons", [False, True])
def test_the_learners_wheel_holds_the_licence_of_the_package_and_of_all_that_it_brings_along(with_lessons):
    packed = zipfile.ZipFile(io.BytesIO(wheel(with_lessons)[1]))
    names = set(packed.namelist())
    assert {f"pegasos_edu/{file[key]}" for file in VENDORED for key in ("path", "licence_file")} <= names
    (metadata,) = (packed.read(name).decode() for name in names if name.endswith("/METADATA"))
    (folder,) = (name.removesuffix("/METADATA") for name in names if name.endswith("/METADATA"))
    declared = re.findall("^License-File: (.*)$", metadata, re.MULTILINE)
    assert "LICENSE" in declared
    for name in declared:
        assert packed.read(f"{folder}/licenses/{name}").split() == (ROOT / name).read_bytes().split()


def workflows(folder):
    texts = {path.name: path.read_text("utf-8") for path in (ROOT / ".github" / "workflows").glob("*.yml")}
    handed_out = classroom(read_master(written(folder / "b7.ipynb")))
    return texts | {"classroom.yml": handed_out[".github/workflows/classroom.yml"].decode()}


def test_actions_are_pinned_by_the_hash_of_a_commit_with_the_version_beside_it(tmp_path):
    texts = workflows(tmp_path)
    assert len(texts) >= 3
    for name, text in texts.items():
        used = re.findall(r"uses: *(.*)", text)
        assert used and all(re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d[\d.]*", action) for action in used), name
        steps = [step for job in yaml.safe_load(text)["jobs"].values() for step in job["steps"]]
        assert len([step for step in steps if "uses" in step]) == len(used)
    pins = {action for text in texts.values() for action in re.findall(r"uses: *(.*)", text)}
    assert len(pins) == len({pin.split("@")[0] for pin in pins}), "one action has one version"


def test_a_workflow_asks_for_no_more_than_it_needs(tmp_path):
    for text in workflows(tmp_path).values():
        assert yaml.safe_load(text)["permissions"]
