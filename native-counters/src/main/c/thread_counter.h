/*
 * What a thread needs in order to read its own metric, and the desk at which one thread of the agent opens
 * and closes it for all.
 *
 * A thread comes to the desk at its first reading and waits there for its counter; when it ends, it leaves
 * the counter at the desk. Everything in it belongs to the thread from the moment that the desk has answered
 * until it ends, and to the desk before and after.
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

	/* the desk's */
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

/* The calling thread is to have no counter, ever: it is the desk's, and would wait for itself. */
void thread_counter_exempt(void);

/* From here on threads come to the desk and wait, for somebody will sit there. Before, they go without. */
void thread_counter_open_desk(void);

/*
 * Nobody will sit at the desk any more: whoever waits there goes on without, and so does everybody later. By the
 * thread that sat there.
 */
void thread_counter_close_desk(void);

/* Waits at the desk. The next thread that came, or null when none came in time, one has left, or somebody wakes it. */
struct thread_counter *thread_counter_next_to_open(int64_t timeout_nanos);

/* Whoever sits at the desk looks up. */
void thread_counter_wake_desk(void);

/*
 * Lets the thread go on; null and -1 where there is nothing for it. 0, or -ETIMEDOUT: it no longer waits, page
 * and descriptor stay the caller's, and the counter is no more.
 */
int thread_counter_open(struct thread_counter *counter, counter_page *page, int descriptor);

/* A counter that an ended thread left, or null. The caller closes what is in it, and frees it. */
struct thread_counter *thread_counter_next_to_close(void);

#endif
