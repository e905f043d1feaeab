#include "CJemalloc.h"

// jemalloc reads this variable when a program starts. Pages that nothing needs any more go back to the
// system after about a tenth of a second, whether or not the program does anything. Of the program's
// threads one does nearly all of the work.
const char *malloc_conf = "background_thread:true,dirty_decay_ms:100,muzzy_decay_ms:0,narenas:1";
