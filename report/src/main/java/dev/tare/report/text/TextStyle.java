package dev.tare.report.text;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;
import picocli.CommandLine.Help.Ansi.IStyle;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.Model.CommandSpec;

/**
 * How text looks where it goes to.
 *
 * @param colours whether it may be coloured
 * @param width characters in a line; longer names are cut
 */
public record TextStyle(boolean colours, int width) {
  /** For a file or another program: nothing but the text, whole. */
  public static final TextStyle PLAIN = new TextStyle(false, Integer.MAX_VALUE);

  /** Names are not cut below this, however narrow the terminal. */
  private static final int MIN_NAME_WIDTH = 20;

  private static final int NAME_SHARE = 3;

  private static final int BAR_WIDTH = 10;

  /**
   * What fits standard output: plain where it is not a terminal, without colours where {@code
   * NO_COLOR} is set.
   *
   * @see <a href="https://no-color.org">NO_COLOR</a>
   */
  public static TextStyle ofStandardOutput() {
    if (!isTerminal()) {
      return PLAIN;
    }
    String noColor = System.getenv("NO_COLOR");
    int width = CommandSpec.create().usageMessage().autoWidth(true).width();
    return new TextStyle(noColor == null || noColor.isEmpty(), width);
  }

  /** Whether a person reads standard output. */
  @SuppressWarnings("SystemConsoleNull") // Asked for below, where there is a method for it.
  public static boolean isTerminal() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      // Since JDK 22 there is a console where there is no terminal as well, and a method that tells
      // them apart.
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException e) {
      return true;
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(e);
    }
  }

  /** For headings and labels. */
  String strong(String text) {
    return styled(text, Style.bold);
  }

  /** For what is not to be relied on. */
  String faint(String text) {
    return styled(text, Style.faint);
  }

  /** For what became more. */
  public String worse(String text) {
    return styled(text, Style.fg_red);
  }

  /** For what became less. */
  public String better(String text) {
    return styled(text, Style.fg_green);
  }

  private String styled(String text, IStyle style) {
    return colours && !text.isEmpty() ? style.on() + text + Style.reset.on() : text;
  }

  /** The name, cut in the middle where it does not fit beside so many other characters. */
  String fitted(String name, int others) {
    return NameFit.fitted(name, room(others));
  }

  /** The width of a column of names, of which the widest would have this one. */
  int roomForName(int widest, int others) {
    return Math.min(widest, room(others));
  }

  /**
   * Whether names have room beside so many other characters: a third of the line, or what they
   * need.
   *
   * @param widest of all names
   */
  boolean hasRoomForName(int widest, int others) {
    return width - others >= Math.max(MIN_NAME_WIDTH, Math.min(widest, width / NAME_SHARE));
  }

  /** How many levels of two characters each leave such room. */
  int roomForLevels(int others) {
    return Math.max(0, (width - others - MIN_NAME_WIDTH) / 2);
  }

  private int room(int others) {
    return Math.max(MIN_NAME_WIDTH, width - others);
  }

  /** A bar as long as a part is of a whole; a part of nothing, or below it, has none. */
  String bar(double part) {
    int halves = (int) Math.round(2 * BAR_WIDTH * Math.max(0, Math.min(1, part)));
    String bar = "█".repeat(halves / 2) + (halves % 2 == 0 ? "" : "▌");
    return bar + " ".repeat(BAR_WIDTH - bar.length());
  }
}
