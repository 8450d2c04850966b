/**
 * Containers of a real engine, each with a JDK and the packed jar, and less of everything than
 * usual. In the Maven profile {@code containers}.
 */
@NullMarked
package dev.tare.it.container;

import org.jspecify.annotations.NullMarked;
