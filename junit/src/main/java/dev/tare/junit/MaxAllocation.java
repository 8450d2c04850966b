package dev.tare.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The instrumented methods may allocate so many bytes at most, in the test's own thread and in
 * those that it starts. On a class: in each of its tests, as {@link MaxCalls} says.
 *
 * <p>It needs an agent with {@code mode=full} and {@code metric=alloc}; with others the test is
 * skipped.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@ExtendWith(TareExtension.class)
public @interface MaxAllocation {
  /** The bound, in bytes. */
  long atMost();
}
