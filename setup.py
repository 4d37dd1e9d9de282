"""Maps the four top-level folders into the one import namespace `rankpress`; all else is in pyproject.toml."""

from setuptools import find_packages, setup

FOLDERS = {
    "rankpress": "pipeline",
    "rankpress.stats": "stats",
    "rankpress.figures": "figures",
    "rankpress.templates": "templates",
}
DATA = ["css", "csv", "j2", "js", "toml", "yaml"]  # by name, or __pycache__ would be shipped too

setup(
    package_dir=FOLDERS,
    packages=[
        package
        for name, folder in FOLDERS.items()
        for package in (name, *(f"{name}.{child}" for child in find_packages(folder)))
    ],
    package_data={
        "": ["py.typed", *(f"**/*.{suffix}" for suffix in DATA)],
        "rankpress.spec": ["REFERENCE.md"],  # for `rankpress help`
    },
)
