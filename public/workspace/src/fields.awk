# Splits a line into fields at every "|" outside quotes. Returns the number of fields, or -1 if a quote is not closed.
function split_fields(line, fields,    count, i, c, text, quoted) {
  count = 0
  text = ""
  quoted = 0
  for (i = 1; i <= length(line); i++) {
    c = substr(line, i, 1)
    if (c == "\"") {
      quoted = !quoted
    } else if (c == "|" && !quoted) {
      fields[++count] = trim(text)
      text = ""
    } else {
      text = text c
    }
  }
  fields[++count] = trim(text)
  return quoted ? -1 : count
}

function trim(text) {
  sub(/^[ \t]+/, "", text)
  sub(/[ \t\r]+$/, "", text)
  return text
}
