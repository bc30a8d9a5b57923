"""The state machine: the one source of behaviour. Everything else is a driver over it."""
