package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tare.profile.MethodInfo;
import org.junit.jupiter.api.Test;

class MethodTableTest {
  private static final int MANY = 10_000;

  private final MethodTable table = new MethodTable();
  private final MethodTable.Owner owner = table.owner("com/acme/A", "A.java", "acme.jar");

  @Test
  void findsAllThatWereAdded() {
    MethodTable.Owner other = table.owner("com/acme/B", null, "");
    for (int i = 0; i < MANY; i += 2) {
      long named = table.named("m" + i, "()V");
      assertEquals(i, table.add(owner, named, i));
      assertEquals(i + 1, table.add(other, named, 0));
    }
    assertEquals(MANY, table.count());
    for (int i = 0; i < MANY; i += 2) {
      assertEquals(i, table.find("com/acme/A", "m" + i, "()V"));
      assertEquals(i + 1, table.find("com/acme/B", "m" + i, "()V"));
      assertEquals(i, table.find(table.className("com/acme/A"), table.named("m" + i, "()V")));
      assertEquals(MethodTable.NONE, table.find("com/acme/A", "m" + i, "()I"));
    }
  }

  @Test
  void tellsWhereAMethodIsOnceThatIsKnown() {
    table.add(table.owner("com/acme/A", null, ""), table.named("m", "()V"), 0);
    table.locate(0, owner, 7);
    assertEquals(
        new MethodInfo("com.acme.A", "m", "()V", "A.java", 7, MethodInfo.MERGED, "acme.jar"),
        table.info(0, MethodInfo.MERGED));
    assertEquals(0, table.find("com/acme/A", "m", "()V"));
  }

  @Test
  void knowsNoOtherNumbers() {
    table.add(owner, table.named("m", "()V"), 1);
    assertThrows(IndexOutOfBoundsException.class, () -> table.line(1));
  }
}
