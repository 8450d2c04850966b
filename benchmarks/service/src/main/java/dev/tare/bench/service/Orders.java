package dev.tare.bench.service;

import java.util.List;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** What the service answers. */
@RestController
@Transactional(readOnly = true)
public class Orders {
  private final OrderRepository orders;

  /** Keeps the compiler from leaving out what computes it. */
  volatile long lastInvoice;

  public Orders(OrderRepository orders) {
    this.orders = orders;
  }

  /** An order with its items, which are read one by one. */
  @GetMapping("/orders/{id}")
  public CustomerOrder order(@PathVariable("id") long id) {
    CustomerOrder order = orders.findById(1 + id % Service.ORDERS).orElseThrow();
    order.getItems().size();
    lastInvoice = Invoice.number(id);
    return order;
  }

  /** How many pieces a customer ordered. */
  @GetMapping("/customers/{number}/pieces")
  public int pieces(@PathVariable("number") int number) {
    List<CustomerOrder> all = orders.findByCustomerOrderById("customer " + number % 100);
    return all.stream()
        .flatMap(order -> order.getItems().stream())
        .mapToInt(Item::getPieces)
        .sum();
  }
}
