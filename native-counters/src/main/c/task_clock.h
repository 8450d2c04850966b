/*
 * The software event whose mapped page tells of every switch of a thread: what the CPU metric needs, without
 * JNR-FFI, whose classes take longer to load than the rest of a start.
 */
#ifndef TARE_TASK_CLOCK_H
#define TARE_TASK_CLOCK_H

#include <stdint.h>
#include <sys/types.h>

#include "counter_page.h"

enum task_clock_call { TASK_CLOCK_OPEN, TASK_CLOCK_MAP, TASK_CLOCK_ENABLE };

/* Linux has no errno as large. */
#define TASK_CLOCK_ERRORS 4096

/*
 * Opens the event for a thread of this process, 0 being the calling one, and maps its page, which alone keeps it
 * open. The page's address, or -(call * TASK_CLOCK_ERRORS + errno).
 */
int64_t task_clock_open(pid_t thread);

/* Gives it back. */
void task_clock_close(counter_page *page);

#endif
