#define _GNU_SOURCE
#include "thread_counter.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { WAITING, ANSWERED, GONE };

/* The service answers in microseconds, in seconds where a machine is starved; a JVM may also be held still. */
#define PATIENCE_NANOS INT64_C(10000000000)
#define NANOS_PER_SECOND INT64_C(1000000000)

/* What a thread leaves when it ends; in glibc since 2.18, and in no header. */
extern int __cxa_thread_atexit_impl(void (*leave)(void *), void *counter, void *library);
extern void *__dso_handle __attribute__((visibility("hidden")));

__thread struct thread_counter *thread_counter_mine __attribute__((tls_model("initial-exec")));

static struct thread_counter nobodys = {.descriptor = -1, .state = ANSWERED};

static struct {
	uint32_t open;                   /* somebody sits there */
	uint32_t closed;                 /* nobody will, whoever still waits */
	uint32_t comings;                /* counts them; what the service sleeps on */
	struct thread_counter *arrivals; /* newest first */
	struct thread_counter *departures;
} service;

static int64_t nanos_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * NANOS_PER_SECOND + now.tv_nsec;
}

/* Returns when woken, when the word has another value, at the deadline, or for no reason at all. */
static void sleep_on(uint32_t *word, uint32_t value, int64_t deadline)
{
	struct timespec until = {deadline / NANOS_PER_SECOND, deadline % NANOS_PER_SECOND};

	syscall(SYS_futex, word, FUTEX_WAIT_BITSET_PRIVATE, value, &until, 0, FUTEX_BITSET_MATCH_ANY);
}

static void wake(uint32_t *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, 0, 0, 0);
}

static void push(struct thread_counter **list, struct thread_counter *counter)
{
	counter->next = __atomic_load_n(list, __ATOMIC_RELAXED);
	while (!__atomic_compare_exchange_n(list, &counter->next, counter, 1, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
		;
	thread_counter_wake_service();
}

/* One thread takes, many push: what it sees on top stays in the list until it takes it. */
static struct thread_counter *pop(struct thread_counter **list)
{
	struct thread_counter *top = __atomic_load_n(list, __ATOMIC_ACQUIRE);

	while (top && !__atomic_compare_exchange_n(list, &top, top->next, 1, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE))
		;
	return top;
}

static void leave(void *left)
{
	struct thread_counter *counter = left;

	/* Other things that end with the thread may still run Java code in it. */
	thread_counter_mine = &nobodys;
	if (counter->sequence)
		*counter->sequence = 0;
	if (counter->page || counter->descriptor >= 0)
		push(&service.departures, counter);
	else
		free(counter);
}

/* 0, or -ETIMEDOUT: the counter is the service's now. */
static int wait_for_answer(struct thread_counter *counter)
{
	int64_t deadline = nanos_now() + PATIENCE_NANOS;
	uint32_t state;

	push(&service.arrivals, counter);
	/* Either this thread sees that the service has ended, or the service sees this thread. */
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (__atomic_load_n(&service.closed, __ATOMIC_RELAXED))
		deadline = nanos_now();
	while ((state = __atomic_load_n(&counter->state, __ATOMIC_ACQUIRE)) == WAITING) {
		if (nanos_now() < deadline) {
			sleep_on(&counter->state, WAITING, deadline);
		} else if (__atomic_compare_exchange_n(&counter->state, &state, GONE, 0, __ATOMIC_ACQ_REL,
						       __ATOMIC_ACQUIRE)) {
			/* So that the next thread does not wait as long. */
			__atomic_store_n(&service.open, 0, __ATOMIC_RELAXED);
			return -ETIMEDOUT;
		}
	}
	return 0;
}

struct thread_counter *thread_counter_join(void)
{
	struct thread_counter *counter;

	thread_counter_mine = &nobodys;
	counter = calloc(1, sizeof *counter);
	if (!counter)
		return &nobodys;
	counter->descriptor = -1;
	counter->thread = (pid_t)syscall(SYS_gettid);
	if (__atomic_load_n(&service.open, __ATOMIC_RELAXED) && wait_for_answer(counter) != 0)
		return &nobodys;
	if (__cxa_thread_atexit_impl(leave, counter, &__dso_handle) != 0) {
		leave(counter);
		return &nobodys;
	}
	return thread_counter_mine = counter;
}

void thread_counter_exclude_thread(void)
{
	if (!thread_counter_mine)
		thread_counter_mine = &nobodys;
}

void thread_counter_start_service(void)
{
	__atomic_store_n(&service.closed, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&service.open, 1, __ATOMIC_RELAXED);
}

void thread_counter_stop_service(void)
{
	struct thread_counter *counter;

	__atomic_store_n(&service.open, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&service.closed, 1, __ATOMIC_RELAXED);
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	while ((counter = pop(&service.arrivals)))
		thread_counter_open(counter, 0, -1);
}

struct thread_counter *thread_counter_next_to_open(int64_t timeout_nanos)
{
	int64_t deadline = nanos_now() + timeout_nanos;
	uint32_t seen = __atomic_load_n(&service.comings, __ATOMIC_ACQUIRE);
	struct thread_counter *counter;

	thread_counter_start_service(); /* again, where a thread had lost patience */
	counter = pop(&service.arrivals);

	if (!counter && !__atomic_load_n(&service.departures, __ATOMIC_RELAXED)) {
		sleep_on(&service.comings, seen, deadline);
		counter = pop(&service.arrivals);
	}
	return counter;
}

void thread_counter_wake_service(void)
{
	__atomic_add_fetch(&service.comings, 1, __ATOMIC_RELEASE);
	wake(&service.comings);
}

int thread_counter_open(struct thread_counter *counter, counter_page *page, int descriptor)
{
	uint32_t state = WAITING;

	counter->page = page;
	counter->descriptor = descriptor;
	if (!__atomic_compare_exchange_n(&counter->state, &state, ANSWERED, 0, __ATOMIC_RELEASE,
					 __ATOMIC_ACQUIRE)) {
		free(counter);
		return -ETIMEDOUT;
	}
	wake(&counter->state);
	return 0;
}

struct thread_counter *thread_counter_next_to_close(void)
{
	return pop(&service.departures);
}
