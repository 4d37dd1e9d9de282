"""What files of a study and installed packages add to the built-in methods, tables, figures and formats.

Whatever may be extended is kept in a `Registry`, to which built-in entries and those of plug-ins are added by the same
call. A plug-in is a module that makes it as it is run: a file that a study names in `plugins`, or an entry point of a
package, which is loaded when something unknown is named.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from rankpress.core.faults import Fault, FaultsFound, PluginPlace
from rankpress.core.store_key import take_key
from rankpress.wording.names import name_people

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

BUILT_IN, HERE = "rankpress", "this program"
"""Whose entries are those that no plug-in adds: built-in ones, and those that a program or notebook adds."""
_KINDS = ("tests", "adjustments", "effects", "topics", "tables", "figures", "loaders", "formats", "venues")
GROUPS = tuple(f"rankpress.{kind}" for kind in _KINDS)
"""The groups of entry points that are looked at."""
_MODULE = "rankpress_plugin_"
_Entry = TypeVar("_Entry")


@dataclass(frozen=True)
class Plugin:
    """Where entries come from."""

    name: str  # a file as the study names it, a package, or `HERE`
    version: str  # of a file or a program the beginning of its sha256, of a package its version
    source: str = ""  # the text of a file, which other processes run too
    modules: tuple[str, ...] = ()  # the modules of a package that were loaded

    @property
    def is_file(self) -> bool:
        """Whether a study names it."""
        return not self.modules and self.name != HERE


class Registry(MutableMapping[str, _Entry]):
    """Entries by name: the built-in ones, and those of plug-ins.

    Parameters
    ----------
    group : str
        The group of entry points that packages add entries by; empty where they add none.
    by : str
        The attribute of an entry that is its name.
    package : str
        The package whose modules add built-in entries as they are imported, which is done when the registry is first
        read; empty where the module of the registry adds them.
    order : callable, optional
        What those entries are sorted by, whichever module was imported first.
    """

    def __init__(
        self, group: str = "", by: str = "name", package: str = "", order: Callable[[_Entry], str] | None = None
    ) -> None:
        self._entries: dict[str, _Entry] = {}
        self.group, self._by, self._package, self._order = group, by, package, order
        self._owners: dict[str, str] = {}

    def _complete(self) -> None:
        """Import the modules that add built-in entries, once."""
        package, self._package = self._package, ""
        if package:
            for module in walk_packages(import_module(package).__path__, f"{package}."):
                import_module(module.name)
            if (order := self._order) is not None:
                self._entries = dict(sorted(self._entries.items(), key=lambda entry: order(entry[1])))

    def __getitem__(self, name: str) -> _Entry:
        if name not in self._entries:
            self._complete()
        return self._entries[name]

    def __setitem__(self, name: str, entry: _Entry) -> None:
        self._entries[name] = entry

    def __delitem__(self, name: str) -> None:
        del self._entries[name]

    def __iter__(self) -> Iterator[str]:
        self._complete()
        return iter(self._entries)

    def __len__(self) -> int:
        self._complete()
        return len(self._entries)

    def add(self, *entries: _Entry, of: str = BUILT_IN, function: Callable[..., Any] | None = None) -> None:
        """Add entries, built in or of a plug-in, that may call a function; one whose name is taken is a fault."""
        for entry in entries:
            name: str = getattr(entry, self._by)
            whose = self._owners.get(name)
            if whose is not None and (whose != of or of == BUILT_IN):
                message = f"the name {name!r} is taken by {whose}"
                raise FaultsFound([Fault(of, message, "a name of its own", "rename it")])
            self[name], self._owners[name] = entry, of
            name_people(getattr(entry, "title", ""))
            _undo.setdefault(of, []).append(partial(self._withdraw, name))
        if of == HERE and function is not None:
            _plugins[HERE] = Plugin(HERE, _short(_plugins[HERE].version if HERE in _plugins else "", _code(function)))
            _used[HERE] = None

    def _withdraw(self, name: str) -> None:
        self.pop(name, None)
        self._owners.pop(name, None)

    def finds(self, name: object) -> bool:
        """Return whether there is such an entry; a package that has it is loaded."""
        if not isinstance(name, str):
            return False
        self.load(name)
        whose = self._owners.get(name, BUILT_IN)
        if whose != BUILT_IN:
            _used[whose] = None
        return name in self

    def load(self, name: str) -> None:
        """Load the package that has an entry, unless it is there."""
        entry = None if name in self else _entry_points(self.group).get(name)
        if entry is not None:
            _load_package(entry)
            if name not in self:
                expected = f"a module that registers {name!r} as it is imported"
                message = f"{entry.value} did not register it"
                raise FaultsFound([Fault(f"entry point {name} of {self.group}", message, expected)])

    def in_use(self) -> list[_Entry]:
        """Return the built-in entries, and those of plug-ins that the study uses which was read last."""
        return [entry for name, entry in self.items() if self._owners.get(name, BUILT_IN) in (BUILT_IN, *_used)]

    def names(self) -> list[str]:
        """Return all names, with those that packages have."""
        return [*dict.fromkeys((*self, *_entry_points(self.group)))]


_plugins: dict[str, Plugin] = {}
_undo: dict[str, list[Callable[[], object]]] = {}
_used: dict[str, None] = {}
_loading: list[str] = []


def owner() -> str:
    """Return the plug-in that is being loaded."""
    return _loading[-1] if _loading else HERE


def _code(function: Callable[..., Any]) -> str:
    import inspect

    try:
        return inspect.getsource(function)
    except (OSError, TypeError):
        return repr(getattr(function, "__code__", function))


def _short(*texts: str) -> str:
    import hashlib  # late: the command line starts without it

    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:12]


def file_plugin(name: str, source: str) -> Plugin:
    """Return the plug-in that a file is."""
    return Plugin(name, _short(source), source)


def active() -> tuple[Plugin, ...]:
    """Return the plug-ins that the study uses that was read last."""
    return tuple(_plugins[name] for name in sorted(_used))


def versions() -> dict[str, str]:
    """Return the version of each plug-in in use, by what reports call it."""
    return {f"plug-in {plugin.name}": plugin.version for plugin in active()}


def only_here() -> bool:
    """Return whether something in use is known to this process alone."""
    return HERE in _used


def activate(plugins: Iterable[Plugin]) -> None:
    """Load the plug-ins of a study, and withdraw the files of others."""
    requested = {plugin.name: plugin for plugin in plugins}
    for name, plugin in [*_plugins.items()]:
        if plugin.is_file and requested.get(name) != plugin:
            withdraw(name)
    _used.clear()
    _used.update(dict.fromkeys([*requested, *([HERE] if HERE in _plugins else [])]))
    for name, plugin in requested.items():
        if plugin.modules:
            _import_package(plugin)
        elif name not in _plugins:
            _run_file(plugin)


def withdraw(name: str) -> None:
    """Take back all that a plug-in added."""
    for undo in _undo.pop(name, []):
        undo()
    plugin = _plugins.pop(name, None)
    _used.pop(name, None)
    if plugin is not None:
        sys.modules.pop(_MODULE + plugin.version, None)


@contextmanager
def _owned_by(name: str, expected: str) -> Iterator[None]:
    """Let entries belong to a plug-in; whatever it raises is its fault, and leaves nothing of it."""
    take_key()  # out of its reach
    _loading.append(name)
    try:
        yield
    except (Exception, SystemExit) as error:
        withdraw(name)
        if isinstance(error, FaultsFound):
            raise
        raise FaultsFound([fault_of(error, PluginPlace(name), expected)]) from error
    finally:
        _loading.pop()


def fault_of(error: BaseException, place: PluginPlace, expected: str) -> Fault:
    """Return what is wrong with a plug-in that raised an error, with the line of its file."""
    import traceback

    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == place.plugin and frame.lineno is not None]
    where = place.at_line(lines[-1]) if lines else place
    return Fault(where, f"the plug-in raised {type(error).__name__}: {error}", expected, "-v shows where it arose")


def _run_file(plugin: Plugin) -> None:
    module = ModuleType(_MODULE + plugin.version)
    module.__file__ = plugin.name
    with _owned_by(plugin.name, "a module of Python that registers its entries (docs: Add your own test)"):
        sys.modules[module.__name__] = module
        _plugins[plugin.name] = plugin
        exec(compile(plugin.source, plugin.name, "exec"), module.__dict__)  # which the user allowed


def _load_package(entry: EntryPoint) -> None:
    name, version = (entry.dist.name, entry.dist.version) if entry.dist else (entry.module, "")
    plugin = _plugins.get(name)
    _import_package(Plugin(name, version, modules=(*(plugin.modules if plugin else ()), entry.module)))


def _import_package(plugin: Plugin) -> None:
    if _plugins.get(plugin.name) == plugin:
        return
    with _owned_by(plugin.name, "a package that can be imported, or none"):
        for module in plugin.modules:
            import_module(module)
        _plugins[plugin.name] = plugin


@cache
def imported(path: str) -> Any:
    """Import the object at a path of the form of entry points, such as ``rankpress.stats.wilcoxon:wilcoxon``."""
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)


@cache
def _entry_points(group: str) -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # only where a name is not built in: it takes as long as all else

    entries = sorted(entry_points(group=group), key=lambda entry: (entry.name, entry.value))
    return {entry.name: entry for entry in entries}


def packages(groups: Iterable[str] = GROUPS) -> list[tuple[str, str, str]]:
    """Return package, version and name of each entry of installed packages."""
    entries = [entry for group in groups for entry in _entry_points(group).values()]
    return sorted({(entry.dist.name, entry.dist.version, entry.name) for entry in entries if entry.dist})


def belongs(module: str) -> bool:
    """Return whether a module is one of a plug-in in use, whose version is a part of what is cached."""
    packages = {name.partition(".")[0] for plugin in active() for name in plugin.modules}
    return module.startswith(_MODULE) or module.partition(".")[0] in packages
