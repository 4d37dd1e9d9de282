"""The algorithms of the benchmark: the eight kinds of Ulas et al. (2012), two more, and two null models.

Ulas, A., Yildiz, O. T. and Alpaydin, E. (2012). Cost-conscious comparison of supervised learning algorithms
over multiple data sets. Pattern Recognition 45, 1772-1781, 10.1016/j.patcog.2011.10.005. scikit-learn has not
all of their algorithms as they ran them; the docstring of each function says how near it comes.
"""

from collections.abc import Callable
from typing import Any

from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from benchmark.discriminant_tree import LinearDiscriminantTree

# scikit-learn has no type hints, hence Any. The arguments are columns, classes and the seed of the fold.
Classifier = Any
Maker = Callable[[int, int, int], Classifier]


def make_c45(columns: int, classes: int, seed: int) -> Classifier:
    """Make a tree that splits by entropy, near C4.5: binary splits, no gain ratio, other pruning."""
    return DecisionTreeClassifier(criterion="entropy", min_samples_leaf=2, ccp_alpha=0.005, random_state=seed)


def make_mdt(columns: int, classes: int, seed: int) -> Classifier:
    """Make a tree of linear discriminants; scikit-learn has none, so it is written here, without pruning."""
    return make_pipeline(StandardScaler(), LinearDiscriminantTree())


def make_mlp(columns: int, classes: int, seed: int) -> Classifier:
    """Make a perceptron with (columns + classes) / 2 hidden units, trained by L-BFGS.

    Only near: the paper trained by plain gradient descent. The weight decay makes the error surface steep
    enough for L-BFGS to reach its tolerance within the iterations.
    """
    network = MLPClassifier(
        hidden_layer_sizes=((columns + classes) // 2,),
        activation="tanh",
        solver="lbfgs",
        alpha=1.0,
        max_iter=5000,
        max_fun=20000,
        random_state=seed,
    )
    return make_pipeline(StandardScaler(), network)


def make_lnp(columns: int, classes: int, seed: int) -> Classifier:
    """Make a linear perceptron with softmax outputs, that is multinomial logistic regression with C = 1."""
    return make_pipeline(StandardScaler(), LogisticRegression(solver="lbfgs", max_iter=1000))


def make_svl(columns: int, classes: int, seed: int) -> Classifier:
    """Make a support vector machine with a linear kernel, LIBSVM as in the paper."""
    return make_pipeline(StandardScaler(), SVC(kernel="linear", C=1.0))


def make_sv2(columns: int, classes: int, seed: int) -> Classifier:
    """Make a support vector machine with the quadratic kernel (g x.y + 1)^2, LIBSVM as in the paper."""
    return make_pipeline(StandardScaler(), SVC(kernel="poly", degree=2, coef0=1.0, C=1.0))


def make_svr(columns: int, classes: int, seed: int) -> Classifier:
    """Make a support vector machine with a Gaussian kernel, LIBSVM as in the paper, default width."""
    return make_pipeline(StandardScaler(), SVC(kernel="rbf", C=1.0))


def make_5nn(columns: int, classes: int, seed: int) -> Classifier:
    """Make a 5-nearest-neighbour classifier with Euclidean distance."""
    return make_pipeline(StandardScaler(), KNeighborsClassifier(n_neighbors=5))


def make_rf(columns: int, classes: int, seed: int) -> Classifier:
    """Make a random forest of 100 trees (Breiman 2001, 10.1023/A:1010933404324)."""
    return RandomForestClassifier(n_estimators=100, n_jobs=1, random_state=seed)


def make_nb(columns: int, classes: int, seed: int) -> Classifier:
    """Make a naive Bayes classifier with one normal an attribute and class; 0/1 columns are treated alike."""
    return GaussianNB()


def make_majority(columns: int, classes: int, seed: int) -> Classifier:
    """Make the null model that always answers the most frequent class."""
    return DummyClassifier(strategy="most_frequent")


def make_empirical(columns: int, classes: int, seed: int) -> Classifier:
    """Make the null model that draws its answers from the classes' frequencies (Berrar 2017, section 7)."""
    return DummyClassifier(strategy="stratified", random_state=seed)


ALGORITHMS: dict[str, Maker] = {
    "c45": make_c45,
    "mdt": make_mdt,
    "mlp": make_mlp,
    "lnp": make_lnp,
    "svl": make_svl,
    "sv2": make_sv2,
    "svr": make_svr,
    "5nn": make_5nn,
    "rf": make_rf,
    "nb": make_nb,
    "majority": make_majority,
    "empirical": make_empirical,
}
