package dev.tare.it.targets;

import dev.tare.it.runner.Check;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/**
 * Lambda bodies and the methods behind method references; what the JDK spins between them is not
 * woven.
 */
@SuppressWarnings("UnnecessaryLambda") // they are what this is about
public final class Lambdas {
  private final int number;

  private Lambdas(int number) {
    this.number = number;
  }

  public static void main(String[] args) throws Exception {
    capturing(5); // assertCalls(1)
    Check.equal(6, List.of(1, 2, 3).stream().mapToInt(i -> i).sum());
    // assertCalls(main > lambda$main$*, 4)
    Callable<Integer> callable = Lambdas::one;
    Check.equal(1, callable.call()); // assertCalls(one, 1)
    Function<Integer, Lambdas> constructor = Lambdas::new;
    Lambdas made = constructor.apply(7); // assertCalls(Lambdas.<init>, 1)
    IntSupplier bound = made::number;
    Check.equal(7, bound.getAsInt()); // assertCalls(number, 2)
    Function<Lambdas, Integer> unbound = Lambdas::number;
    Check.equal(7, unbound.apply(made));
    BiFunction<Integer, Integer, Integer> variableArguments = Lambdas::sum;
    Check.equal(9, variableArguments.apply(4, 5));
    // The compiler wraps this one in a lambda, which makes the array.
    // assertCalls(lambda$main$* > sum, 1)
    Check.equal(12, made.fields().get()); // assertCalls(fields, 1)
    // assertCalls(main > lambda$fields$*, 1)
    Check.equal(8, curried().apply(3).applyAsInt(5)); // assertCalls(curried, 1)
    // assertCalls(main > lambda$curried$*, 2)
    Check.that(Check.thrownBy(Lambdas::fails) instanceof IllegalStateException);
    // assertCalls(main > fails, 1, exceptions 1)
  }

  private static void capturing(int n) {
    IntUnaryOperator plus = i -> i + n;
    int sum = 0;
    for (int i = 0; i < 10; i++) {
      sum = plus.applyAsInt(sum); // assertCalls(lambda$capturing$*, 10)
    }
    Check.equal(10 * n, sum);
  }

  private static int one() {
    return 1;
  }

  private int number() {
    return number;
  }

  private static int sum(int... numbers) {
    int sum = 0;
    for (int n : numbers) {
      sum += n;
    }
    return sum;
  }

  private Supplier<Integer> fields() {
    return () -> number + 5;
  }

  private static Function<Integer, IntUnaryOperator> curried() {
    return a -> b -> a + b;
  }

  private static void fails() {
    throw new IllegalStateException();
  }
}
