/** What a program may call to control the profiler that runs in it. */
@NullMarked
package dev.tare.api;

import org.jspecify.annotations.NullMarked;
