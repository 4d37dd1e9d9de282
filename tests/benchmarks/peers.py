"""Programs of other packages that do a part of what a build does, each with its own Python.

`python tests/benchmarks --peers PYTHON` runs them: PYTHON has autorank, scikit-posthocs, aeon and jinja2 installed.
They read the same file of scores, and test, draw a critical difference diagram and write tables as far as they can.
"""

import sys

from measure import execute, run

AUTORANK = """
import sys, pandas
from autorank import autorank, latex_report
result = autorank(pandas.read_csv(sys.argv[1], index_col=0), alpha=0.05, force_mode="nonparametric")
latex_report(result, figure_path=sys.argv[2] + "/")
"""
POSTHOCS = """
import sys, pandas, matplotlib
import scikit_posthocs as sp
from matplotlib import pyplot
from scipy.stats import friedmanchisquare
scores = pandas.read_csv(sys.argv[1], index_col=0)
friedmanchisquare(*scores.T.to_numpy())
p, ranks = sp.posthoc_nemenyi_friedman(scores), scores.rank(axis=1, ascending=False).mean()
sp.critical_difference_diagram(ranks, p)
pyplot.savefig(sys.argv[2] + "/cd.pdf")
for name, table in ("ranks", ranks.to_frame()), ("p", p):
    open(f"{sys.argv[2]}/{name}.tex", "w").write(table.to_latex())
"""
AEON = """
import sys, pandas
from aeon.visualisation import plot_critical_difference
scores = pandas.read_csv(sys.argv[1], index_col=0)
figure, _, p = plot_critical_difference(scores.to_numpy(), list(scores.columns), return_p_values=True)
figure.savefig(sys.argv[2] + "/cd.pdf")
pandas.DataFrame(p).to_latex(sys.argv[2] + "/p.tex")
"""
PACKAGES = {"autorank": AUTORANK, "scikit-posthocs": POSTHOCS, "aeon": AEON}
MEANS = """
import sys, duckdb
query = "SELECT dataset, algorithm, avg(accuracy) FROM '{}' GROUP BY ALL".format(sys.argv[1] + "/scores.parquet")
duckdb.sql(query).fetchall()
"""


def package(title, folder, python):
    """Run a package on the scores in a folder."""
    return run(["-c", PACKAGES[title], f"{folder}/scores.csv", str(folder)], python=python, MPLBACKEND="agg")


def duckdb_means(folder):
    """Compute the mean of each cell by DuckDB alone."""
    return run(["-c", MEANS, str(folder)])


def make(folder):
    """Ask make whether a report is newer than the files of a study."""
    rule = "report: study.yaml $(wildcard runs/*)\n\ttouch report\n"
    (folder / "Makefile").write_text(rule, encoding="utf-8")
    execute(["make", "-C", str(folder)])
    return execute(["make", "-C", str(folder)])


YARDSTICKS = {"DuckDB's means": duckdb_means} | ({} if sys.platform == "win32" else {"make": make})
