"""`python -m becher`."""

from becher.engine.cli.main import run

if __name__ == "__main__":
    run()
