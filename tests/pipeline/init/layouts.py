"""Result files as programs and papers lay them out, made by hand, each with the study that is right."""

# ruff: noqa: E501
from __future__ import annotations

from dataclasses import dataclass, field
from zlib import crc32

SETS = ("harbor", "iris", "linen", "meadow", "quartz", "wine")
METHODS = ("RF", "SVM", "kNN", "Osprey")
MANY = (*SETS, "adult", "cobalt", "glass", "sonar", "tundra", "zoo")


@dataclass(frozen=True)
class Layout:
    """A layout: what `init --from` is given, its files, and what the study must hold."""

    name: str
    files: dict[str, str]
    given: str = ""
    datasets: tuple[str, ...] = SETS
    algorithms: tuple[str, ...] = METHODS
    metrics: dict[str, str] = field(default_factory=lambda: {"accuracy": "higher"})
    costs: tuple[str, ...] = ()
    splits: int = 1  # measurements of a cell: folds, repeats or test examples
    seeds: int = 0  # runs that a measurement is the mean of
    stopped: bool = False  # no study can be right, or the file leaves out what decides

    @property
    def source(self):
        """What `init --from` is given: the only file, unless another name is stated."""
        return self.given or next(iter(self.files))


def part(name):
    """Return a number from 0 to 1 that belongs to a name."""
    return crc32(repr(name).encode()) % 1000 / 999


def score(dataset, algorithm, split=0, base=0.55):
    """Return a score that depends on the data set most, then on the algorithm, then on the split."""
    own = (
        0.30 * part(dataset)
        + 0.08 * part(algorithm)
        + 0.03 * part((dataset, algorithm))
        + 0.02 * part((dataset, split))
    )
    return round(base + own + 0.004 * part((dataset, algorithm, split)), 4)


def each(dataset, split=0):
    return ",".join(str(score(dataset, a, split)) for a in METHODS)


def rows(header, *lines):
    return "\n".join([header, *lines, ""])


def grid(form, first=SETS, second=METHODS, third=range(1)):
    """Return a line for each data set, algorithm and split: {d}, {a}, {f} with {s} the score, {n} the line, {t} a time."""
    triples = [(d, a, f) for d in first for a in second for f in third]
    return [
        form.format(
            d=d,
            a=a,
            f=f,
            n=n,
            s=score(d, a, f),
            e=round(1 - score(d, a, f), 4),
            t=round(3 + 90 * part((d, a, f, "t")), 2),
        )
        for n, (d, a, f) in enumerate(triples)
    ]


def wide(corner, first=SETS, second=METHODS, *, more="", cells=""):
    """Return a table with a row a data set; `more` are further columns, `cells` theirs."""
    body = [
        f"{d}{cells.format(n=n, i=100 + 37 * n, p=part(d))}" + "".join(f",{score(d, a)}" for a in second)
        for n, d in enumerate(first)
    ]
    return rows(",".join([corner + more, *second]), *body)


def board(header, form, models, tasks, scale=100):
    """Return a leaderboard with a row a model: {m} its name, {n} its place, {mean} the mean, {scores} those of the tasks."""
    lines = []
    for n, m in enumerate(models):
        values = [round(scale * score(t, m), 2) for t in tasks]
        lines.append(
            form.format(
                m=m,
                n=n + 1,
                k=(7, 70, 13, 3, 34, 8)[n],
                mean=round(sum(values) / len(values), 2),
                scores=",".join(map(str, values)),
            )
        )
    return rows(header, *lines)


MODELS = ("Heron-7B", "Heron-70B", "Plover-13B", "Wren-3B", "Stork-34B", "Ibis-8B")
TASKS = ("ARC", "HellaSwag", "MMLU", "WinoGrande", "GSM8K")
TWO = ("harbor", "meadow")
RESAMPLES = ",".join(map(str, range(5)))


def per_resample(corner, algorithm, first=MANY):
    """Return the table of one estimator, a row a data set and a column a resample."""
    return rows(
        f"{corner},{RESAMPLES}", *(",".join([d, *(str(score(d, algorithm, f)) for f in range(5))]) for d in first)
    )


def with_rows(table, *further):
    return table + "".join(f"{line}\n" for line in further)


