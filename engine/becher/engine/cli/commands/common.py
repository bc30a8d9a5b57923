"""Options that several commands share."""

import click

set_option = click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="Set an option of the game.")
lang_option = click.option("--lang", help="The language of labels, such as de; without it names stand as in the file.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON (docs/protocol.md).")
