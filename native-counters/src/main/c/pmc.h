/* The hardware counter with the kernel's index for it, read in user space. */
#ifndef TARE_PMC_H
#define TARE_PMC_H

#include <stdint.h>

#if defined(__x86_64__)

/* Faults where the kernel does not allow it: ask the mapped page first. */
static inline uint64_t read_pmc(uint32_t counter)
{
	uint32_t low, high;

	__asm__ volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(counter) : "memory");
	return (uint64_t)high << 32 | low;
}

#elif defined(__aarch64__)

#define CYCLE_COUNTER 31

#define READ_EVENT_COUNTER(n) \
	case n: \
		__asm__ volatile("mrs %0, pmevcntr" #n "_el0" : "=r"(value) : : "memory"); \
		return value

/* The register's number is part of the instruction: one instruction for each. */
static inline uint64_t read_pmc(uint32_t counter)
{
	uint64_t value;

	switch (counter) {
	READ_EVENT_COUNTER(0);
	READ_EVENT_COUNTER(1);
	READ_EVENT_COUNTER(2);
	READ_EVENT_COUNTER(3);
	READ_EVENT_COUNTER(4);
	READ_EVENT_COUNTER(5);
	READ_EVENT_COUNTER(6);
	READ_EVENT_COUNTER(7);
	READ_EVENT_COUNTER(8);
	READ_EVENT_COUNTER(9);
	READ_EVENT_COUNTER(10);
	READ_EVENT_COUNTER(11);
	READ_EVENT_COUNTER(12);
	READ_EVENT_COUNTER(13);
	READ_EVENT_COUNTER(14);
	READ_EVENT_COUNTER(15);
	READ_EVENT_COUNTER(16);
	READ_EVENT_COUNTER(17);
	READ_EVENT_COUNTER(18);
	READ_EVENT_COUNTER(19);
	READ_EVENT_COUNTER(20);
	READ_EVENT_COUNTER(21);
	READ_EVENT_COUNTER(22);
	READ_EVENT_COUNTER(23);
	READ_EVENT_COUNTER(24);
	READ_EVENT_COUNTER(25);
	READ_EVENT_COUNTER(26);
	READ_EVENT_COUNTER(27);
	READ_EVENT_COUNTER(28);
	READ_EVENT_COUNTER(29);
	READ_EVENT_COUNTER(30);
	case CYCLE_COUNTER:
		__asm__ volatile("mrs %0, pmccntr_el0" : "=r"(value) : : "memory");
		return value;
	default:
		return 0;
	}
}

#else
#error "no user-space counter known for this processor"
#endif

#endif
