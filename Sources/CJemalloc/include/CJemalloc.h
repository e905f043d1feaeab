// A program into which this target is linked has its memory from jemalloc. After a flood, what is
// left lies scattered among what was there: the C library keeps twice as much of it, and gives back
// little of what lies between by itself.
#pragma once

extern const char *malloc_conf;
