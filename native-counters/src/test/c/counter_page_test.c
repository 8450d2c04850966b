/*
 * counter_page.c against a page made by hand. The kernel of this test keeps a true 64-bit count behind a
 * narrow hardware counter, and moves the event about while it is being read.
 */
#include "counter_page.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HARDWARE_INDEX 3
#define UNTOUCHED INT64_C(-77)

static struct perf_event_mmap_page page;
static uint64_t hardware;                      /* the whole register; what is read has page.pmc_width bits */
static void (*while_reading)(void);
static int hardware_readings;

static int failures;

#define CHECK_EQUAL(expected, actual) check(__LINE__, #actual, (long long)(expected), (long long)(actual))

static void check(int line, const char *what, long long expected, long long actual)
{
	if (expected != actual) {
		fprintf(stderr, "line %d: %s is %lld, not %lld\n", line, what, actual, expected);
		failures++;
	}
}

static uint64_t mask(unsigned width)
{
	return width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

uint64_t read_pmc(uint32_t counter)
{
	uint64_t value = hardware & mask(page.pmc_width);

	CHECK_EQUAL(HARDWARE_INDEX - 1, counter);
	hardware_readings++;
	if (while_reading)
		while_reading();
	return value;
}

/* A descriptor from which these bytes are read, and then nothing more. */
static int descriptor_of(const void *bytes, size_t length)
{
	int ends[2];

	if (pipe(ends) != 0 || write(ends[1], bytes, length) != (ssize_t)length) {
		perror("pipe");
		exit(2);
	}
	close(ends[1]);
	return ends[0];
}

static int64_t signed_hardware(unsigned width)
{
	uint64_t value = hardware & mask(width);
	uint64_t sign = UINT64_C(1) << (width - 1);

	return (int64_t)((value ^ sign) - sign);
}

/* What the kernel does when it puts the event on the processor: perf_event_update_userpage(). */
static void place(int64_t count, unsigned width)
{
	page.lock++;
	page.index = HARDWARE_INDEX;
	page.capabilities = COUNTER_PAGE_USER_READ;
	page.pmc_width = (uint16_t)width;
	page.offset = (int64_t)((uint64_t)count - (uint64_t)signed_hardware(width));
	page.lock++;
}

static int64_t read_in_user_space(void)
{
	int64_t count = UNTOUCHED;

	CHECK_EQUAL(0, counter_page_read(&page, -1, &count));
	return count;
}

static void each_width_is_sign_extended(void)
{
	static const unsigned widths[] = {32, 48, 64};

	for (int i = 0; i < 3; i++) {
		unsigned width = widths[i];
		uint64_t below_zero = UINT64_MAX << (width - 1);

		memset(&page, 0, sizeof page);
		hardware = below_zero;
		place(1000, width);
		CHECK_EQUAL(1000, read_in_user_space());
		hardware += 5;
		CHECK_EQUAL(1005, read_in_user_space());
		hardware = 0; /* from the most negative value to zero: half the counter's range */
		CHECK_EQUAL((int64_t)(1000 + (UINT64_C(1) << (width - 1))), read_in_user_space());
	}
}

static int moves_left;
static int64_t true_count;
static unsigned true_width;

/* The event is taken off the counter and put back on another: the reading in progress is worth nothing. */
static void move_event(void)
{
	if (moves_left-- > 0) {
		hardware = UINT64_C(0x1234567) * (unsigned)moves_left;
		true_count += 10;
		place(true_count, true_width);
	}
}

static void a_torn_reading_is_read_again(void)
{
	memset(&page, 0, sizeof page);
	true_width = 48;
	true_count = 500;
	hardware = 99;
	place(true_count, true_width);
	moves_left = 3;
	hardware_readings = 0;
	while_reading = move_event;
	CHECK_EQUAL(530, read_in_user_space());
	while_reading = 0;
	CHECK_EQUAL(4, hardware_readings);
}

static void a_page_that_is_never_whole_is_read_by_system_call(void)
{
	const uint64_t fields[3] = {4711, 20, 20};
	int descriptor = descriptor_of(fields, sizeof fields);
	int64_t count = UNTOUCHED;

	memset(&page, 0, sizeof page);
	place(1, 48);
	page.lock++;
	CHECK_EQUAL(0, counter_page_read(&page, descriptor, &count));
	CHECK_EQUAL(4711, count);
	close(descriptor);
}

static void an_event_off_the_processor_is_read_by_system_call(void)
{
	const uint64_t fields[3] = {815, 20, 10};
	int descriptor = descriptor_of(fields, sizeof fields);
	int64_t count = UNTOUCHED;

	memset(&page, 0, sizeof page);
	place(1, 48);
	page.index = 0;
	hardware_readings = 0;
	CHECK_EQUAL(0, counter_page_read(&page, descriptor, &count));
	CHECK_EQUAL(815, count);
	CHECK_EQUAL(0, hardware_readings);
	close(descriptor);
}

static void without_leave_the_hardware_is_not_touched(void)
{
	const uint64_t fields[3] = {916, 20, 20};
	int descriptor = descriptor_of(fields, sizeof fields);
	int64_t count = UNTOUCHED;

	memset(&page, 0, sizeof page);
	place(1, 48);
	page.capabilities &= ~COUNTER_PAGE_USER_READ;
	hardware_readings = 0;
	CHECK_EQUAL(0, counter_page_read(&page, descriptor, &count));
	CHECK_EQUAL(916, count);
	CHECK_EQUAL(0, hardware_readings);
	close(descriptor);
}

static void without_a_page_it_is_the_system_call_alone(void)
{
	const uint64_t fields[3] = {1017, 20, 20};
	int descriptor = descriptor_of(fields, sizeof fields);
	int64_t count = UNTOUCHED;

	CHECK_EQUAL(0, counter_page_read(0, descriptor, &count));
	CHECK_EQUAL(1017, count);
	close(descriptor);
}

static void what_cannot_be_read_is_an_error_and_no_value(void)
{
	int descriptor = descriptor_of("", 0); /* end of file: a pinned event that lost its place */
	int64_t count = UNTOUCHED;

	CHECK_EQUAL(-ENODATA, counter_page_read(0, descriptor, &count));
	close(descriptor);
	CHECK_EQUAL(-EBADF, counter_page_read(0, descriptor, &count));
	CHECK_EQUAL(UNTOUCHED, count);
}

static uint64_t random_state = 88172645463325252u;

/* xorshift64: the same numbers on every machine. */
static uint64_t random_number(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	return random_state ^= random_state << 17;
}

static void move_sometimes(void)
{
	if (random_number() % 8 == 0) {
		hardware = random_number();
		true_count += (int64_t)(random_number() % 1000);
		place(true_count, true_width);
	}
}

/* The kernel puts the event anew long before its counter has run through half its range: at every overflow. */
static void a_random_life_is_read_without_a_flaw(void)
{
	static const unsigned widths[] = {32, 40, 48, 63, 64};

	while_reading = move_sometimes;
	for (int life = 0; life < 2000; life++) {
		memset(&page, 0, sizeof page);
		true_width = widths[random_number() % 5];
		true_count = (int64_t)(random_number() >> 8);
		hardware = random_number();
		place(true_count, true_width);
		for (int step = 0; step < 50; step++) {
			uint64_t work = random_number() % (UINT64_C(1) << 24);
			int64_t before = signed_hardware(true_width);

			hardware += work;
			true_count += (int64_t)work;
			if (signed_hardware(true_width) < before)
				place(true_count, true_width); /* the overflow's interrupt */
			int64_t count = read_in_user_space();

			CHECK_EQUAL(true_count, count);
		}
	}
	while_reading = 0;
}

int main(void)
{
	each_width_is_sign_extended();
	a_torn_reading_is_read_again();
	a_page_that_is_never_whole_is_read_by_system_call();
	an_event_off_the_processor_is_read_by_system_call();
	without_leave_the_hardware_is_not_touched();
	without_a_page_it_is_the_system_call_alone();
	what_cannot_be_read_is_an_error_and_no_value();
	a_random_life_is_read_without_a_flaw();
	return failures != 0;
}
