#ifndef FAULTY_DISK_H
#define FAULTY_DISK_H

#include <stdint.h>

// A VFS for SQLite under the name "faulty", over that of the system: it counts what a store does with its
// files, has one thing fail, or all from one on, and knows what a power loss leaves of the files. There is
// one plan for the process; its calls must not overlap.

enum {
  FAULTY_WRITE = 1,
  FAULTY_SYNC = 2,
  FAULTY_OPEN = 4,
  FAULTY_TRUNCATE = 8,
};

enum {
  // The disk fails.
  FAULTY_EIO = 0,
  // The disk is full.
  FAULTY_ENOSPC = 1,
  // Half of what is written arrives, then the disk fails.
  FAULTY_SHORT = 2,
};

enum {
  // Nothing of what was not synced is there.
  FAULTY_LOSE_ALL = 0,
  // Some writes are there and others not, whichever came first.
  FAULTY_LOSE_SOME = 1,
  // The same of each sector of 512 bytes.
  FAULTY_TEAR = 2,
  // All of it is there.
  FAULTY_LOSE_NONE = 3,
};

// Registers the VFS, once.
int faulty_register(void);

// Forgets the files and the plan, and counts from 0 again.
void faulty_reset(void);

// Has the event of that number fail, of those whose kinds are in the mask, and with `lasting` all
// after it.
void faulty_fail(int kinds, long number, int how, int lasting);

// Has the power go before the event of that number: from then on nothing works.
void faulty_cut_power(long number);

// Writes what the power loss left of the file of that path to another; 1 where there is no such file.
int faulty_write_rest(const char *path, const char *to, int loss, uint64_t seed);

// How many events of these kinds there were.
long faulty_events(int kinds);

// Whether the plan came true.
int faulty_has_happened(void);

#endif
