/* Included before everything else: the hardware counter of the test takes the place of pmc.h. */
#define TARE_PMC_H

#include <stdint.h>

uint64_t read_pmc(uint32_t counter);
