"""The hot loops, over plain arrays: compiled by numba where it is there, the same functions without it."""
