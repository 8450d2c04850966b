#define _GNU_SOURCE
#include "task_clock.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static int64_t refused(enum task_clock_call call, int error)
{
	return -((int64_t)call * TASK_CLOCK_ERRORS + error);
}

static size_t page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

int64_t task_clock_open(pid_t thread)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = PERF_ATTR_SIZE_VER1,
		.config = PERF_COUNT_SW_TASK_CLOCK,
		.disabled = 1,
		.pinned = 1,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};
	int descriptor = (int)syscall(SYS_perf_event_open, &attr, thread, -1, -1, PERF_FLAG_FD_CLOEXEC);
	int64_t result;
	void *page;

	if (descriptor < 0)
		return refused(TASK_CLOCK_OPEN, errno);
	page = mmap(0, page_size(), PROT_READ, MAP_SHARED, descriptor, 0);
	if (page == MAP_FAILED) {
		result = refused(TASK_CLOCK_MAP, errno);
	} else if (ioctl(descriptor, PERF_EVENT_IOC_ENABLE, 0) < 0) {
		result = refused(TASK_CLOCK_ENABLE, errno);
		munmap(page, page_size());
	} else {
		result = (int64_t)(intptr_t)page;
	}
	close(descriptor);
	return result;
}

void task_clock_close(counter_page *page)
{
	munmap((void *)(intptr_t)page, page_size());
}
