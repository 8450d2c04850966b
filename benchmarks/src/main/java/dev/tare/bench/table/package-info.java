/** Numbers as tables show them. */
@NullMarked
package dev.tare.bench.table;

import org.jspecify.annotations.NullMarked;
