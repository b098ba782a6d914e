#!/bin/sh
# Runs the cases in tests/cases, or in one of its files, and compares the output with tests/expected.
# A case starts with "=== name | arguments of tally" and ends at the next one.

here=$(dirname "$0")
passed=0
failed=0

part() {
  awk -v wanted="$2" '
    /^=== / { name = $2; inside = (name == wanted); next }
    inside { print }
  ' "$1"
}

arguments() {
  awk -v wanted="$2" '/^=== / && $2 == wanted { sub(/^[^|]*[|] */, ""); print }' "$1"
}

for cases in "$here"/tests/cases/*.txt; do
  group=$(basename "$cases" .txt)
  if [ -n "$1" ] && [ "$1" != "$group" ]; then continue; fi
  for name in $(awk '/^=== / { print $2 }' "$cases"); do
    actual=$(part "$cases" "$name" | sh "$here/tally" $(arguments "$cases" "$name") 2>&1)
    expected=$(part "$here/tests/expected/$group.txt" "$name")
    if [ "$actual" = "$expected" ]; then
      passed=$((passed + 1))
      echo "passed  $group/$name"
    else
      failed=$((failed + 1))
      echo "FAILED  $group/$name"
      echo "$expected" | sed 's/^/  expected: /'
      echo "$actual" | sed 's/^/  actual:   /'
    fi
  done
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
