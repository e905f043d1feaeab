#if __has_feature(thread_sanitizer)

#define _GNU_SOURCE
#include <dlfcn.h>

// Swift's runtime tells the sanitizer that a task goes on after its continuation was resumed, but
// not where that was before the task waited for it. What follows a call that may wait gives back the
// memory of the call first. This stands in front of the runtime's function for that, and tells the
// sanitizer that whatever was said of the task until now lies behind it.

void __tsan_acquire(void *address);

#define SWIFT __attribute__((swiftcall))

typedef SWIFT void Deallocate(void *memory);

SWIFT void *swift_task_getCurrent(void);
Deallocate swift_task_dealloc;

static Deallocate *deallocate;

__attribute__((constructor)) static void find(void) {
  deallocate = (Deallocate *)dlsym(RTLD_NEXT, "swift_task_dealloc");
}

SWIFT void swift_task_dealloc(void *memory) {
  deallocate(memory);
  void *task = swift_task_getCurrent();
  if (task) __tsan_acquire(task);
}

#endif
