"""Games whose states may come back, solved part by part."""
