"""The commands, by name: a module is imported only when its command runs."""

from importlib import import_module

import click
from click.shell_completion import CompletionItem

# Short helps stand here, so that `becher --help` imports no command.
COMMANDS: dict[str, str] = {
    "check": "Check rule files: what is wrong, where, and what to do about it.",
    "fmt": "Write rule files in the one layout.",
    "explain": "Tell what the code of a finding means.",
    "list": "List the games on the shelf.",
    "tree": "Draw which game is a variant of which.",
    "show": "Show a game with everything its parents say.",
    "test": "Test games on their examples, their properties and playthroughs that are made up.",
    "rules": "Write the rule sheet of a game in German, English or Dutch.",
    "score": "Tell what each box would score for these dice at the start of a game.",
    "odds": "Tell the exact chance that a throw of so many dice is bust.",
    "play": "Play a game at the terminal, with real dice or drawn ones, against people and bots.",
    "solve": "Work out what perfect play is worth, exactly, from the rules alone.",
    "advise": "Price every choice in a state.",
    "review": "List the costliest mistakes of a game that was played.",
    "measure": "Measure a game: opening, length, how much decisions matter, what each rule is worth.",
    "simulate": "Play many games unattended and count.",
    "replay": "Play a save or log again: check each event, and show the result.",
}


class Commands(click.Group):
    """A group whose commands are modules under becher.engine.cli.commands, each with a `command`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"becher.engine.cli.commands.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            ctx.fail(f"there is no command {args[0]!r}{_suggest(args[0])}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        found = [CompletionItem(name, help=help) for name, help in COMMANDS.items() if name.startswith(incomplete)]
        return found + click.Command.shell_complete(self, ctx, incomplete)


def _suggest(name: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, COMMANDS, 1)
    return f"; did you mean {close[0]!r}?" if close else ""
