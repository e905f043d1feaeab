// This target is written in the commits that follow.
