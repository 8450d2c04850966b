package dev.tare.bench.service;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Index;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import java.util.ArrayList;
import java.util.List;

/** An order of some products. */
@Entity
@Table(indexes = @Index(columnList = "customer"))
public class CustomerOrder {
  @Id
  @GeneratedValue(strategy = GenerationType.SEQUENCE)
  private Long id;

  private String customer;

  @OneToMany(mappedBy = "order", cascade = CascadeType.ALL)
  private List<Item> items = new ArrayList<>();

  protected CustomerOrder() {}

  public CustomerOrder(String customer) {
    this.customer = customer;
  }

  void add(String product, int pieces) {
    items.add(new Item(this, product, pieces));
  }

  public Long getId() {
    return id;
  }

  public String getCustomer() {
    return customer;
  }

  public List<Item> getItems() {
    return items;
  }
}