SCORE = {"score": "higher"}
LAYOUTS = (
    Layout("long file", {"results.csv": rows("dataset,algorithm,accuracy", *grid("{d},{a},{s}"))}),
    Layout("cross-validation with times", {"cv.csv": rows("data,classifier,fold,accuracy,fit_time", *grid("{d},{a},{f},{s},{t}", third=range(5)))}, splits=5, costs=("fit_time",)),
    Layout("seeds", {"runs.csv": rows("dataset,model,seed,accuracy", *grid("{d},{a},{f},{s}", third=range(3)))}, seeds=3),
    Layout("MLflow: search_runs export",
           {"runs.csv": rows("run_id,experiment_id,status,artifact_uri,start_time,end_time,params.dataset,params.model,metrics.test_accuracy,metrics.train_accuracy,tags.mlflow.user,tags.mlflow.source.type", *grid("3fa{n:03d}c,7,FINISHED,s3://runs/{n},2024-03-01 10:{n:02d}:00,2024-03-01 11:{n:02d}:00,{d},{a},{s},0.9{n:02d},ada,LOCAL"))},
           metrics={"metrics.test_accuracy": "higher"}),
    Layout("Weights & Biases: exported runs with seeds",
           {"wandb_export.csv": rows("Name,State,Created,Runtime,dataset,model,seed,lr,test/accuracy", *grid("run-{n},finished,2024-05-01T10:00:00Z,{t},{d},{a},{f},0.001,{s}", third=range(3)))},
           metrics={"test/accuracy": "higher"}, costs=("Runtime",), seeds=3),
    Layout("Weights & Biases: run names alone tell data set and model", {"wandb_export.csv": rows("Name,State,val_loss", *grid("{d}-{a}-{n},finished,{e}"))}, stopped=True),
    Layout("AutoML tool with time budgets", {"budgets.csv": rows("framework,task,constraint,auc", *(line for c in ("1h", "4h") for line in grid("{a},{d}," + c + ",{s}")))},
           algorithms=tuple(f"{a} / {c}" for a in METHODS for c in ("1h", "4h")), metrics={"auc": "higher"}),
    Layout("time-series bake-off: Resamples:", {f"tables/{a}_accuracy.csv": per_resample("Resamples:", a) for a in ("Rotor", "Tern")}, "tables", MANY, ("Rotor", "Tern"), splits=5),
    Layout("time-series bake-off: Estimators:", {"accuracy_mean.csv": wide("Estimators:", MANY)}, datasets=MANY, metrics={"accuracy_mean": "higher"}),
    Layout("resamples numbered in the header, a file an estimator", {f"scores/{a}.csv": per_resample("dataset", a) for a in ("rocket", "inception", "Tern")}, "scores/{algorithm}.csv", MANY,
           ("rocket", "inception", "Tern"), metrics=SCORE, splits=5),
    Layout("resamples numbered in the header of one file", {"rotor.csv": per_resample("dataset", "rotor")}, stopped=True),
    Layout("solver competition with a status of one value", {"runs.csv": rows("instance_id,status,solver,seconds", *grid("{d},solved,{a},{t}", MANY))}, datasets=MANY,
           metrics={"seconds": "lower"}),
    Layout("leaderboard with what describes the models",
           {"board.csv": board("rank,model,type,precision,params_b,Average,ARC,HellaSwag,MMLU,WinoGrande,GSM8K", "{n},{m},chat,bf16,{k},{mean},{scores}", MODELS, TASKS)}, datasets=TASKS,
           algorithms=MODELS, metrics=SCORE),
    Layout("paper: accuracies", {"table2.csv": wide("Dataset")}, metrics=SCORE),
    Layout("paper: nothing over the names", {"table2.csv": wide("")}, metrics=SCORE),
    Layout("paper: mean and average rank below", {"table2.csv": with_rows(wide("Dataset"), "Average,0.81,0.80,0.79,0.78", "Avg. rank,1.5,2.25,2.75,3.5")}, metrics=SCORE),
    Layout("paper: wins, ties and losses below", {"accuracy.csv": with_rows(wide("Dataset"), "Mean,0.81,0.80,0.79,0.78", "W/T/L,3/1/2,2/1/3,1/0/5,-", "p-value,0.03,0.2,0.04,-")}),
    Layout("paper: totals", {"accuracy.csv": with_rows(wide("data set"), "Total,4.9,4.8,4.7,4.6", "Wins,3,1,1,1", "Std,0.1,0.1,0.1,0.1")}),
    Layout("paper: columns that sum up",
           {"accuracy.csv": rows("Dataset,RF,SVM,kNN,Osprey,Best,Mean", *(f"{d}," + each(d) + f",{max(score(d, a) for a in METHODS)},{sum(score(d, a) for a in METHODS) / 4:.4f}" for d in SETS))}),
    Layout("paper: methods in rows, average and rank at the end",
           {"accuracy.csv": rows("Method," + ",".join(SETS) + ",Average,Rank", *(f"{a}," + ",".join(str(score(d, a)) for d in SETS) + f",{sum(score(d, a) for d in SETS) / 6:.4f},{n}" for n, a in enumerate(METHODS, 1)))}),
    Layout("paper: methods in rows, no word over them", {"accuracy.csv": rows("," + ",".join(SETS), *(f"{a}," + ",".join(str(score(d, a)) for d in SETS) for a in METHODS))}),
    Layout("paper: methods in rows, names that tell nothing",
           {"accuracy.csv": rows(",d01,d02,d03,d04,d05,d06,d07,d08", *(f"{a}," + ",".join(str(score(f"d0{n}", a)) for n in range(1, 9)) for a in ("GX", "GY", "GZ")))},
           datasets=tuple(f"d0{n}" for n in range(1, 9)), algorithms=("GX", "GY", "GZ")),
    Layout("paper: error rates", {"error_rates.csv": rows("Dataset,RF,SVM,kNN,Osprey", *(f"{d}," + ",".join(f"{1 - score(d, a):.4f}" for a in METHODS) for d in SETS))},
           metrics={"error_rates": "lower"}),
    Layout("paper: percentages, some whole",
           {"accuracy.csv": rows("Dataset,RF,SVM,kNN,Osprey", *(f"{d}," + ",".join(f"{100 * score(d, a):.0f}" if a == "kNN" else f"{100 * score(d, a):.1f}" for a in METHODS) for d in SETS))}),
    Layout("paper: ranks in parentheses", {"accuracy.csv": rows("Dataset,RF,SVM,kNN,Osprey", *(f"{d}," + ",".join(f"{score(d, a)} ({n})" for n, a in enumerate(METHODS, 1)) for d in SETS))}),
    Layout("paper: mean ± sd", {"accuracy.csv": rows("Dataset,RF,SVM,kNN,Osprey", *(f"{d}," + ",".join(f"{score(d, a)} ± 0.0{n}" for n, a in enumerate(METHODS, 1)) for d in SETS))}),
    Layout("paper: decimal commas", {"accuracy.csv": wide("Dataset").replace(",", ";").replace(".", ",")}),
    Layout("paper: a part of the methods has no result", {"accuracy.csv": with_rows(wide("Dataset", SETS[:5]), "wine,0.7,OOM,0.71,0.72")}, stopped=True),
    Layout("a column a fold",
           {"accuracy.csv": rows("dataset,classifier,fold1,fold2,fold3,fold4", *(f"{d},{a}," + ",".join(str(score(d, a, f)) for f in range(4)) for d in SETS for a in METHODS))}, splits=4),
    Layout("a column a fold, sizes and mean beside them",
           {"accuracy.csv": rows("dataset,n_instances,model,split0_test_score,split1_test_score,split2_test_score,mean_test_score,std_test_score", *(f"{d},{120 + n},{a}," + ",".join(str(score(d, a, f)) for f in range(3)) + f",{score(d, a)},0.01" for n, d in enumerate(SETS) for a in METHODS))},
           splits=3),
    Layout("wide, a row a fold", {"accuracy.csv": rows("dataset,fold,RF,SVM,kNN,Osprey", *(f"{d},{f}," + each(d, f) for d in SETS for f in range(5)))},
           splits=5),
    Layout("wide, a row a fold without its number",
           {"accuracy.csv": rows("dataset,RF,SVM,kNN,Osprey", *(f"{d}," + each(d, f) for d in SETS for f in range(5)))}, splits=5),
    Layout("long, several rows a cell without a number", {"runs.csv": rows("dataset,algorithm,accuracy", *grid("{d},{a},{s}", third=range(4)))}, splits=4),
    Layout("problems of two columns, runs without a number",
           {"sizes.out": rows("Size\tRadius\tAnt\tBee\tWasp", *("\t".join([str(s), str(r), *(str(int(s * score((s, r), a, f))) for a in ("Ant", "Bee", "Wasp"))]) for s in (100, 500, 1000) for r in (0.1, 0.2) for f in range(4)))},
           datasets=tuple(f"{s} / {r}" for s in (100, 500, 1000) for r in (0.1, 0.2)), algorithms=("Ant", "Bee", "Wasp"), metrics=SCORE, splits=4),
    Layout("running index without a name, long", {"r.csv": rows(",dataset,algorithm,accuracy", *grid("{n},{d},{a},{s}"))}),
    Layout("running index without a name, wide", {"accuracy.csv": rows(",dataset,RF,SVM,kNN,Osprey", *(f"{n},{d}," + each(d) for n, d in enumerate(SETS)))}),
    Layout("descriptor of ones", {"accuracy.csv": wide("dataset", more=",univariate", cells=",1")}),
    Layout("descriptors of the data sets", {"accuracy.csv": wide("dataset", more=",n_instances,n_features,n_classes,imbalance", cells=",{i},{n},2,{p:.3f}")}),
    Layout("outcomes on questions, numbered as folds are",
           {"answers.csv": rows("benchmark,split,system,acc", *(f"{d},{c},{a},{int(part((d, c, a)) < 0.7)}" for d in TWO for c in range(40) for a in METHODS))}, datasets=TWO,
           metrics={"acc": "higher"}, splits=40),
    Layout("signals within data sets", {"s.csv": rows("dataset,signal,model,f1", *(f"{d},{s},{a},{score((d, s), a)}" for d in SETS for s in ("ecg", "ppg", "eda") for a in METHODS))},
           datasets=tuple(f"{d} / {s}" for d in SETS for s in ("ecg", "ppg", "eda")), metrics={"f1": "higher"}),
    Layout("configurations of a method",
           {"c.csv": rows("dataset,method,configuration,accuracy", *(f"{d},{a},{c},{score(d, (a, c))}" for d in SETS for a in METHODS for c in ("default", "tuned")))},
           algorithms=tuple(f"{a} / {c}" for a in METHODS for c in ("default", "tuned"))),
    Layout("revisions of a model, each its own",
           {"c.csv": rows("dataset,model,revision,accuracy", *(f"{d},{a},{a.lower()}{c},{score(d, (a, c))}" for d in SETS for a in METHODS for c in (1, 2)))},
           algorithms=tuple(f"{a} / {a.lower()}{c}" for a in METHODS for c in (1, 2))),
    Layout("rows of training and test cases",
           {"t.csv": rows("dataset,model,split,accuracy", *(f"{d},{a},{s},{score(d, a, base=0.6 if s == 'train' else 0.5)}" for d in SETS for a in METHODS for s in ("train", "test")))}),
    Layout("hyperparameters beside the scores",
           {"h.csv": rows("dataset,model,learning_rate,depth,batch_size,accuracy", *(f"{d},{a},{(0.1, 0.01)[len(d + a) % 2]},{len(d) % 3 + 2},64,{score(d, a)}" for d in SETS for a in METHODS))}),
    Layout("scikit-learn: cv_results_ of one data set",
           {"cv_results.csv": rows("mean_fit_time,param_C,split0_test_score,split1_test_score,mean_test_score,std_test_score,rank_test_score", *(f"0.{n}1,{c},0.8{n},0.7{n},0.7{n},0.01,{n + 1}" for n, c in enumerate((0.1, 1, 10))))},
           stopped=True),
    Layout("regression with two directions", {"reg.csv": rows("dataset,regressor,rmse,r2", *grid("{d},{a},{e},{s}"))}, metrics={"rmse": "lower", "r2": "higher"}),
    Layout("black-box optimization: functions and dimensions",
           {"bbob.csv": rows("function,dimension,optimizer,regret", *(f"{g},{k},{a},{100 * score((g, k), a):.2f}" for g in ("sphere", "rastrigin", "ackley") for k in (2, 5, 10) for a in ("cma", "de", "pso")))},
           datasets=tuple(f"{g} / {k}" for g in ("sphere", "rastrigin", "ackley") for k in (2, 5, 10)), algorithms=("cma", "de", "pso"), metrics={"regret": "lower"}),
    Layout("a model and a seed a row, a column a task",
           {"m.csv": rows("model,seed," + ",".join(TASKS), *(f"{m},{f}," + ",".join(str(score(t, m, f)) for t in TASKS) for m in MODELS[:4] for f in range(3)))}, datasets=TASKS,
           algorithms=MODELS[:4], metrics=SCORE, splits=3),
    Layout("metrics of each method side by side",
           {"both.csv": rows("dataset,RF_acc,RF_f1,SVM_acc,SVM_f1,kNN_acc,kNN_f1", *(f"{d}," + ",".join(f"{score(d, a)},{score(d, a, 1)}" for a in ("RF", "SVM", "kNN")) for d in SETS))},
           stopped=True),
    Layout("pattern and column that agree", {f"runs/{d}.csv": rows("dataset,model,accuracy", *grid("{d},{a},{s}", (d,))) for d in SETS}, "runs/{dataset}.csv"),
    Layout("pattern that says more than the column", {f"runs/{d}.csv": rows("dataset,model,accuracy", *grid("test.csv,{a},{s}", (d,))) for d in SETS}, "runs/{dataset}.csv"),
    Layout("numbers alone, all else in the names", {f"out/{d}_{a}.dat": "".join(f"{score(d, a, f)}\n" for f in range(4)) for d in ("adult", "iris", "wine") for a in ("svm", "knn")}, "out",
           ("adult", "iris", "wine"), ("svm", "knn"), metrics=SCORE, splits=4),
    Layout("records of JSON", {"r.json": "[" + ",".join(f'{{"dataset": "{d}", "model": "{a}", "metrics": {{"accuracy": {score(d, a)}}}}}' for d in SETS for a in METHODS) + "]"},
           metrics={"metrics.accuracy": "higher"}),
    Layout("data sets by number", {"r.csv": rows("task_id,classifier,accuracy", *(f"{37 * i + 31},{a},{score(i, a)}" for i in range(8) for a in METHODS))},
           datasets=tuple(str(37 * i + 31) for i in range(8))),
    Layout("no words over the names, long", {"r.csv": rows("name,what,accuracy", *grid("{d},{a},{s}"))}),
    Layout("names that tell nothing in columns that tell nothing", {"r.csv": rows("x,y,accuracy", *(f"u{i},v{j},{score(('u', i), ('v', j))}" for i in range(8) for j in range(4)))},
           datasets=tuple(f"u{i}" for i in range(8)), algorithms=tuple(f"v{j}" for j in range(4))),
    Layout("standard deviation and rank beside a score", {"r.csv": rows("dataset,algorithm,accuracy,accuracy_std,rank", *grid("{d},{a},{s},0.01,2"))}),
    Layout("a name, a vendor that follows from it, and scores",
           {"r.csv": rows("dataset,domain,model,vendor,accuracy", *(f"{d},{('bio', 'text')[i % 2]},{a},{('Acme', 'Bolt')[j % 2]},{score(d, a)}" for i, d in enumerate(SETS) for j, a in enumerate(METHODS)))}),
    Layout("a sum up among the data sets of a long file", {"r.csv": rows("dataset,algorithm,accuracy", *grid("{d},{a},{s}"), *(f"Average,{a},0.8" for a in METHODS))}),
    Layout("methods named as descriptions of data are", {"accuracy.csv": wide("dataset", second=("Q-learning", "Deep learning", "Cost-sensitive SVM", "Min-Max"))},
           algorithms=("Q-learning", "Deep learning", "Cost-sensitive SVM", "Min-Max"), stopped=True),
    Layout("a method called Mean", {"accuracy.csv": wide("dataset", second=("Mean", "kNN", "RF", "Median"))}, stopped=True),
    Layout("methods called mean and median in the last rows",
           {"accuracy.csv": rows("imputer," + ",".join(SETS), *(f"{a}," + ",".join(str(score(d, a)) for d in SETS) for a in ("mice", "knn", "mean", "median")))}, stopped=True),
    Layout("more methods than data sets, which differ more, and no word over them",
           {"accuracy.csv": rows("," + ",".join(f"m{j}" for j in range(9)), *(f"d{i}," + ",".join(f"{0.1 * j + 0.02 * i + 0.01 * part((i, j)):.3f}" for j in range(9)) for i in range(4)))},
           stopped=True),
    Layout("long, data sets that differ less than methods, columns that tell nothing",
           {"r.csv": rows("left,right,accuracy", *(f"a{j},d{i},{0.1 * j + 0.02 * i + 0.01 * part((i, j)):.3f}" for i in range(4) for j in range(9)))}, stopped=True),
    Layout("teachers and students", {"r.csv": rows("dataset,model,teacher,accuracy", *(f"{d},{a},{t},{score(d, (a, t))}" for d in SETS for a in METHODS for t in ("big", "small")))},
           algorithms=tuple(f"{a} / {t}" for a in METHODS for t in ("big", "small"))),
    Layout("predictions in place of scores", {"p.csv": rows("id,truth,RF,SVM,kNN", *(f"{i},{i % 2},{(i * 3) % 2},{(i * 7) % 3 % 2},{(i * 5) % 4 % 2}" for i in range(12)))}, stopped=True),
    Layout("measures of each method side by side, times too",
           {"t.csv": rows("dataset," + ",".join(f"{a} accuracy,{a} time" for a in METHODS), *(f"{d}," + ",".join(f"{score(d, a)},{20 + 70 * part((d, a)):.1f}" for a in METHODS) for d in SETS))}),
    Layout("measures in blocks, the word before the name",
           {"t.csv": rows("dataset," + ",".join(f"time_{a}" for a in METHODS) + "," + ",".join(f"accuracy_{a}" for a in METHODS), *(f"{d}," + ",".join(f"{20 + 70 * part((d, a)):.1f}" for a in METHODS) + "," + each(d) for d in SETS))}),
    Layout("two header rows", {"t.csv": rows(",RF,,SVM,,kNN,,Osprey,", "dataset" + ",accuracy,time (s)" * 4, *(f"{d}," + ",".join(f"{score(d, a)},{1 + 7 * part((d, a)):.1f}" for a in METHODS) for d in SETS))}),
    Layout("mean and spread in columns of their own", {"accuracy.csv": rows("dataset," + ",".join(f"{a} mean,{a} std" for a in METHODS), *(f"{d}," + ",".join(f"{score(d, a)},{0.02 * part((d, a)):.3f}" for a in METHODS) for d in SETS))}),
    Layout("training and test accuracy of each method", {"t.csv": rows("dataset," + ",".join(f"{a} train acc,{a} test acc" for a in METHODS), *(f"{d}," + ",".join(f"{min(1, 0.1 + score(d, a, 9)):.4f},{score(d, a)}" for a in METHODS) for d in SETS))}, metrics={"test acc": "higher"}),
    Layout("seeds in columns of each method", {"accuracy.csv": rows("dataset," + ",".join(f"{a}_seed{f}" for a in METHODS for f in (0, 1, 2)), *(f"{d}," + ",".join(str(score(d, a, f)) for a in METHODS for f in range(3)) for d in SETS))}, stopped=True),
    Layout("a column for each model, a row a series and metric",
           {"evaluation.csv": rows("unique_id,metric,RF,SVM,kNN,Osprey", *(f"{d},{m}," + ",".join(f"{k * (1.2 - score(d, a)):.3f}" for a in METHODS) for m, k in (("mase", 1), ("smape", 11)) for d in SETS))}, metrics={"mase": "lower"}),
    Layout("wide, a row a data set and subset, training rows too",
           {"accuracy.csv": rows("dataset,subset,RF,SVM,kNN,Osprey", *(f"{d},{s}," + ",".join(str(score(d, a, base=0.5 + 0.1 * (s == "train"))) for a in METHODS) for s in ("train", "test") for d in SETS))}),
    Layout("right and wrong on questions, a column a model", {"graded.csv": rows("question,RF,SVM,kNN,Osprey", *(f"q{n}," + ",".join(str(int(part((n, a)) < 0.6)) for a in METHODS) for n in range(80)))}, stopped=True),
    Layout("neighbors of one method", {"knn.csv": rows("dataset,k,accuracy", *(f"{d},{k},{score(d, k)}" for d in SETS for k in (1, 3, 7, 15)))}, algorithms=("1", "3", "7", "15")),
    Layout("depths of one method, long names", {"depth.csv": rows("problem,max_depth,accuracy", *(f"{d},{k},{score(d, k)}" for d in SETS for k in (2, 4, 8, 16)))}, algorithms=("2", "4", "8", "16")),
    Layout("data sets by number under a word that says nothing", {"r.csv": rows("x,classifier,accuracy", *(f"{37 * i + 31},{a},{score(i, a)}" for i in range(8) for a in METHODS))}, datasets=tuple(str(37 * i + 31) for i in range(8))),
    Layout("numbers that may be folds or variants of one method", {"r.csv": rows("dataset,x,accuracy", *(f"{d},{k},{score(d, k)}" for d in SETS for k in range(1, 5)))}, stopped=True),
    Layout("German, semicolons, decimal commas", {"ergebnisse.csv": rows("Datensatz;Verfahren;Genauigkeit;Laufzeit", *(line.replace(".", ",") for line in grid("{d};{a};{s};{t}")))}, metrics={"Genauigkeit": "higher"}, costs=("Laufzeit",)),
    Layout("French", {"r.csv": rows("problème,méthode,erreur", *grid("{d},{a},{e}"))}, metrics={"erreur": "lower"}),
    Layout("comments above the header", {"r.csv": rows("# made by bench 3, do not edit", "# host: node7", "dataset,algorithm,accuracy", *grid("{d},{a},{s}"))}),
    Layout("header behind the sign of a comment", {"r.csv": rows("# seeds 1, 2 and 3", "# dataset,algorithm,accuracy", *grid("{d},{a},{s}"))}),
    Layout("units below the header", {"t.csv": rows("kernel,RF,SVM,kNN,Osprey", ",ms,ms,ms,ms", *(f"{d}," + ",".join(f"{3 + 90 * part((d, a)):.2f}" for a in METHODS) for d in SETS))}, metrics={"ms": "lower"}),
    Layout("units below the header of a long file", {"t.csv": rows("problem,solver,wall", ",,s", *grid("{d},{a},{t}"))}, metrics={"wall (s)": "lower"}),
    Layout("the mean of the others among the methods of a long file", {"r.csv": rows("dataset,algorithm,accuracy", *grid("{d},{a},{s}"), *(f"{d},ensemble mean,{sum(score(d, a) for a in METHODS) / 4:.4f}" for d in SETS))}),
    Layout("the average of the others among the methods of a long file", {"r.csv": rows("dataset,algorithm,accuracy", *grid("{d},{a},{s}"), *(f"{d},Average,{sum(score(d, a) for a in METHODS) / 4:.4f}" for d in SETS))}),
    Layout("an error in a row without a score", {"r.csv": rows("dataset,algorithm,accuracy,error", *(f"{line}," if "wine,SVM" not in line else "wine,SVM,,OOM" for line in grid("{d},{a},{s}")))}, stopped=True),
    Layout("two backbones and two heads", {"r.csv": rows("corpus,backbone,head,macro_f1", *(f"{d},{b},{h},{score(d, (b, h))}" for d in SETS for b in ("conv", "attn") for h in ("linear", "proto")))}, algorithms=tuple(f"{b} / {h}" for b in ("conv", "attn") for h in ("linear", "proto")), metrics={"macro_f1": "higher"}),
    Layout("metric of each data set its own", {"r.csv": rows("dataset,method,metric,value", *(f"{d},{a},{('auroc', 'rmse')[i % 2]},{score(d, a)}" for i, d in enumerate(SETS) for a in METHODS))}, stopped=True),
    Layout("solvers with a status", {"runs.csv": rows("instance,solver,cpu_s,status", *(f"{d},{a},{1 + 90 * part((d, a)):.2f},{'memout' if a == 'kNN' and i % 2 else 'ok'}" for i, d in enumerate(MANY) for a in METHODS))}, stopped=True),
    Layout("times with a limit", {"runtime_s.csv": rows("instance,RF,SVM,kNN", *(f"{d},{9 * part((d, 1)):.2f},{'>60' if i == 3 else 8.5},{7 * part((d, 3)):.2f}" for i, d in enumerate(SETS)))}, stopped=True),
    Layout("one data set in a wide table", {"accuracy.csv": rows("dataset,RF,SVM,kNN", "iris,0.91,0.93,0.95")}, stopped=True),
    Layout("accuracy and area of each method side by side", {"t.csv": rows("dataset," + ",".join(f"{a}/acc,{a}/auc" for a in METHODS), *(f"{d}," + ",".join(f"{score(d, a)},{0.9 - 0.3 * score(d, a):.4f}" for a in METHODS) for d in SETS))}, stopped=True),
)  # fmt: skip
