/* How long the calling thread has waited for a processor since it began. */
#ifndef TARE_RUN_DELAY_H
#define TARE_RUN_DELAY_H

#include <stdint.h>

/*
 * In nanoseconds: the second number of /proc/thread-self/schedstat, see the kernel's
 * Documentation/scheduler/sched-stats.rst. A negative errno where it cannot be read.
 */
int64_t run_delay(void);

#endif
