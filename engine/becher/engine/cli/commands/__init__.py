"""One file a command; each brings `command` and imports what is heavy only when it runs."""
