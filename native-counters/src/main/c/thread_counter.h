/*
 * What a thread needs in order to read its own metric, and the counter service, by which one thread of the agent
 * opens it.
 *
 * At its first reading a thread asks the service for its counter and waits; when it ends, it returns the counter to
 * the service. Everything in a counter belongs to the thread from the service's answer to the thread's end, and to
 * the service before and after.
 */
#ifndef TARE_THREAD_COUNTER_H
#define TARE_THREAD_COUNTER_H

#include <stdint.h>
#include <sys/types.h>

#include "counter_page.h"

struct thread_counter {
	counter_page *page; /* null: none */
	int descriptor;     /* -1: none */

	/* event: where it could not be read, the last value stands still */
	int64_t last_count;

	/* thread clock: CPU nanoseconds at a time stamp, good for as long as the thread stays where it is */
	int64_t base_nanos;
	uint64_t base_stamp;
	uint32_t base_lock;
	volatile uint64_t *sequence; /* this thread's rseq.rseq_cs, null: none */

	/* the service's */
	pid_t thread;
	uint32_t state;
	struct thread_counter *next;
};

/* The current thread's counter; null before its first reading. */
extern __thread struct thread_counter *thread_counter_mine
	__attribute__((tls_model("initial-exec"), visibility("hidden")));

/* The slow path of a thread's first reading. Never null, never fails: a thread may get a counter that has nothing. */
struct thread_counter *thread_counter_join(void);

static inline struct thread_counter *thread_counter_get(void)
{
	struct thread_counter *mine = thread_counter_mine;

	return __builtin_expect(mine != 0, 1) ? mine : thread_counter_join();
}

/* The calling thread is to have no counter, ever: it is the service's, and would wait for itself. */
void thread_counter_exclude_thread(void);

/* From here on threads wait for their counters. Before, they go without. */
void thread_counter_start_service(void);

/*
 * Ends the service: threads that wait go on without a counter, and so do all that come later. By the service's own
 * thread.
 */
void thread_counter_stop_service(void);

/* Waits at the service. The next thread that came, or null when none came in time, one has left, or somebody wakes it. */
struct thread_counter *thread_counter_next_to_open(int64_t timeout_nanos);

/* Ends the service's wait. */
void thread_counter_wake_service(void);

/*
 * Lets the thread go on; null and -1 where there is nothing for it. 0, or -ETIMEDOUT: it no longer waits, page
 * and descriptor stay the caller's, and the counter is no more.
 */
int thread_counter_open(struct thread_counter *counter, counter_page *page, int descriptor);

/* A counter that an ended thread left, or null. The caller closes what is in it, and frees it. */
struct thread_counter *thread_counter_next_to_close(void);

#endif
