package dev.tare.bench.service;

import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** A web service with a database in memory: each request is a transaction of JPA. */
@SpringBootApplication
public class Service {
  static final int ORDERS = 2_000;
  private static final int ITEMS = 5;

  public static void main(String[] arguments) {
    SpringApplication.run(Service.class, arguments);
  }

  /** The same orders in each run, before the first request. */
  @Bean
  SmartInitializingSingleton fill(OrderRepository orders) {
    return () -> {
      List<CustomerOrder> all = new ArrayList<>();
      for (int number = 0; number < ORDERS; number++) {
        CustomerOrder order = new CustomerOrder("customer " + number % 100);
        for (int item = 0; item < ITEMS; item++) {
          order.add("product " + (number + item) % 50, 1 + item);
        }
        all.add(order);
      }
      orders.saveAll(all);
    };
  }
}
