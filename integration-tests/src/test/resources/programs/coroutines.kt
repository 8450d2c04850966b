import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.yield

/** Suspended between its calls, and resumed in whatever thread is free. */
suspend fun square(number: Int): Int {
    yield()
    if (number % 50 == 0) delay(1)
    return number * number
}

fun numbers() = flow { for (i in 1..10) emit(square(i)) }

fun main() = runBlocking {
    val squares = (1..1000).map { async(Dispatchers.Default) { square(it) } }.awaitAll()
    println(squares.sum())
    val channel = Channel<Int>(3)
    launch { for (i in 1..100) channel.send(square(i)); channel.close() }
    var sum = 0
    for (each in channel) sum += each
    println(sum)
    println(numbers().toList())
    try {
        async(Dispatchers.Default + kotlinx.coroutines.SupervisorJob()) { error("thrown") }.await()
    } catch (e: IllegalStateException) {
        println(e.message)
    }
}
