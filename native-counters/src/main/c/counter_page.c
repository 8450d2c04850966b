#include "counter_page.h"

#include <errno.h>
#include <unistd.h>

/* Nothing moves an event this often; rather a system call than a loop without end. */
#define MAX_TRIES 64

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

int counter_page_read(counter_page *page, int descriptor, int64_t *count)
{
	int64_t seen;

	for (int tries = 0; page && tries < MAX_TRIES; tries++) {
		if (counter_page_try(page, &seen)) {
			*count = seen;
			return 0;
		}
	}
	return read_by_system_call(descriptor, count);
}
