"""What is said about faults of syntax, and how reading goes on after one."""
