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


def setup(app):
    """Connect what this site changes in its pages."""
    app.connect("doctree-resolved", _name_cells)


def _name_cells(app, doctree, docname):
    """Put the title of its column before each cell of tables of four columns, which a narrow page shows as lists."""
    from docutils import nodes

    for table in doctree.findall(nodes.table):
        titles = [entry.astext() for head in table.findall(nodes.thead) for entry in head.findall(nodes.entry)]
        for row in table.findall(nodes.row) if len(titles) == 4 else ():
            if isinstance(row.parent, nodes.thead):
                continue
            for title, entry in list(zip(titles, row.children, strict=True))[1:3]:
                if entry.children and entry.astext():
                    entry.children[0].insert(0, nodes.inline("", f"{title}: ", classes=["cell-title"]))
