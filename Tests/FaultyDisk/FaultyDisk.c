#include "FaultyDisk.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MOST_FILES 64
#define SECTOR 512

// A write, or a change of the size where there are no bytes, that is not on the disk for certain.
typedef struct Change {
  struct Change *next;
  sqlite3_int64 offset;
  int count;
  unsigned char *bytes;
} Change;

// A file as it is on the disk, and what was written since it was synced last.
typedef struct {
  char *path;
  unsigned char *bytes;
  sqlite3_int64 size;
  Change *first;
  Change **last;
} Image;

typedef struct {
  sqlite3_file base;
  Image *image;
  sqlite3_file *real;
} File;

static sqlite3_vfs *system_vfs;
static sqlite3_vfs vfs;
static Image images[MOST_FILES];
static int image_count;
static long events[4];

static struct {
  int kinds;
  long number;
  int how;
  int lasting;
  int cuts_power;
} plan;
static long matched;
static int has_happened;
static int is_off;

static void drop_changes(Image *image) {
  while (image->first) {
    Change *change = image->first;
    image->first = change->next;
    free(change->bytes);
    free(change);
  }
  image->last = &image->first;
}

static void forget(Image *image) {
  drop_changes(image);
  free(image->path);
  free(image->bytes);
  memset(image, 0, sizeof(Image));
}

void faulty_reset(void) {
  for (int index = 0; index < image_count; index++) forget(&images[index]);
  image_count = 0;
  memset(events, 0, sizeof events);
  memset(&plan, 0, sizeof plan);
  matched = 0;
  has_happened = is_off = 0;
}

void faulty_fail(int kinds, long number, int how, int lasting) {
  plan.kinds = kinds;
  plan.number = number;
  plan.how = how;
  plan.lasting = lasting;
}

void faulty_cut_power(long number) {
  plan.kinds = FAULTY_WRITE | FAULTY_SYNC | FAULTY_OPEN | FAULTY_TRUNCATE;
  plan.number = number;
  plan.cuts_power = 1;
}

long faulty_events(int kinds) {
  long sum = 0;
  for (int kind = 0; kind < 4; kind++)
    if (kinds & 1 << kind) sum += events[kind];
  return sum;
}

int faulty_has_happened(void) { return has_happened; }

// Counts an event. Returns whether it fails.
static int fails(int kind) {
  for (int index = 0; index < 4; index++)
    if (kind == 1 << index) events[index]++;
  if (is_off) return 1;
  if (!plan.number || !(plan.kinds & kind)) return 0;
  matched++;
  if (matched < plan.number || (matched > plan.number && !plan.lasting)) return 0;
  has_happened = 1;
  is_off = plan.cuts_power;
  return 1;
}

// MARK: What is on the disk

static void resize(Image *image, sqlite3_int64 size) {
  if (size > image->size) {
    image->bytes = realloc(image->bytes, (size_t)size);
    memset(image->bytes + image->size, 0, (size_t)(size - image->size));
  }
  image->size = size;
}

static void apply(Image *image, const Change *change, int from, int count) {
  if (!change->bytes) {
    resize(image, change->offset);
    return;
  }
  sqlite3_int64 start = change->offset + from;
  if (start + count > image->size) resize(image, start + count);
  memcpy(image->bytes + start, change->bytes + from, (size_t)count);
}

static void note(Image *image, sqlite3_int64 offset, const void *bytes, int count) {
  if (!image) return;
  Change *change = calloc(1, sizeof(Change));
  change->offset = offset;
  change->count = count;
  if (bytes) {
    change->bytes = malloc((size_t)count + 1);
    memcpy(change->bytes, bytes, (size_t)count);
  }
  *image->last = change;
  image->last = &change->next;
}

static Image *image_of(const char *path, sqlite3_file *real) {
  for (int index = 0; index < image_count; index++)
    if (strcmp(images[index].path, path) == 0) return &images[index];
  if (image_count == MOST_FILES) return NULL;
  Image *image = &images[image_count++];
  image->path = strdup(path);
  image->last = &image->first;
  sqlite3_int64 size = 0;
  if (real->pMethods->xFileSize(real, &size) == SQLITE_OK && size > 0) {
    resize(image, size);
    real->pMethods->xRead(real, image->bytes, (int)size, 0);
  }
  return image;
}

static uint64_t next_random(uint64_t *state) {
  *state += 0x9E3779B97F4A7C15u;
  uint64_t mixed = *state;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
  return mixed ^ (mixed >> 31);
}

int faulty_write_rest(const char *path, const char *to, int loss, uint64_t seed) {
  for (int index = 0; index < image_count; index++) {
    Image *image = &images[index];
    if (strcmp(image->path, path) != 0) continue;
    for (Change *change = image->first; change; change = change->next) {
      int step = loss == FAULTY_TEAR && change->bytes ? SECTOR : change->count + 1;
      for (int from = 0; from == 0 || from < change->count; from += step) {
        int count = change->count - from < step ? change->count - from : step;
        if (loss == FAULTY_LOSE_ALL) continue;
        if (loss != FAULTY_LOSE_NONE && next_random(&seed) & 1) continue;
        apply(image, change, from, count);
      }
    }
    FILE *file = fopen(to, "wb");
    if (!file) return 1;
    // A store's files are for its owner alone.
    if (fchmod(fileno(file), 0600) != 0) return fclose(file), 1;
    size_t written = fwrite(image->bytes, 1, (size_t)image->size, file);
    return fclose(file) != 0 || written != (size_t)image->size;
  }
  return 1;
}

