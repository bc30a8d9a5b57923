"""`becher explain`."""

import click

from becher.engine.cli.out import paint, say


@click.command()
@click.argument("code", required=False)
def command(code: str | None) -> None:
    """Tell what the code of a finding means. Without a code, list them all."""
    from becher.dsl.codes import CODES

    if code is None:
        for name, meaning in sorted(CODES.items()):
            say(f"{paint(name, 'bold')}  {meaning.severity:7}  {meaning.title}")
    elif (name := code.upper()) in CODES:
        meaning = CODES[name]
        say(f"{paint(name, 'bold')} ({meaning.severity}): {meaning.title}\n")
        say(click.wrap_text(meaning.explanation, 80, preserve_paragraphs=True))
    else:
        raise click.UsageError(f"there is no code {code!r}; `becher explain` lists them all")
