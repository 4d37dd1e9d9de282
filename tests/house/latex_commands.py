"""Write pipeline/core/latex_commands.toml: the commands that LaTeX has, so that no label of a study may be one of them.

LuaLaTeX lists them: its primitives, and all that LaTeX and the packages of report.tex define.
"""

import subprocess
import tempfile
import textwrap
from pathlib import Path

LISTED = Path(__file__).parents[2] / "pipeline" / "core" / "latex_commands.toml"
STEMS = ("lua", "pdf", "tex", "Umath")
SOURCE = r"""\documentclass{article}\usepackage{booktabs,longtable,graphicx,pdflscape}\begin{document}
\directlua{local file = io.open("names", "w")
for _, of in ipairs({tex.hashtokens(), tex.primitives()}) do for _, name in ipairs(of) do
if name:match("^[A-Za-z]+$") then file:write(name .. " ") end end end file:close()}\end{document}"""


def main() -> None:
    """Write the file."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "a.tex").write_text(SOURCE, encoding="utf-8")
        command = ["lualatex", "-interaction=batchmode", "a.tex"]
        subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=120)
        names = {*Path(folder, "names").read_text(encoding="utf-8").split()}
    others = sorted(name for name in names if not name.startswith(STEMS))
    lines = textwrap.wrap(" ".join(others), 118, break_long_words=False)
    head = "# Commands of LaTeX, which no label of a study may be: written by tests/house/latex_commands.py.\n"
    stems = ", ".join(f'"{stem}"' for stem in STEMS)
    body = "\n".join(lines)
    LISTED.write_text(f'{head}stems = [{stems}]\nnames = """\n{body}\n"""\n', encoding="utf-8", newline="")


if __name__ == "__main__":
    main()
