"""Files that others wrote are read as far as they go, and never waited for."""

import os
import tracemalloc
from pathlib import Path

import pytest

from rankpress.core.regular_files import content_of, link_target

MIB = 1 << 20


@pytest.mark.parametrize("size", [0, 1, MIB - 1, MIB, MIB + 1, 3 * MIB])
def test_whole_content(size, tmp_path):
    path = tmp_path / "a"
    path.write_bytes(content := os.urandom(size))
    assert content_of(path, size) == content
    if size:
        with pytest.raises(OSError, match="too large"):
            content_of(path, size - 1)


@pytest.mark.parametrize("size", [0, 100, 2 * MIB])
def test_no_more_memory_than_the_file_needs(size, tmp_path):
    (tmp_path / "a").write_bytes(bytes(size))
    tracemalloc.start()
    content_of(tmp_path / "a", 1 << 32)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < size + 2 * MIB


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="a system with files that state no size")
def test_file_that_states_no_size():
    assert content_of(Path("/proc/self/status"), MIB).startswith(b"Name:")


def test_nothing_but_files_is_opened(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path(os.devnull), Path("/dev/zero")):
        with pytest.raises(OSError, match="no regular file"):
            content_of(path, MIB)
    with pytest.raises(IsADirectoryError):
        content_of(tmp_path, MIB)
    with pytest.raises(FileNotFoundError):
        content_of(tmp_path / "none", MIB)


def test_links_that_lead_out(tmp_path):
    study, other = tmp_path / "study", tmp_path / "other"
    for folder in (study / "sub", other):
        folder.mkdir(parents=True)
        (folder / "a.css").write_text("")
    (study / "inside.css").symlink_to("sub/a.css")
    (study / "out.css").symlink_to(other / "a.css")
    (study / "folder").symlink_to(other)
    (tmp_path / "near").symlink_to(other)
    stays = ["sub/a.css", "inside.css", "sub/../inside.css", "../other/a.css", "none.css", "../none", "x" * 300]
    assert [link_target(Path(name), study) for name in stays] == [None] * len(stays)
    leads = ["out.css", "folder/a.css", "folder", "../near/a.css", str(study / "out.css")]
    real = other.resolve()
    expected = [real / "a.css", real / "a.css", real, real / "a.css", real / "a.css"]
    assert [link_target(Path(name), study) for name in leads] == expected
