#ifndef BOARD_CAFFINITY_SHIM_H
#define BOARD_CAFFINITY_SHIM_H

// Swift's Glibc module leaves out sched_getaffinity(2) and sched_setaffinity(2), and imports no
// function with a variable number of arguments.
#include <sys/syscall.h>
#include <unistd.h>

// Fills `size` bytes with the processors that this thread may use, a bit for each.
// Returns the number of bytes that the system wrote, or -1.
static inline long board_get_affinity(void *set, unsigned long size) {
  return syscall(SYS_sched_getaffinity, 0, size, set);
}

// Returns 0, or -1.
static inline long board_set_affinity(const void *set, unsigned long size) {
  return syscall(SYS_sched_setaffinity, 0, size, set);
}

#endif
