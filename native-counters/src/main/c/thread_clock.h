/*
 * The CPU time of the current thread, in nanoseconds, without a system call for as long as the thread keeps
 * its processor.
 *
 * What the thread has used is asked of the kernel once, with the time-stamp counter beside it; while nothing
 * else has run here since, the present value is that plus the ticks since then. That nothing has is told by
 * the mapped page of a software event, whose lock moves whenever the thread is put on a processor, or by a
 * restartable sequence that the kernel withdraws whenever it takes the thread off.
 */
#ifndef TARE_THREAD_CLOCK_H
#define TARE_THREAD_CLOCK_H

#include <stdint.h>

#include "thread_counter.h"

/* A tick of the time-stamp counter, once, before the first reading. */
void thread_clock_scale(uint64_t nanos_per_tick_q32);

/* clock_gettime(CLOCK_THREAD_CPUTIME_ID). */
int64_t thread_clock_by_system_call(void);

int64_t thread_clock_by_page(struct thread_counter *counter);

/* The restartable sequence lies where the C library says: __rseq_offset from the thread pointer. */
void thread_clock_sequence_at(int64_t offset_from_thread_pointer);

int64_t thread_clock_by_sequence(struct thread_counter *counter);

#endif
