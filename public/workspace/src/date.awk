# A date is YYYY-MM-DD. As text, dates compare in chronological order.

function is_date(text,    parts) {
  if (text !~ /^[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]$/) return 0
  split(text, parts, "-")
  return parts[2] >= 1 && parts[2] <= 12 && parts[3] >= 1 && parts[3] <= 31
}

function month_of(date) {
  return substr(date, 1, 7)
}
