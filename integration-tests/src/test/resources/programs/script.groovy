// Closures, builders, dynamic dispatch, metaprogramming, exceptions and collections.
import groovy.transform.Immutable

@Immutable
class Line {
  String name
  int count
  BigDecimal price

  BigDecimal getTotal() { count * price }
}

trait Named {
  String describe() { "${this.class.simpleName} of ${size()}" }
}

class Basket implements Named {
  List<Line> lines = []

  int size() { lines.size() }

  Basket leftShift(Line line) {
    lines << line
    this
  }

  def methodMissing(String name, args) { "no ${name}(${args.join(', ')})" }
}

def basket = new Basket()
(1..200).each { basket << new Line("line ${it % 13}", it, it * 0.25) }
println basket.describe()
println basket.lines*.total.sum()
println basket.lines.groupBy { it.name }.collectEntries { k, v -> [k, v.sum { it.total }] }.sort()
println basket.unheardOf(1, 2)

Integer.metaClass.squared = { -> delegate * delegate }
println((1..50).collect { it.squared() }.sum())

def fibonacci
fibonacci = { n -> n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2) }.memoize()
println fibonacci(60)

try {
  new Line('x', 1, 1.0).name = 'y'
} catch (ReadOnlyPropertyException e) {
  println e.message
}

println(('a'..'e').permutations().size())
println "${[3, 1, 2].sort { a, b -> b <=> a }} ${'groovy'.reverse()} ${'a1b22'.findAll(/\d+/)}"
