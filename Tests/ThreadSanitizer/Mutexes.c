#if __has_feature(thread_sanitizer)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// The sanitizer sees what is compiled for it. `Mutex` of Swift's Synchronization is inlined where it
// is used, up to the point where somebody else has it: then the library calls the kernel, which is
// not seen, and whoever had to wait would seem to have no lock. These stand in front of the library's
// functions, under their names, and tell the sanitizer.

void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

typedef SWIFT void Lock(uint32_t thread, SELF);
typedef SWIFT _Bool TryLock(SELF);
typedef SWIFT void Unlock(SELF);

Lock lock_slow __asm__(LOCK);
TryLock try_lock_slow __asm__(TRY_LOCK);
Unlock unlock_slow __asm__(UNLOCK);

static Lock *lock;
static TryLock *try_lock;
static Unlock *unlock;

__attribute__((constructor)) static void find(void) {
  lock = (Lock *)dlsym(RTLD_NEXT, LOCK);
  try_lock = (TryLock *)dlsym(RTLD_NEXT, TRY_LOCK);
  unlock = (Unlock *)dlsym(RTLD_NEXT, UNLOCK);
}

SWIFT void lock_slow(uint32_t thread, SELF) {
  lock(thread, self);
  __tsan_acquire(self);
}

SWIFT _Bool try_lock_slow(SELF) {
  _Bool locked = try_lock(self);
  if (locked) __tsan_acquire(self);
  return locked;
}

SWIFT void unlock_slow(SELF) {
  __tsan_release(self);
  unlock(self);
}

#endif
