package shapes

import kotlin.math.sqrt

/** Sealed classes, data classes, generics, inline and suspending functions, delegation: work for every phase. */
sealed interface Shape {
    val area: Double
}

data class Circle(val radius: Double) : Shape {
    override val area get() = 3.14159 * radius * radius
}

data class Square(val side: Double) : Shape {
    override val area by lazy { side * side }
}

object Nothing : Shape {
    override val area = 0.0
}

inline fun <reified T : Shape> List<Shape>.only(predicate: (T) -> Boolean = { true }): List<T> =
    filterIsInstance<T>().filter(predicate)

fun describe(shape: Shape): String = when (shape) {
    is Circle -> "circle of ${shape.radius}"
    is Square -> "square of ${shape.side}"
    Nothing -> "nothing"
}

fun primes() = sequence {
    val found = mutableListOf<Int>()
    var candidate = 2
    while (true) {
        if (found.takeWhile { it <= sqrt(candidate.toDouble()) }.none { candidate % it == 0 }) {
            found += candidate
            yield(candidate)
        }
        candidate++
    }
}

class Tree<T : Comparable<T>>(private val value: T) {
    private var left: Tree<T>? = null
    private var right: Tree<T>? = null

    operator fun plusAssign(added: T) {
        if (added < value) left?.plusAssign(added) ?: run { left = Tree(added) }
        else right?.plusAssign(added) ?: run { right = Tree(added) }
    }

    fun inOrder(): List<T> = left?.inOrder().orEmpty() + value + right?.inOrder().orEmpty()
}

fun main() {
    val shapes = listOf(Circle(1.0), Square(2.0), Nothing, Circle(3.0))
    println(shapes.only<Circle> { it.radius > 2 }.map(::describe))
    println(shapes.sumOf { it.area })
    println(primes().take(20).toList())
    val tree = Tree(50).apply { listOf(20, 70, 10, 60).forEach { this += it } }
    println(tree.inOrder())
    val (radius) = Circle(5.0).copy(radius = 6.0)
    println(radius)
}
