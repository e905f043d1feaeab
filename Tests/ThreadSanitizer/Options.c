#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)

#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

// What TSAN_OPTIONS or ASAN_OPTIONS says comes after this. Programs that the tests start often get no
// variables of theirs, so their options are here: the first report ends a process, and goes into a file
// of the folder `thread-reports` or `address-reports` beside the program, if there is one. Signals are
// the program's own: tests send them.
//
// The sanitizer calls this before it is ready: nothing here may be looked at by it, nor call what
// it stands in front of, such as memcpy.
#define UNSEEN __attribute__((disable_sanitizer_instrumentation, no_builtin))

UNSEEN static char *append(char *end, const char *text) {
  while (*text != 0) *end++ = *text++;
  *end = 0;
  return end;
}

UNSEEN static const char *options(const char *own, const char *reports) {
  static char options[4096];
  static char folder[2048];
  char *end = append(options, own);
  end = append(end, ":exitcode=66:log_exe_name=1:handle_segv=0:handle_sigbus=0:handle_sigfpe=0");
  long length = syscall(SYS_readlink, "/proc/self/exe", folder, sizeof folder / 2);
  while (length > 0 && folder[length - 1] != '/') length -= 1;
  if (length <= 0) return options;
  append(folder + length, reports);
  if (syscall(SYS_faccessat, AT_FDCWD, folder, W_OK | X_OK) != 0) return options;
  end = append(end, ":log_path=");
  end = append(end, folder);
  append(end, "/report");
  return options;
}

#if __has_feature(thread_sanitizer)

UNSEEN const char *__tsan_default_options(void) {
  return options("halt_on_error=1", "thread-reports");
}

// All empty arrays are this one, and who appends nothing to one writes its count, 0, anew.
UNSEEN const char *__tsan_default_suppressions(void) {
  return "race:^_swiftEmptyArrayStorage$\n";
}

#else

// What a program has when it ends is not given back.
UNSEEN const char *__asan_default_options(void) {
  return options("detect_leaks=0", "address-reports");
}

// Swift's library moves a value by a few bytes where a key path leads through an optional.
UNSEEN const char *__asan_default_suppressions(void) {
  return "interceptor_via_fun:*s7KeyPathC16_projectReadOnly*\n";
}

#endif
#endif
