/**
 * What HotSpot tells of itself, and is told, beside its public interfaces: counters, collections,
 * compiler directives.
 */
@NullMarked
package dev.tare.agent.hotspot;

import org.jspecify.annotations.NullMarked;
