package dev.tare.bench.service;

import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

/** Finds orders. */
public interface OrderRepository extends JpaRepository<CustomerOrder, Long> {
  /** A customer's orders. */
  List<CustomerOrder> findByCustomerOrderById(String customer);
}
