/*
 * The processor's time-stamp counter, and its ticks as nanoseconds.
 *
 * A tick's length travels as a fixed-point number with 32 bits of fraction: exact to 1e-9 for any counter
 * from 1 MHz to 10 GHz.
 */
#ifndef TARE_TIME_STAMP_H
#define TARE_TIME_STAMP_H

#include <stdint.h>

#if defined(__x86_64__)

/* Not before anything that stands earlier in the program: Intel SDM volume 2, RDTSC; AMD APM volume 3. */
static inline uint64_t time_stamp(void)
{
	uint32_t low, high;

	__asm__ volatile("lfence\n\trdtsc" : "=a"(low), "=d"(high) : : "memory");
	return (uint64_t)high << 32 | low;
}

#elif defined(__aarch64__)

/* CNTVCT_EL0 may be read ahead of earlier instructions without the barrier: Arm ARM, D12.2. */
static inline uint64_t time_stamp(void)
{
	uint64_t ticks;

	__asm__ volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(ticks) : : "memory");
	return ticks;
}

#else
#error "no time-stamp counter known for this processor"
#endif

/* At most a second's ticks: one multiplication, without a wider product. */
static inline uint64_t nanos_of_few_ticks(uint64_t ticks, uint64_t nanos_per_tick_q32)
{
	return ticks * nanos_per_tick_q32 >> 32;
}

#endif
