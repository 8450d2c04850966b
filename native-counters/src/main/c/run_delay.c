#include "run_delay.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* Three numbers of at most 20 digits. */
#define LONGEST_LINE 63

int64_t run_delay(void)
{
	char line[LONGEST_LINE + 1];
	int before = errno;
	int descriptor = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
	int64_t delay = -errno;
	ssize_t length;
	char *on_processor_end, *end;

	if (descriptor >= 0) {
		length = read(descriptor, line, LONGEST_LINE);
		delay = -errno;
		close(descriptor);
		if (length >= 0) {
			line[length] = '\0';
			strtoull(line, &on_processor_end, 10);
			delay = (int64_t)strtoull(on_processor_end, &end, 10);
			if (end == on_processor_end)
				delay = -EINVAL;
		}
	}
	errno = before;
	return delay;
}
