"""The version of this package, told without reading its metadata (a test holds it equal to pyproject.toml)."""

VERSION = "0.1.0"
