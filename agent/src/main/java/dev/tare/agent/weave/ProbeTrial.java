package dev.tare.agent.weave;

import dev.tare.runtime.thread.ProfilerSection;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Optional;

/**
 * Calls the facade's entries that take readings before any woven code does: what a JDK lacks fails
 * here, and not in the application's methods. Those of calls without readings need no more of it.
 */
public final class ProbeTrial {
  private static final int METHOD_ID = 0;

  private ProbeTrial() {}

  /**
   * Enters and leaves two calls on this thread, one by an exception; none is recorded.
   *
   * @param facade initialised
   * @return empty, or what is wrong
   */
  public static Optional<String> run(Class<?> facade) {
    ProfilerSection work = ProfilerSection.begin();
    try {
      Method enter = facade.getMethod(ProbeFacade.ENTER, int.class);
      Object open = enter.invoke(null, METHOD_ID);
      facade.getMethod(ProbeFacade.CAUGHT, int.class, int.class).invoke(null, open, METHOD_ID);
      Throwable thrown = new Throwable();
      Object passedOn =
          facade
              .getMethod(ProbeFacade.EXIT_EXCEPTIONALLY, Throwable.class, int.class)
              .invoke(null, thrown, open);
      if (passedOn != thrown) {
        return Optional.of("an exception does not leave its call");
      }
      Object openAfterException = enter.invoke(null, METHOD_ID);
      facade.getMethod(ProbeFacade.EXIT, int.class, int.class).invoke(null, open, METHOD_ID);
      Object openAfterExit = enter.invoke(null, METHOD_ID);
      return open.equals(openAfterException) && open.equals(openAfterExit)
          ? Optional.empty()
          : Optional.of("a call that has ended is still open");
    } catch (InvocationTargetException e) {
      return Optional.of(String.valueOf(e.getCause()));
    } catch (ReflectiveOperationException e) {
      return Optional.of(e.toString());
    } finally {
      work.end();
    }
  }
}
