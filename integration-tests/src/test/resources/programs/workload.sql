-- Tables, indexes, joins, aggregation, recursion, updates in transactions, and errors: all of it deterministic.
CREATE TABLE customer(id INT PRIMARY KEY, name VARCHAR(40) NOT NULL, region INT NOT NULL);
CREATE TABLE invoice(
  id INT PRIMARY KEY,
  customer_id INT NOT NULL REFERENCES customer(id),
  issued DATE NOT NULL,
  amount DECIMAL(12, 2) NOT NULL);
CREATE INDEX invoice_by_day ON invoice(issued);
CREATE VIEW revenue AS
  SELECT c.region, EXTRACT(YEAR FROM i.issued) AS y, SUM(i.amount) AS total, COUNT(*) AS n
  FROM customer c JOIN invoice i ON i.customer_id = c.id
  GROUP BY c.region, EXTRACT(YEAR FROM i.issued);

INSERT INTO customer SELECT x, 'customer ' || x, MOD(x, 7) FROM SYSTEM_RANGE(1, 500);
INSERT INTO invoice
  SELECT x, 1 + MOD(x * 31, 500), DATEADD(DAY, MOD(x * 17, 1500), DATE '2020-01-01'), MOD(x * 7919, 100000) / 100.0
  FROM SYSTEM_RANGE(1, 8000);

SELECT region, y, total, n FROM revenue ORDER BY region, y;
SELECT c.name, SUM(i.amount) AS total FROM customer c JOIN invoice i ON i.customer_id = c.id
  WHERE i.issued BETWEEN DATE '2021-03-01' AND DATE '2021-08-31'
  GROUP BY c.name HAVING SUM(i.amount) > 800 ORDER BY total DESC, c.name LIMIT 20;
SELECT id, amount, RANK() OVER (PARTITION BY customer_id ORDER BY amount DESC, id) AS place
  FROM invoice WHERE customer_id < 4 ORDER BY customer_id, place, id LIMIT 60;
WITH RECURSIVE walk(n, a, b) AS (
  SELECT 1, CAST(0 AS BIGINT), CAST(1 AS BIGINT)
  UNION ALL
  SELECT n + 1, b, a + b FROM walk WHERE n < 80)
  SELECT n, b FROM walk WHERE MOD(n, 10) = 0 ORDER BY n;

SET AUTOCOMMIT FALSE;
UPDATE invoice SET amount = amount * 1.1 WHERE MOD(id, 3) = 0;
DELETE FROM invoice WHERE amount < 5;
SELECT COUNT(*), SUM(amount) FROM invoice;
ROLLBACK;
SELECT COUNT(*), SUM(amount) FROM invoice;
SET AUTOCOMMIT TRUE;

MERGE INTO customer KEY(id) SELECT x, UPPER('customer ' || x), 9 FROM SYSTEM_RANGE(490, 510);
SELECT * FROM customer WHERE region = 9 ORDER BY id;
SELECT REGEXP_REPLACE(name, '[0-9]+', '#') AS shape, COUNT(*) FROM customer GROUP BY shape ORDER BY shape;
EXPLAIN SELECT * FROM invoice WHERE issued = DATE '2020-05-05' AND amount > 10;
SELECT 1 / 0;
SELECT COUNT(*) FROM invoice a JOIN invoice b ON a.issued = b.issued AND a.id < b.id;
