# A block of 5000 iterations, each of which asks an integer for its digits.
def sum_of_digits(number)
  number.digits.sum
end

sums = Hash.new(0)
5000.times { |number| sums[sum_of_digits(number)] += 1 }
sums.sort.each { |sum, count| puts "#{sum}: #{count}" }
begin
  Integer("none")
rescue ArgumentError => error
  warn error.message
end
exit 3
