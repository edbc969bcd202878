"""The rooms of src/railyard: which floor each is on, and what each may use. See src/README.md for the reasons."""

# A room may include itself and rooms on lower floors, never one beside it or above.
FLOORS = {
    "base": 0,
    "input": 1,
    "topology": 2, "job": 2, "schedule": 2,
    "placement": 3, "memory": 3,
    "network": 4,
    "estimate": 5,
    "search": 6, "cluster": 6,
    "sweep": 7, "machine": 7, "diagram": 7, "output": 7,
}

# The core uses the standard library alone, and no more of it than libc++ 14 has: it is compiled to WebAssembly too.
CORE = {"base", "topology", "job", "schedule", "placement", "memory", "network", "estimate", "search"}

# Third-party headers by their first letters, and the rooms that may include them (None: every room outside the core).
THIRD_PARTY = {
    "yaml-cpp/": {"input"},
    "nlohmann/": {"output"},
    "graphviz/": {"diagram"},
    "hwloc": {"machine"},
    "pugixml": {"machine"},
    "sqlite3.h": {"sweep"},
    "tbb/": {"sweep"},
    "fmt/": None,
}


def is_loader(name):
    """The files of a core room that read YAML: they may include input/, and the rest of the core does without them."""
    stem = name.rsplit(".", 1)[0]
    return stem.startswith("load") or stem == "hugging_face" or stem.endswith("_keys")


def core_sources(src):
    """Every .cpp of the core below src/railyard that must do with the standard library, sorted."""
    return sorted(path for room in CORE for path in (src / "railyard" / room).rglob("*.cpp") if not is_loader(path.name))
