package dev.tare.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The metric in methods themselves may be so much at most. On a class: in each of its tests, as
 * {@link MaxCalls} says.
 *
 * <p>Without {@code mode=full} the test is skipped. Values are those of one run. Times differ from
 * run to run: prefer {@code metric=instructions}, or a bound far above what is usual.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Repeatable(MaxSelf.List.class)
@ExtendWith(TareExtension.class)
public @interface MaxSelf {
  /**
   * Which methods, as in the agent's {@code include}: {@code com.acme.Dao#load}, {@code
   * com.acme.Dao}, {@code com.acme.*}. All that are meant count together.
   */
  String method();

  /** The bound, in the metric's unit: nanoseconds of {@code time} and {@code cpu}. */
  long atMost();

  /** The agent's metric that the bound is of; with another one the test is skipped. */
  String metric() default "time";

  /** Several of them. */
  @Documented
  @Inherited
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
  @ExtendWith(TareExtension.class)
  @interface List {
    /** They. */
    MaxSelf[] value();
  }
}
