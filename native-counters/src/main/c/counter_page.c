/*
 * The protocol is the kernel's own, in the comment on struct perf_event_mmap_page (linux/perf_event.h). Its
 * sequence lock only guards against the event being moved on this processor while this thread reads, so it
 * needs no memory barrier, only the compiler's.
 */
#include "counter_page.h"

#include <errno.h>
#include <unistd.h>

#include "pmc.h"

/* Bit 2: cap_user_rdpmc. The bit fields of the header would be loaded and shifted one by one. */
#define CAP_USER_RDPMC (UINT64_C(1) << 2)

/* Nothing moves an event this often; rather a system call than a loop without end. */
#define MAX_TRIES 64

#define compiler_barrier() __asm__ volatile("" : : : "memory")

static int read_by_system_call(int descriptor, int64_t *count)
{
	/* The event's read_format: TOTAL_TIME_ENABLED | TOTAL_TIME_RUNNING. */
	uint64_t fields[3];
	ssize_t length;

	do {
		length = read(descriptor, fields, sizeof fields);
	} while (length < 0 && errno == EINTR);
	if (length < 0)
		return -errno;
	if (length != sizeof fields)
		return -ENODATA;
	*count = (int64_t)fields[0];
	return 0;
}

/* The counter is narrower than 64 bits, and signed: the kernel starts it below zero. */
static inline int64_t sign_extended(uint64_t value, uint32_t width)
{
	uint32_t unused = (64 - width) & 63;

	return (int64_t)(value << unused) >> unused;
}

int counter_page_read(counter_page *page, int descriptor, int64_t *count)
{
	if (page) {
		for (int tries = 0; tries < MAX_TRIES; tries++) {
			uint32_t lock = page->lock;

			compiler_barrier();
			uint32_t index = page->index;
			if (index == 0 || !(page->capabilities & CAP_USER_RDPMC)) {
				if (page->lock == lock && !(lock & 1))
					break; /* not on the processor now, or not for user space */
				continue;
			}
			int64_t sum = page->offset + sign_extended(read_pmc(index - 1), page->pmc_width);

			compiler_barrier();
			if (__builtin_expect(page->lock == lock && !(lock & 1), 1)) {
				*count = sum;
				return 0;
			}
		}
	}
	return read_by_system_call(descriptor, count);
}
