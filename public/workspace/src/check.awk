# check: every line that cannot be read, and why.
{ said = read_entry($0) }
said == "ok" { read_lines++ }
said != "ok" && said != "skip" {
  print "line " NR ": " said
  unread++
}

END { print read_lines + 0 " entries, " unread + 0 " invalid lines" }
