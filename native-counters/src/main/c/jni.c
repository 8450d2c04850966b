/* The natives of dev.tare.runtime.clock.NativeReading, by name and type. What they mean stands in that class. */
#define _GNU_SOURCE
#include <errno.h>
#include <jni.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "counter_page.h"
#include "run_delay.h"
#include "task_clock.h"
#include "thread_clock.h"
#include "thread_counter.h"
#include "time_stamp.h"

#define NATIVE(type, name, ...) \
	JNIEXPORT type JNICALL Java_dev_tare_runtime_clock_NativeReading_##name(JNIEnv *env, jclass self, ##__VA_ARGS__)
#define UNUSED (void)env, (void)self

static struct thread_counter *counter_at(jlong address)
{
	return (struct thread_counter *)(intptr_t)address;
}

NATIVE(jlong, timeStamp)
{
	UNUSED;
	return (jlong)time_stamp();
}

NATIVE(void, scaleTimeStamp, jlong tick_q32)
{
	UNUSED;
	thread_clock_scale((uint64_t)tick_q32);
}

NATIVE(jlong, cpuBySystemCall)
{
	UNUSED;
	return thread_clock_by_system_call();
}

NATIVE(jlong, cpuByPage)
{
	UNUSED;
	return thread_clock_by_page(thread_counter_get());
}

NATIVE(void, sequenceAt, jlong offset)
{
	UNUSED;
	thread_clock_sequence_at(offset);
}

NATIVE(jlong, cpuBySequence)
{
	UNUSED;
	return thread_clock_by_sequence(thread_counter_get());
}

static __attribute__((noinline)) int64_t event_not_at_once(void)
{
	struct thread_counter *counter = thread_counter_get();
	int64_t count;

	if ((counter->page || counter->descriptor >= 0)
	    && counter_page_read(counter->page, counter->descriptor, &count) == 0)
		counter->last_count = count;
	return counter->last_count;
}

NATIVE(jlong, event)
{
	struct thread_counter *counter = thread_counter_mine;
	int64_t count;

	UNUSED;
	if (__builtin_expect(counter && counter->page && counter_page_try(counter->page, &count), 1))
		return counter->last_count = count;
	return event_not_at_once();
}

NATIVE(jlong, pageFaults)
{
	struct rusage usage;

	UNUSED;
	getrusage(RUSAGE_THREAD, &usage);
	return usage.ru_minflt + usage.ru_majflt;
}

NATIVE(jlong, contextSwitches)
{
	struct rusage usage;

	UNUSED;
	getrusage(RUSAGE_THREAD, &usage);
	return usage.ru_nvcsw + usage.ru_nivcsw;
}

NATIVE(jlong, runDelay)
{
	UNUSED;
	return run_delay();
}

NATIVE(jlong, openTaskClock, jint thread)
{
	UNUSED;
	return task_clock_open(thread);
}

NATIVE(void, closeTaskClock, jlong page)
{
	UNUSED;
	task_clock_close((counter_page *)(intptr_t)page);
}

NATIVE(jint, switches, jlong page)
{
	UNUSED;
	return (jint)((counter_page *)(intptr_t)page)->lock;
}

NATIVE(void, excludeThread)
{
	UNUSED;
	thread_counter_exclude_thread();
}

NATIVE(void, startService)
{
	UNUSED;
	thread_counter_start_service();
}

NATIVE(void, stopService)
{
	UNUSED;
	thread_counter_stop_service();
}

NATIVE(jlong, nextToOpen, jlong timeout_nanos)
{
	UNUSED;
	return (jlong)(intptr_t)thread_counter_next_to_open(timeout_nanos);
}

NATIVE(jint, open, jlong counter, jlong page, jint descriptor)
{
	UNUSED;
	return thread_counter_open(counter_at(counter), (counter_page *)(intptr_t)page, descriptor);
}

NATIVE(void, wakeService)
{
	UNUSED;
	thread_counter_wake_service();
}

NATIVE(jlong, nextToClose)
{
	UNUSED;
	return (jlong)(intptr_t)thread_counter_next_to_close();
}

NATIVE(jint, thread, jlong counter)
{
	UNUSED;
	return counter_at(counter)->thread;
}

NATIVE(jlong, page, jlong counter)
{
	UNUSED;
	return (jlong)(intptr_t)counter_at(counter)->page;
}

NATIVE(jint, descriptor, jlong counter)
{
	UNUSED;
	return counter_at(counter)->descriptor;
}

NATIVE(void, free, jlong counter)
{
	UNUSED;
	free(counter_at(counter));
}
