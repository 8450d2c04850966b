/** The packed jar on an emulated machine whose instruction counter is exact; see src/emulated. */
@NullMarked
package dev.tare.it.emulated;

import org.jspecify.annotations.NullMarked;
