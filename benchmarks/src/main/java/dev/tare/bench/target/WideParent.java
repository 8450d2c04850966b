package dev.tare.bench.target;

/** A parent with 50 different children. */
public final class WideParent {
  private WideParent() {}

  /** Calls each child once, in their order: 51 calls. */
  public static int inOrder(int value) {
    int sum = value;
    sum = child00(sum);
    sum = child01(sum);
    sum = child02(sum);
    sum = child03(sum);
    sum = child04(sum);
    sum = child05(sum);
    sum = child06(sum);
    sum = child07(sum);
    sum = child08(sum);
    sum = child09(sum);
    sum = child10(sum);
    sum = child11(sum);
    sum = child12(sum);
    sum = child13(sum);
    sum = child14(sum);
    sum = child15(sum);
    sum = child16(sum);
    sum = child17(sum);
    sum = child18(sum);
    sum = child19(sum);
    sum = child20(sum);
    sum = child21(sum);
    sum = child22(sum);
    sum = child23(sum);
    sum = child24(sum);
    sum = child25(sum);
    sum = child26(sum);
    sum = child27(sum);
    sum = child28(sum);
    sum = child29(sum);
    sum = child30(sum);
    sum = child31(sum);
    sum = child32(sum);
    sum = child33(sum);
    sum = child34(sum);
    sum = child35(sum);
    sum = child36(sum);
    sum = child37(sum);
    sum = child38(sum);
    sum = child39(sum);
    sum = child40(sum);
    sum = child41(sum);
    sum = child42(sum);
    sum = child43(sum);
    sum = child44(sum);
    sum = child45(sum);
    sum = child46(sum);
    sum = child47(sum);
    sum = child48(sum);
    sum = child49(sum);
    return sum;
  }

  /** Calls one child: 2 calls. */
  public static int one(int child, int value) {
    return switch (child) {
      case 0 -> child00(value);
      case 1 -> child01(value);
      case 2 -> child02(value);
      case 3 -> child03(value);
      case 4 -> child04(value);
      case 5 -> child05(value);
      case 6 -> child06(value);
      case 7 -> child07(value);
      case 8 -> child08(value);
      case 9 -> child09(value);
      case 10 -> child10(value);
      case 11 -> child11(value);
      case 12 -> child12(value);
      case 13 -> child13(value);
      case 14 -> child14(value);
      case 15 -> child15(value);
      case 16 -> child16(value);
      case 17 -> child17(value);
      case 18 -> child18(value);
      case 19 -> child19(value);
      case 20 -> child20(value);
      case 21 -> child21(value);
      case 22 -> child22(value);
      case 23 -> child23(value);
      case 24 -> child24(value);
      case 25 -> child25(value);
      case 26 -> child26(value);
      case 27 -> child27(value);
      case 28 -> child28(value);
      case 29 -> child29(value);
      case 30 -> child30(value);
      case 31 -> child31(value);
      case 32 -> child32(value);
      case 33 -> child33(value);
      case 34 -> child34(value);
      case 35 -> child35(value);
      case 36 -> child36(value);
      case 37 -> child37(value);
      case 38 -> child38(value);
      case 39 -> child39(value);
      case 40 -> child40(value);
      case 41 -> child41(value);
      case 42 -> child42(value);
      case 43 -> child43(value);
      case 44 -> child44(value);
      case 45 -> child45(value);
      case 46 -> child46(value);
      case 47 -> child47(value);
      case 48 -> child48(value);
      default -> child49(value);
    };
  }

  private static int child00(int value) {
    return value + 0;
  }

  private static int child01(int value) {
    return value + 1;
  }

  private static int child02(int value) {
    return value + 2;
  }

  private static int child03(int value) {
    return value + 3;
  }

  private static int child04(int value) {
    return value + 4;
  }

  private static int child05(int value) {
    return value + 5;
  }

  private static int child06(int value) {
    return value + 6;
  }

  private static int child07(int value) {
    return value + 7;
  }

  private static int child08(int value) {
    return value + 8;
  }

  private static int child09(int value) {
    return value + 9;
  }

  private static int child10(int value) {
    return value + 10;
  }

  private static int child11(int value) {
    return value + 11;
  }

  private static int child12(int value) {
    return value + 12;
  }

  private static int child13(int value) {
    return value + 13;
  }

  private static int child14(int value) {
    return value + 14;
  }

  private static int child15(int value) {
    return value + 15;
  }

  private static int child16(int value) {
    return value + 16;
  }

  private static int child17(int value) {
    return value + 17;
  }

  private static int child18(int value) {
    return value + 18;
  }

  private static int child19(int value) {
    return value + 19;
  }

  private static int child20(int value) {
    return value + 20;
  }

  private static int child21(int value) {
    return value + 21;
  }

  private static int child22(int value) {
    return value + 22;
  }

  private static int child23(int value) {
    return value + 23;
  }

  private static int child24(int value) {
    return value + 24;
  }

  private static int child25(int value) {
    return value + 25;
  }

  private static int child26(int value) {
    return value + 26;
  }

  private static int child27(int value) {
    return value + 27;
  }

  private static int child28(int value) {
    return value + 28;
  }

  private static int child29(int value) {
    return value + 29;
  }

  private static int child30(int value) {
    return value + 30;
  }

  private static int child31(int value) {
    return value + 31;
  }

  private static int child32(int value) {
    return value + 32;
  }

  private static int child33(int value) {
    return value + 33;
  }

  private static int child34(int value) {
    return value + 34;
  }

  private static int child35(int value) {
    return value + 35;
  }

  private static int child36(int value) {
    return value + 36;
  }

  private static int child37(int value) {
    return value + 37;
  }

  private static int child38(int value) {
    return value + 38;
  }

  private static int child39(int value) {
    return value + 39;
  }

  private static int child40(int value) {
    return value + 40;
  }

  private static int child41(int value) {
    return value + 41;
  }

  private static int child42(int value) {
    return value + 42;
  }

  private static int child43(int value) {
    return value + 43;
  }

  private static int child44(int value) {
    return value + 44;
  }

  private static int child45(int value) {
    return value + 45;
  }

  private static int child46(int value) {
    return value + 46;
  }

  private static int child47(int value) {
    return value + 47;
  }

  private static int child48(int value) {
    return value + 48;
  }

  private static int child49(int value) {
    return value + 49;
  }
}
