/**
 * Counts like `MemoryCounters`; 0 times writes nothing. A key is a hash of `used` and `began` of its windows. ARGV for each: times, number of
 * windows, max and length of each.
 */
export const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local result, at = {}, 1
for _, key in ipairs(KEYS) do
  local times, count = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  at = at + 2
  local windows, fits, longest = {}, 1, 0
  for index = 1, count do
    local max, length = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
    at = at + 2
    local used = tonumber(redis.call('HGET', key, 'used' .. index) or '0')
    local began = tonumber(redis.call('HGET', key, 'began' .. index) or '0')
    if began + length <= now then used, began = 0, now end
    if used + times > max then fits = 0 end
    windows[index] = { used, began, began + length - now }
    longest = math.max(longest, began + length - now)
  end
  result[#result + 1] = fits
  for index, window in ipairs(windows) do
    if fits == 1 and times > 0 then
      window[1] = window[1] + times
      redis.call('HSET', key, 'used' .. index, window[1], 'began' .. index, window[2])
    end
    result[#result + 1] = window[1]
    result[#result + 1] = window[3]
    result[#result + 1] = window[2]
  end
  if fits == 0 then break end
  if times > 0 then redis.call('PEXPIRE', key, longest) end
end
return result`;

/** Takes back from the windows that began at the times in ARGV, after the number to take back. */
export const GIVE_BACK = `
local left = 0
for index = 2, #ARGV do
  local field = 'used' .. (index - 1)
  local used = tonumber(redis.call('HGET', KEYS[1], field) or '0')
  if used > 0 and redis.call('HGET', KEYS[1], 'began' .. (index - 1)) == ARGV[index] then
    used = redis.call('HINCRBY', KEYS[1], field, -tonumber(ARGV[1]))
  end
  left = math.max(left, used)
end
if left <= 0 then redis.call('DEL', KEYS[1]) end
return left`;
