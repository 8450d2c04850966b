/** What HotSpot tells of itself beside its public interfaces: counters and collections. */
@NullMarked
package dev.tare.agent.hotspot;

import org.jspecify.annotations.NullMarked;
