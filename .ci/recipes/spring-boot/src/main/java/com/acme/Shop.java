package com.acme;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Answers with orders. */
@SpringBootApplication
@RestController
public class Shop {
  public static void main(String[] arguments) {
    SpringApplication.run(Shop.class, arguments);
  }

  /** One order. */
  @GetMapping("/orders/{id}")
  public String order(@PathVariable("id") int id) {
    return "order " + id;
  }
}
