"""Text that is not in UTF-8 is read as its author wrote it, or refused with the encodings that would fit."""

import gzip
import hashlib
import re
import shlex
from pathlib import Path

import pytest

from rankpress.app.cli import main
from rankpress.checks.agreement import agreeing_scores
from rankpress.core.faults import FaultsFound
from rankpress.sources.encodings import encoding_of
from rankpress.spec.reading import read_study

WORDS = {
    "cp1252": ["Übersicht", "größer", "naïve", "Basis", "λ"],
    "latin-1": ["Übersicht", "año", "forêt"],
    "gb18030": ["决策树", "支持向量机", "随机森林"],
    "shift_jis": ["決定木", "ランダム", "近傍法"],
    "euc_kr": ["결정트리", "랜덤", "최근접"],
    "cp949": ["결정트리", "랜덤", "최근접", "똠방"],
    "euc_jp": ["決定木", "ランダム", "近傍法"],
    "big5": ["決策樹", "隨機森林", "支持向量機"],
    "cp1250": ["Přesnost", "náhodný les", "sieć", "döntési fák"],
    "cp1254": ["doğruluk", "ağaç", "şebeke"],
    "cp1253": ["δέντρο", "δάσος"],
    "cp1251": ["дерево", "лес", "сеть"],
    "utf-16": ["决策树", "größer", "лес"],
    "utf-16-le": ["决策树", "größer", "лес"],
}
STATED = [encoding for encoding in WORDS if encoding != "utf-16"]


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def table(encoding):
    words = [word for word in WORDS[encoding] if word.encode(encoding, "ignore")]
    return words, "\n".join(
        [f"dataset,{','.join(words)}", *(f"d{n},{','.join('123456'[: len(words)])}" for n in range(4)), ""]
    )


def read(name, stated=None):
    csv = f"  csv: {{encoding: {stated}}}\n" if stated else ""
    Path("study.yaml").write_text(
        f"scores:\n  files: {name}\n{csv}  layout: wide\n  metrics: [{{name: x, better: higher}}]\n"
    )
    return agreeing_scores(read_study("study.yaml")).metrics[0]


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("encoding", WORDS)
def test_words_are_read_as_written(encoding, packed):
    words, text = table(encoding)
    content = text.encode(encoding)
    name = "scores.csv.gz" if packed else "scores.csv"
    Path(name).write_bytes(gzip.compress(content) if packed else content)
    assert list(read(name, encoding if encoding in STATED else None).algorithms) == words


@pytest.mark.few
@pytest.mark.parametrize("encoding", [encoding for encoding in STATED if encoding != "utf-16-le"])
def test_a_refusal_names_an_encoding_that_reads_it(encoding):
    words, text = table(encoding)
    Path("scores.csv").write_bytes(text.encode(encoding))
    with pytest.raises(FaultsFound) as refused:
        read("scores.csv")
    offered = re.findall(r"in (\S+) it reads", str(refused.value))
    assert any(list(read("scores.csv", name).algorithms) == words for name in offered)


@pytest.mark.parametrize(
    ("encoding", "words"),
    [
        ("gb18030", ["宏平均F1", "BERT模型", "F值", "准确率(%)"]),
        ("shift_jis", ["平均F1", "LSTMモデル"]),
        ("cp949", ["정확도F1", "BERT모델"]),
    ],
)
def test_names_with_latin_letters_at_them_are_words(encoding, words):
    Path("scores.csv").write_bytes(f"dataset,{','.join(words)}\nd1,{','.join('1' * len(words))}\n".encode(encoding))
    with pytest.raises(FaultsFound, match=f"in {encoding} it reads"):
        read("scores.csv")


@pytest.mark.parametrize("words", [["größer", "für"], ["año", "forêt"]])
def test_accents_are_no_chinese(words):
    Path("scores.csv").write_bytes(f"dataset,{','.join(words)}\nd1,1,2\n".encode("cp1252"))
    with pytest.raises(FaultsFound) as refused:
        read("scores.csv")
    assert re.findall(r"in (\S+) it reads", str(refused.value)) in (["cp1252"], ["cp1252", "cp1250"])


def test_the_sum_of_a_file_is_that_of_its_bytes():
    """What reports list can be checked with sha256sum, however the text was encoded."""

    content = table("utf-16")[1].encode("utf-16")
    Path("scores.csv").write_bytes(content)
    Path("study.yaml").write_text(
        "scores:\n  files: scores.csv\n  layout: wide\n  metrics: [{name: x, better: higher}]\n"
    )
    scores = agreeing_scores(read_study("study.yaml"))
    assert [file.sha256 for file in scores.sources] == [hashlib.sha256(content).hexdigest()]


@pytest.mark.parametrize("stated", ["cp1252", "gb18030"])
@pytest.mark.parametrize("content", [b"PK\x03\x04\0\0", b"\xef\xbb\xbfa,b", b"\xff\xfe\0\0a\0\0\0"])
def test_what_is_no_such_text_stays_as_it_is(stated, content):
    assert encoding_of(content, stated) is None


def test_an_encoding_that_does_not_fit_is_named_with_the_line():
    Path("scores.csv").write_bytes(b"dataset,a,b\nd1,1,2\nd2,\xc3\xbc,2\n")
    with pytest.raises(FaultsFound, match="byte 0xc3 in line 3 is not valid ascii"):
        read("scores.csv", "ascii")


@pytest.mark.parametrize("stated", ["utf-9", "base64", "undefined"])
def test_no_encoding_of_text(stated):
    Path("scores.csv").write_text("dataset,a,b\nd1,1,2\n")
    with pytest.raises(FaultsFound, match=f"'{stated}' is no encoding of text"):
        read("scores.csv", stated)


@pytest.mark.parametrize("encoding", [encoding for encoding in STATED if encoding not in ("utf-16-le", "latin-1")])
def test_run_offers_a_command_that_reads_it(encoding, capsys):
    words, text = table(encoding)
    Path("scores.csv").write_bytes(text.encode(encoding))
    assert main(["run", "scores.csv", "--metric", "score", "--only", "markdown"]) == 2
    commands = [
        shlex.split(line, comments=True)[1:] for line in re.findall(r"rankpress run .*", capsys.readouterr().err)
    ]
    assert 1 <= len(commands) <= 5
    settings = [command[command.index("--set") + 1] for command in commands]
    assert any(list(read("scores.csv", each.partition("=")[2]).algorithms) == words for each in settings)
    assert all(command[:3] == ["run", "scores.csv", "--metric"] for command in commands)
