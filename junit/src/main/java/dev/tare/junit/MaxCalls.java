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
 * The test may call methods so often at most, in its own thread and in those that it starts. On a
 * class: each of its tests, also those of its {@code @Nested} classes that have no such bound on
 * the same methods themselves.
 *
 * <p>Calls are exact. They need an agent with {@code budget=off}.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Repeatable(MaxCalls.List.class)
@ExtendWith(TareExtension.class)
public @interface MaxCalls {
  /**
   * Which methods, as in the agent's {@code include}: {@code com.acme.Dao#load}, {@code
   * com.acme.Dao}, {@code com.acme.*}, several joined by {@code :}. All that are meant count
   * together.
   */
  String method();

  /** How many calls there may be, from 0. */
  long atMost();

  /** Several of them. */
  @Documented
  @Inherited
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
  @ExtendWith(TareExtension.class)
  @interface List {
    /** They. */
    MaxCalls[] value();
  }
}
