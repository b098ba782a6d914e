# Amounts are whole cents inside the program, and text such as -1,250.05 or (1,250.05) outside.

function is_amount(text) {
  if (text ~ /^\(.*\)$/) text = substr(text, 2, length(text) - 2)
  else sub(/^[-+]/, "", text)
  if (text !~ /^[0-9][0-9,]*(\.[0-9][0-9]?)?$/) return 0
  return text !~ /,/ || text ~ /^[0-9][0-9]?[0-9]?(,[0-9][0-9][0-9])+(\.[0-9]+)?$/
}

function to_cents(text,    parts, count, units, cents) {
  if (text ~ /^\(.*\)$/) text = "-" substr(text, 2, length(text) - 2)
  gsub(/,/, "", text)
  count = split(text, parts, ".")
  units = parts[1] + 0
  cents = 0
  if (count > 1) cents = substr(parts[2] "0", 1, 2) + 0
  return units * 100 + cents
}

function from_cents(cents,    sign, units, text) {
  sign = ""
  if (cents < 0) {
    sign = "-"
    cents = -cents
  }
  units = int(cents / 100)
  text = sprintf(".%02d", cents - units * 100)
  while (units >= 1000) {
    text = sprintf(",%03d", units % 1000) text
    units = int(units / 1000)
  }
  return sign units text
}
