package dev.tare.bench.service;

import com.fasterxml.jackson.annotation.JsonIgnore;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;

/** A line of an order. */
@Entity
public class Item {
  @Id
  @GeneratedValue(strategy = GenerationType.SEQUENCE)
  private Long id;

  @JsonIgnore @ManyToOne private CustomerOrder order;
  private String product;
  private int pieces;

  protected Item() {}

  Item(CustomerOrder order, String product, int pieces) {
    this.order = order;
    this.product = product;
    this.pieces = pieces;
  }

  public Long getId() {
    return id;
  }

  public CustomerOrder getOrder() {
    return order;
  }

  public String getProduct() {
    return product;
  }

  public int getPieces() {
    return pieces;
  }
}
