#define _GNU_SOURCE
#include "thread_clock.h"

#include <linux/rseq.h>
#include <stddef.h>
#include <time.h>

#include "time_stamp.h"

#define NANOS_PER_SECOND INT64_C(1000000000)

/*
 * The kernel's own account leaves out what a hypervisor or an interrupt took of the thread's time, and the
 * time-stamp counter does not: so they are compared at least this often.
 */
#define LONGEST_GUESS_NANOS INT64_C(4000000)

/* A thread that is switched out again and again between the two readings of one comparison. */
#define MAX_TRIES 4

static uint64_t nanos_per_tick_q32;
static uint64_t longest_guess_ticks;
static int64_t sequence_offset;

/*
 * A critical section that no thread is ever in. The kernel demands a signature before the abort handler
 * (rseq(2)), and an address for each.
 */
extern const char tare_sequence_start[] __attribute__((visibility("hidden")));
extern const char tare_sequence_end[] __attribute__((visibility("hidden")));
extern const char tare_sequence_abort[] __attribute__((visibility("hidden")));

#if defined(__x86_64__)
#define SIGNATURE "0x53053053"
#define TRAP "ud2"
#elif defined(__aarch64__)
#define SIGNATURE "0xd428bc00"
#define TRAP "brk #1"
#endif

__asm__(".pushsection .text\n"
	".balign 8\n"
	".hidden tare_sequence_start, tare_sequence_end, tare_sequence_abort\n"
	".globl tare_sequence_start, tare_sequence_end, tare_sequence_abort\n"
	"tare_sequence_start: " TRAP "\n"
	"tare_sequence_end: " TRAP "\n"
	".balign 4\n"
	".long " SIGNATURE "\n"
	"tare_sequence_abort: " TRAP "\n"
	".popsection\n");

static struct rseq_cs sequence;

void thread_clock_scale(uint64_t tick_q32)
{
	nanos_per_tick_q32 = tick_q32;
	longest_guess_ticks = ((uint64_t)LONGEST_GUESS_NANOS << 32) / tick_q32;
}

void thread_clock_sequence_at(int64_t offset)
{
	sequence.start_ip = (uintptr_t)tare_sequence_start;
	sequence.post_commit_offset = (uint64_t)(tare_sequence_end - tare_sequence_start);
	sequence.abort_ip = (uintptr_t)tare_sequence_abort;
	sequence_offset = offset;
}

int64_t thread_clock_by_system_call(void)
{
	struct timespec used;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
	return used.tv_sec * NANOS_PER_SECOND + used.tv_nsec;
}

static inline int64_t guess(const struct thread_counter *counter, uint64_t ticks_since)
{
	return counter->base_nanos + (int64_t)nanos_of_few_ticks(ticks_since, nanos_per_tick_q32);
}

/*
 * The kernel's value, as of the middle of asking for it. False: something else ran meanwhile, for all that the
 * stamps tell: the caller knows more.
 */
static int compare(struct thread_counter *counter, int64_t *nanos)
{
	uint64_t before = time_stamp();
	int64_t used = thread_clock_by_system_call();
	uint64_t cost = time_stamp() - before;

	counter->base_nanos = used;
	counter->base_stamp = before + cost / 2;
	*nanos = guess(counter, cost - cost / 2);
	return cost < longest_guess_ticks;
}

/* The next reading asks the kernel again. */
static int64_t give_up(struct thread_counter *counter)
{
	counter->base_stamp = 0;
	return thread_clock_by_system_call();
}

static __attribute__((noinline)) int64_t compare_by_page(struct thread_counter *counter)
{
	int64_t nanos;

	if (!counter->page)
		return thread_clock_by_system_call();
	for (int tries = 0; tries < MAX_TRIES; tries++) {
		uint32_t lock = counter->page->lock;

		if (compare(counter, &nanos) && counter->page->lock == lock) {
			counter->base_lock = lock;
			return nanos;
		}
	}
	return give_up(counter);
}

/*
 * First the stamp, then the question whether it still holds: a switch between the two is seen, for what stands
 * later in a thread's program is run again after it.
 */
int64_t thread_clock_by_page(struct thread_counter *counter)
{
	uint64_t ticks = time_stamp() - counter->base_stamp;

	if (__builtin_expect(counter->page && counter->page->lock == counter->base_lock
			     && ticks < longest_guess_ticks, 1))
		return guess(counter, ticks);
	return compare_by_page(counter);
}

static __attribute__((noinline)) int64_t compare_by_sequence(struct thread_counter *counter)
{
	int64_t nanos;

	if (counter->thread == 0)
		return thread_clock_by_system_call(); /* shared by those who have none: not to be written */
	counter->sequence = (volatile uint64_t *)((char *)__builtin_thread_pointer() + sequence_offset
						  + offsetof(struct rseq, rseq_cs));
	for (int tries = 0; tries < MAX_TRIES; tries++) {
		*counter->sequence = (uintptr_t)&sequence;
		if (compare(counter, &nanos) && *counter->sequence == (uintptr_t)&sequence)
			return nanos;
	}
	return give_up(counter);
}

int64_t thread_clock_by_sequence(struct thread_counter *counter)
{
	uint64_t ticks = time_stamp() - counter->base_stamp;

	if (__builtin_expect(counter->sequence && *counter->sequence == (uintptr_t)&sequence
			     && ticks < longest_guess_ticks, 1))
		return guess(counter, ticks);
	return compare_by_sequence(counter);
}
