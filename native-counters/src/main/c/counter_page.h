/* A thread's perf event, read by the thread itself: in user space where the kernel lets it, else by read(2). */
#ifndef TARE_COUNTER_PAGE_H
#define TARE_COUNTER_PAGE_H

#include <linux/perf_event.h>
#include <stdint.h>

typedef const volatile struct perf_event_mmap_page counter_page;

/*
 * What the event has counted in its own thread since it was opened, never scaled. *count is left alone on
 * failure. page may be null: then it is read(2) alone.
 *
 * 0, or negative errno; -ENODATA: the event is pinned and lost its place on the processor for good
 * (perf_event_open(2), "pinned").
 */
int counter_page_read(counter_page *page, int descriptor, int64_t *count);

#endif
