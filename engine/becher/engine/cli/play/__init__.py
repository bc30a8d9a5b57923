"""Playing at a terminal, through pipes, and unattended."""
