/*
 * To be loaded before the C library: a wall clock that somebody sets, again and again. Each look at
 * it shows it a day later or a day earlier than the last; other clocks are left alone.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/time.h>
#include <time.h>

static const time_t DAY = 24 * 60 * 60;

static time_t step(void) {
  static volatile long looks;
  return __sync_fetch_and_add(&looks, 1) % 2 == 0 ? DAY : -DAY;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  static int (*real)(clockid_t, struct timespec *);
  if (real == NULL) {
    *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
  }
  int result = real(clock, now);
  if (result == 0 && clock == CLOCK_REALTIME) {
    now->tv_sec += step();
  }
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec precise;
  (void)zone;
  int result = clock_gettime(CLOCK_REALTIME, &precise);
  now->tv_sec = precise.tv_sec;
  now->tv_usec = precise.tv_nsec / 1000;
  return result;
}
