# budget: the spending of each account in the budget, compared with its limit. Each line of the budget is "account limit".
BEGIN {
  while ((getline line < what) > 0) {
    if (line ~ /^[ \t]*(#|$)/) continue
    split(line, words, /[ \t]+/)
    names[++budgets] = words[1]
    limits[words[1]] = to_cents(words[2])
  }
  close(what)
  sort_names(names, budgets)
}

{ said = read_entry($0) }
said == "ok" && entry_cents < 0 {
  for (i = 1; i <= budgets; i++) if (belongs_to(entry_account, names[i])) spent[names[i]] -= entry_cents
}
said != "ok" && said != "skip" { unread++ }

END {
  for (i = 1; i <= budgets; i++) {
    name = names[i]
    share = int(spent[name] * 100 / limits[name] + 0.5)
    printf "%-20s %12s of %12s %4d%%%s\n", name, from_cents(spent[name] + 0), from_cents(limits[name]), share, \
      (spent[name] > limits[name] ? "  over" : "")
  }
  report_unread(unread)
}
