"""Games on a sheet: what boxes read and write, found on a ledger of blanks, and the tables of it."""
