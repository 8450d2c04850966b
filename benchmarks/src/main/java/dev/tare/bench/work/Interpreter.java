package dev.tare.bench.work;

import java.util.ArrayList;
import java.util.List;

/** An interpreter of expressions: parsed from text, evaluated often, recursive and virtual. */
public final class Interpreter implements Work {
  private static final String TEXT =
      "((x+3)*(y-2)+x*y*(7+x)-(y*y+(x-1)*(x+y)))*(2+x*(y+5))-(x+(y*(3+x)))";

  private static final int EVALUATIONS = 20_000;

  @Override
  public long round() {
    long sum = 0;
    Parser parser = new Parser(TEXT);
    Expression expression = parser.sum();
    for (int i = 0; i < EVALUATIONS; i++) {
      sum = sum * 31 + expression.value(new Variables(i, i % 13));
    }
    return sum + expression.size();
  }

  record Variables(long x, long y) {
    long of(char name) {
      return name == 'x' ? x() : y();
    }
  }

  interface Expression {
    long value(Variables variables);

    default int size() {
      return 1;
    }
  }

  record Constant(long value) implements Expression {
    @Override
    public long value(Variables variables) {
      return value();
    }
  }

  record Variable(char name) implements Expression {
    @Override
    public long value(Variables variables) {
      return variables.of(name());
    }
  }

  record Term(char sign, Expression expression) {
    long signed(Variables variables) {
      long value = expression().value(variables);
      return sign() == '-' ? -value : value;
    }
  }

  record Sum(List<Term> terms) implements Expression {
    @Override
    public long value(Variables variables) {
      long sum = 0;
      for (Term term : terms()) {
        sum += term.signed(variables);
      }
      return sum;
    }

    @Override
    public int size() {
      return 1 + terms().stream().mapToInt(term -> term.expression().size()).sum();
    }
  }

  record Product(List<Expression> factors) implements Expression {
    @Override
    public long value(Variables variables) {
      long product = 1;
      for (Expression factor : factors()) {
        product *= factor.value(variables);
      }
      return product;
    }

    @Override
    public int size() {
      return 1 + factors().stream().mapToInt(Expression::size).sum();
    }
  }

  /** By recursive descent. */
  static final class Parser {
    private final String text;
    private int at;

    Parser(String text) {
      this.text = text;
    }

    private char peek() {
      return at < text.length() ? text.charAt(at) : 0;
    }

    private char take() {
      return text.charAt(at++);
    }

    Expression sum() {
      List<Term> terms = new ArrayList<>();
      terms.add(new Term('+', product()));
      while (peek() == '+' || peek() == '-') {
        terms.add(new Term(take(), product()));
      }
      return new Sum(terms);
    }

    private Expression product() {
      List<Expression> factors = new ArrayList<>();
      factors.add(factor());
      while (peek() == '*') {
        take();
        factors.add(factor());
      }
      return new Product(factors);
    }

    private Expression factor() {
      char first = take();
      if (first == '(') {
        Expression inner = sum();
        take();
        return inner;
      }
      return Character.isDigit(first) ? new Constant(first - '0') : new Variable(first);
    }
  }
}
