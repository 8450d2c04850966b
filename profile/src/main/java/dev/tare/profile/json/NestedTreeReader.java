package dev.tare.profile.json;

import com.fasterxml.jackson.core.JsonToken;
import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import java.io.IOException;

/**
 * Reads the trees of version 1, in which a node is an object that has its children. Follows the
 * brackets with one number, the node that is open: a node's parent is all that closing it needs.
 */
final class NestedTreeReader {
  private final JsonCursor json;
  private int greatestMethod = CallTree.NONE;
  private String greatestMethodPlace = "";

  NestedTreeReader(JsonCursor json) {
    this.json = json;
  }

  /**
   * Reads the tree that is the key's value.
   *
   * @param place names it in messages
   */
  CallTree tree(String place) throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    json.enterObject();
    int node = 0;
    while (node != CallTree.NONE) {
      JsonToken token = json.next();
      switch (token) {
        case FIELD_NAME -> value(tree, node, place);
        case START_OBJECT -> node = tree.add(node);
        case END_OBJECT -> {
          if (node != 0 && tree.method(node) == CallTree.NONE) {
            throw json.bad(place + ": node " + node + " has no method");
          }
          node = tree.parent(node);
        }
        case END_ARRAY -> {
          // The children of the open node end; its other keys may follow.
        }
        default -> throw json.bad(place + ": a node must be an object");
      }
    }
    return tree.build();
  }

  private void value(CallTreeBuilder tree, int node, String place) throws IOException {
    switch (json.key()) {
      case "children" -> json.enterArray();
      case "method" -> {
        int method = json.index();
        if (node != 0) {
          tree.method(node, method);
          if (method > greatestMethod) {
            greatestMethod = method;
            greatestMethodPlace = place + ", node " + node + json.here();
          }
        }
      }
      case "calls" -> tree.calls(node, json.integer());
      case "exceptions" -> tree.exceptions(node, json.integer());
      case "open" -> tree.open(node, json.integer());
      case "carried" -> tree.carried(node, json.integer());
      case "self" -> tree.self(node, json.integer());
      case "overhead" -> tree.overhead(node, json.integer());
      case "cut" -> tree.cut(node, json.integer());
      case "samples" -> tree.samples(node, json.integer());
      default -> json.skip();
    }
  }

  /** Throws where a tree that was read names a method that is not there. */
  void check(int methods) throws ProfileFormatException {
    if (greatestMethod >= methods) {
      throw new ProfileFormatException(
          "method "
              + greatestMethod
              + " is out of range of the methods, of which there are "
              + methods
              + ": "
              + greatestMethodPlace);
    }
  }
}
