# month: income and spending in one month, by account.
{ said = read_entry($0) }
said == "ok" && month_of(entry_date) == what {
  if (!(entry_account in seen)) names[++count] = entry_account
  seen[entry_account] = 1
  if (entry_cents < 0) spent[entry_account] += -entry_cents
  else earned[entry_account] += entry_cents
}
said != "ok" && said != "skip" { unread++ }

END {
  printf "%-24s %12s %12s\n", what, "in", "out"
  sort_names(names, count)
  for (i = 1; i <= count; i++) {
    name = names[i]
    printf "%-24s %12s %12s\n", name, from_cents(earned[name] + 0), from_cents(spent[name] + 0)
    all_earned += earned[name]
    all_spent += spent[name]
  }
  printf "%-24s %12s %12s\n", "total", from_cents(all_earned + 0), from_cents(all_spent + 0)
  printf "%-24s %12s\n", "net", from_cents(all_earned - all_spent)
  report_unread(unread)
}
