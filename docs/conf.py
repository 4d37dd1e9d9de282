"""The documentation site: `sphinx-build -W docs build/docs`."""

from importlib.metadata import version as installed

project = "rankpress"
author = "the rankpress authors"
copyright = "the rankpress authors"
release = version = installed("rankpress")

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "numpydoc"]
exclude_patterns = ["pictures"]
myst_heading_anchors = 3
# notebook.md is run, and what raises in it stops the build.
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_in_temp = True
# Pages of the repository are included as they are; their links to its other files lead nowhere on the site.
suppress_warnings = ["myst.xref_missing"]
autosummary_generate = True
numpydoc_show_class_members = False
autodoc_typehints = "none"

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["outputs.css"]
html_title = f"rankpress {release}"
