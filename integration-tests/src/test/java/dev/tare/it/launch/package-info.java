/** Starting real JVMs with the packed jar, and what comes back from them. */
@NullMarked
package dev.tare.it.launch;

import org.jspecify.annotations.NullMarked;
