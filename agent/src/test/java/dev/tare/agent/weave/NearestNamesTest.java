package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNamesTest {
  private static final List<String> CLASSES =
      List.of(
          "com.acme.shop.Order",
          "com.acme.shop.Order$Line",
          "com.acme.shop.Invoice",
          "com.acme.stock.Shelf",
          "org.elsewhere.Main");

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          com.acme.shop.Ordr,       com.acme.shop.Order
          com.acme.shop.order,      com.acme.shop.Order
          com/acme/shop/Invoice,    com.acme.shop.Invoice
          com.acme.shop.Order.Line, com.acme.shop.Order$Line
          Shelf,                    com.acme.stock.Shelf
          com.acme.shop,            com.acme.shop.*
          com.acme.shops.*,         com.acme.shop.*
          com.acme.shop.Ordr#total, com.acme.shop.Order
          com.acme.shop.Order.addTo, com.acme.shop.Order#addTo
          net.nothing.LikeIt.*,     ''
          """)
  void theFirstIsWhatWasMeant(String pattern, String meant) {
    List<String> nearest = NearestNames.to(List.of(pattern), CLASSES);
    assertEquals(meant, nearest.isEmpty() ? "" : nearest.get(0));
  }
}