// MARK: The files

#define REAL(file) ((File *)(file))->real

static int file_close(sqlite3_file *file) {
  sqlite3_file *real = REAL(file);
  return real->pMethods ? real->pMethods->xClose(real) : SQLITE_OK;
}

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  return is_off ? SQLITE_IOERR_READ : REAL(file)->pMethods->xRead(REAL(file), bytes, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  if (fails(FAULTY_WRITE)) {
    if (plan.how == FAULTY_SHORT && !is_off) {
      REAL(file)->pMethods->xWrite(REAL(file), bytes, count / 2, offset);
      note(((File *)file)->image, offset, bytes, count / 2);
    }
    return plan.how == FAULTY_ENOSPC && !is_off ? SQLITE_FULL : SQLITE_IOERR_WRITE;
  }
  note(((File *)file)->image, offset, bytes, count);
  return REAL(file)->pMethods->xWrite(REAL(file), bytes, count, offset);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  if (fails(FAULTY_TRUNCATE)) return SQLITE_IOERR_TRUNCATE;
  note(((File *)file)->image, size, NULL, 0);
  return REAL(file)->pMethods->xTruncate(REAL(file), size);
}

// What is synced is on the disk of the plan; the real one is not waited for.
static int file_sync(sqlite3_file *file, int flags) {
  (void)flags;
  if (fails(FAULTY_SYNC)) return SQLITE_IOERR_FSYNC;
  Image *image = ((File *)file)->image;
  if (!image) return SQLITE_OK;
  for (Change *change = image->first; change; change = change->next)
    apply(image, change, 0, change->count);
  drop_changes(image);
  return SQLITE_OK;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  return REAL(file)->pMethods->xFileSize(REAL(file), size);
}

static int file_lock(sqlite3_file *file, int level) {
  return REAL(file)->pMethods->xLock(REAL(file), level);
}

static int file_unlock(sqlite3_file *file, int level) {
  return REAL(file)->pMethods->xUnlock(REAL(file), level);
}

static int file_check_lock(sqlite3_file *file, int *result) {
  return REAL(file)->pMethods->xCheckReservedLock(REAL(file), result);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
  return REAL(file)->pMethods->xFileControl(REAL(file), operation, argument);
}

static int file_sector(sqlite3_file *file) {
  (void)file;
  return SECTOR;
}

// The disk promises nothing.
static int file_characteristics(sqlite3_file *file) {
  (void)file;
  return 0;
}

static int file_map(sqlite3_file *file, int region, int size, int extends, void volatile **map) {
  return REAL(file)->pMethods->xShmMap(REAL(file), region, size, extends, map);
}

static int file_map_lock(sqlite3_file *file, int offset, int count, int flags) {
  return REAL(file)->pMethods->xShmLock(REAL(file), offset, count, flags);
}

static void file_map_barrier(sqlite3_file *file) {
  REAL(file)->pMethods->xShmBarrier(REAL(file));
}

static int file_unmap(sqlite3_file *file, int deletes) {
  return REAL(file)->pMethods->xShmUnmap(REAL(file), deletes);
}

static const sqlite3_io_methods methods = {
    2,           file_close,      file_read,    file_write,   file_truncate,
    file_sync,   file_size,       file_lock,    file_unlock,  file_check_lock,
    file_control, file_sector,    file_characteristics,
    file_map,    file_map_lock,   file_map_barrier, file_unmap,
    NULL,        NULL,
};

static int vfs_open(
    sqlite3_vfs *self, const char *path, sqlite3_file *file, int flags, int *out) {
  (void)self;
  File *opened = (File *)file;
  memset(opened, 0, sizeof(File));
  opened->real = (sqlite3_file *)(opened + 1);
  opened->real->pMethods = NULL;
  int isKept = path && flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL);
  if (isKept && fails(FAULTY_OPEN)) return SQLITE_CANTOPEN;
  int code = system_vfs->xOpen(system_vfs, path, opened->real, flags, out);
  if (code != SQLITE_OK) return code;
  if (isKept) opened->image = image_of(path, opened->real);
  opened->base.pMethods = &methods;
  return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *self, const char *path, int syncs) {
  (void)self;
  if (is_off) return SQLITE_IOERR_DELETE;
  for (int index = 0; index < image_count; index++) {
    if (strcmp(images[index].path, path) != 0) continue;
    drop_changes(&images[index]);
    images[index].size = 0;
  }
  return system_vfs->xDelete(system_vfs, path, syncs);
}

int faulty_register(void) {
  if (system_vfs) return SQLITE_OK;
  system_vfs = sqlite3_vfs_find(NULL);
  vfs = *system_vfs;
  vfs.zName = "faulty";
  vfs.pNext = NULL;
  vfs.szOsFile = (int)sizeof(File) + system_vfs->szOsFile;
  vfs.xOpen = vfs_open;
  vfs.xDelete = vfs_delete;
  return sqlite3_vfs_register(&vfs, 0);
}
