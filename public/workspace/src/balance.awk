# balance: the balance of every account, and their total.
{ said = read_entry($0) }
said == "ok" {
  if (!(entry_account in held)) names[++count] = entry_account
  held[entry_account] += entry_cents
  total += entry_cents
}
said != "ok" && said != "skip" { unread++ }

END {
  sort_names(names, count)
  for (i = 1; i <= count; i++) printf "%-24s %14s\n", names[i], from_cents(held[names[i]])
  printf "%-24s %14s\n", "total", from_cents(total + 0)
  report_unread(unread)
}
