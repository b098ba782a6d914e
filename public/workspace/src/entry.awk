# Reads one line of a book into entry_date, entry_account, entry_cents and entry_memo.
# Returns "ok", "skip" for lines without an entry, or an error message.
function read_entry(line,    fields, count) {
  if (line ~ /^[ \t\r]*(#|$)/) return "skip"
  count = split_fields(line, fields)
  if (count == -1) return "a quote is not closed"
  if (count < 3) return count " fields, but at least 3 are required"
  if (count > 4) return count " fields, but at most 4 are allowed"
  if (!is_date(fields[1])) return "\"" fields[1] "\" is not a date"
  if (fields[2] !~ /^[a-z][a-z0-9-]*(:[a-z0-9-]+)*$/) return "\"" fields[2] "\" is not an account"
  if (!is_amount(fields[3])) return "\"" fields[3] "\" is not an amount"
  entry_date = fields[1]
  entry_account = fields[2]
  entry_cents = to_cents(fields[3])
  entry_memo = count > 3 ? fields[4] : ""
  return "ok"
}

# An account belongs to itself and to every account above it: food:bread belongs to food.
function belongs_to(account, above) {
  return account == above || index(account, above ":") == 1
}

function report_unread(unread) {
  if (unread == 1) print "1 line skipped; run tally check to see why"
  else if (unread > 1) print unread " lines skipped; run tally check to see why"
}
