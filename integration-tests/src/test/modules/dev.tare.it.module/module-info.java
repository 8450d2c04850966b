/** Reads java.base and nothing else: neither a class path nor the profiler. */
module dev.tare.it.module {}
