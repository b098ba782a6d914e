# register: the entries of an account and of the accounts below it, or all entries, with a running total.
{ said = read_entry($0) }
said == "ok" && (what == "" || belongs_to(entry_account, what)) {
  running += entry_cents
  printf "%s %-20s %12s %12s", entry_date, entry_account, from_cents(entry_cents), from_cents(running)
  print entry_memo == "" ? "" : "  " entry_memo
}
said != "ok" && said != "skip" { unread++ }

END { report_unread(unread) }
