/* A thread's perf event, read by the thread itself: in user space where the kernel lets it, else by read(2). */
#ifndef TARE_COUNTER_PAGE_H
#define TARE_COUNTER_PAGE_H

#include <linux/perf_event.h>
#include <stdint.h>

#include "pmc.h"

typedef const volatile struct perf_event_mmap_page counter_page;

/* Bit 2: cap_user_rdpmc. The bit fields of the header would be loaded and shifted one by one. */
#define COUNTER_PAGE_USER_READ (UINT64_C(1) << 2)

/* The counter is narrower than 64 bits, and signed: the kernel starts it below zero. */
static inline int64_t counter_page_sign_extended(uint64_t value, uint32_t width)
{
	uint32_t unused = (64 - width) & 63;

	return (int64_t)(value << unused) >> unused;
}

/*
 * One try to read the event in user space. 1, or 0: the event is not on the processor now, is not for user
 * space, or was moved meanwhile.
 *
 * The protocol is the kernel's own, in the comment on struct perf_event_mmap_page (linux/perf_event.h). Its
 * sequence lock only guards against the event being moved on this processor while this thread reads, so it
 * needs no memory barrier, only the compiler's: every access here is to something volatile.
 */
static inline int counter_page_try(counter_page *page, int64_t *count)
{
	uint32_t lock = page->lock;
	uint32_t index = page->index;
	int64_t sum = page->offset;

	if (__builtin_expect(index == 0 || !(page->capabilities & COUNTER_PAGE_USER_READ), 0))
		return 0;
	sum += counter_page_sign_extended(read_pmc(index - 1), page->pmc_width);
	*count = sum;
	return __builtin_expect(page->lock == lock && !(lock & 1), 1);
}

/*
 * What the event has counted in its own thread since it was opened, never scaled, whatever it takes. *count is
 * left alone on failure. page may be null: then it is read(2) alone.
 *
 * 0, or negative errno; -ENODATA: the event is pinned and lost its place on the processor for good
 * (perf_event_open(2), "pinned").
 */
int counter_page_read(counter_page *page, int descriptor, int64_t *count);

#endif
