-- Requests for wrk: nine orders, then the sum of a customer's. The first argument is the mean pause
-- before a request in milliseconds, the second after how many answers to end and report (absent: at
-- the end of the time). With PRINT_LATENCIES in the environment, how many requests took how long.
local pause = 0
local count = 0

function init(args)
  pause = tonumber(args[1]) or 0
  math.randomseed(1)
  local left = tonumber(args[2])
  if left then
    response = function()
      left = left - 1
      if left == 0 then
        wrk.thread:stop()
        -- So that wrk reports now. Later, since it ignores the signal until the shell has ended.
        os.execute("(sleep 0.1; kill -INT $PPID) &")
      end
    end
  end
end

function request()
  count = count + 1
  if count % 10 == 0 then
    return wrk.format("GET", "/customers/" .. math.random(0, 99) .. "/pieces")
  end
  return wrk.format("GET", "/orders/" .. math.random(0, 1999))
end

function delay()
  if pause == 0 then return 0 end
  return math.floor(math.random() * 2 * pause)
end

function done(summary, latency, requests)
  if not os.getenv("PRINT_LATENCIES") then return end
  for i = 1, #latency do
    local micros, times = latency(i)
    print(string.format("latency of %d us: %d", micros, times))
  end
end
