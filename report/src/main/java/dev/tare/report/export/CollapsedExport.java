package dev.tare.report.export;

import dev.tare.profile.CallTree;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.analysis.TreeWalk;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * Collapsed stacks: {@code thread;caller;callee value}, a line for each node that has a value of
 * its own. The format has neither calls nor negative values. Each line holds its whole path, so
 * that a deep tree grows with the square of its depth.
 *
 * @see <a href="https://github.com/brendangregg/FlameGraph">FlameGraph</a>
 */
final class CollapsedExport {
  private CollapsedExport() {}

  static ClampedValues write(Profile profile, OutputStream out) throws IOException {
    Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    MarkedNames names = new MarkedNames(profile);
    ClampedValues.Counter loss = new ClampedValues.Counter();
    for (ThreadProfile thread : profile.threads()) {
      CallTree tree = thread.tree();
      StringBuilder path = new StringBuilder(frame(thread.name()));
      TreeWalk.walk(
          tree,
          new TreeWalk.Visitor<IOException>() {
            @Override
            public void enter(int node) throws IOException {
              path.append(';').append(frame(names.of(tree.method(node))));
              long self = loss.notNegative(tree.self(node));
              if (self != 0) {
                text.append(path).append(' ').append(Long.toString(self)).append('\n');
              }
            }

            @Override
            public void leave(int node) {
              path.setLength(path.length() - 1 - frame(names.of(tree.method(node))).length());
            }
          });
    }
    text.flush();
    return loss.loss();
  }

  /** A name without what the format itself is made of. */
  private static String frame(String name) {
    String frame = SingleLine.of(name).replace(';', ':');
    return frame.isEmpty() ? "(no name)" : frame;
  }
}
