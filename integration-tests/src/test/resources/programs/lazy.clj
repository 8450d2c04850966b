(ns lazy)

(defn collatz [n]
  (if (even? n) (quot n 2) (inc (* 3 n))))

(defn steps [n]
  (count (take-while #(not= 1 %) (iterate collatz n))))

(defprotocol Shape (area [shape]))
(defrecord Square [side] Shape (area [_] (* side side)))
(defrecord Circle [radius] Shape (area [_] (* 3 radius radius)))

(defmulti describe class)
(defmethod describe Square [s] (str "square of " (area s)))
(defmethod describe Circle [c] (str "circle of " (area c)))

(println (reduce + (map steps (range 1 2000))))
(doseq [shape [(->Square 3) (->Circle 2)]] (println (describe shape)))
(println @(future (apply + (pmap #(* % %) (range 100)))))
(println (try (/ 1 0) (catch ArithmeticException e (.getMessage e))))
(shutdown-agents)
