import type { StoryEdit } from './story';

/** The file that has the change below, as diff writes it. */
export const YEAR_DIFF = 'change.diff';

const diff = `--- a/src/amount.awk
+++ b/src/amount.awk
@@ -32,2 +32,6 @@
   return sign units text
 }
+
+function average(cents, count) {
+  return cents / count
+}
--- a/src/date.awk
+++ b/src/date.awk
@@ -10,2 +10,6 @@
   return substr(date, 1, 7)
 }
+
+function year_of(date) {
+  return substr(date, 1, 4)
+}
--- /dev/null
+++ b/src/year.awk
@@ -0,0 +1,20 @@
+# year: income and spending in each month of a year, and the average of a month.
+{ said = read_entry($0) }
+said == "ok" && year_of(entry_date) == what {
+  month = month_of(entry_date)
+  if (!(month in seen)) names[++count] = month
+  seen[month] = 1
+  if (entry_cents < 0) spent[month] += -entry_cents
+  else earned[month] += entry_cents
+}
+said != "ok" && said != "skip" { unread++ }
+
+END {
+  sort_names(names, count)
+  for (i = 1; i <= count; i++) {
+    name = names[i]
+    printf "%-24s %12s %12s\\n", name, from_cents(earned[name] + 0), from_cents(spent[name] + 0)
+    all_spent += spent[name]
+  }
+  printf "%-24s %12s %12s\\n", "average", "", from_cents(average(all_spent, count))
+}
--- a/tally
+++ b/tally
@@ -6,4 +6,5 @@
   echo "       tally register BOOK [ACCOUNT]" >&2
   echo "       tally month BOOK YYYY-MM" >&2
+  echo "       tally year BOOK YYYY" >&2
   echo "       tally budget BOOK [BUDGET]" >&2
   exit 2
@@ -16,5 +17,5 @@
 
 case "$command" in
-  balance | register | month | budget | check) ;;
+  balance | register | month | year | budget | check) ;;
   *) usage ;;
 esac
@@ -25,4 +26,5 @@
 fi
 if [ "$command" = "month" ] && [ -z "$what" ]; then usage; fi
+if [ "$command" = "year" ] && [ -z $what ]; then usage; fi
 if [ "$command" = "budget" ] && [ -z "$what" ]; then what="$here/data/budget.txt"; fi
 
--- a/tests/expected/reports.txt
+++ b/tests/expected/reports.txt
@@ -16,3 +16,2 @@
 cash                               1.00
 total                              1.00
-1 line skipped; run tally check to see why
`;

const yearProgram = `# year: income and spending in each month of a year, and the average of a month.
{ said = read_entry($0) }
said == "ok" && year_of(entry_date) == what {
  month = month_of(entry_date)
  if (!(month in seen)) names[++count] = month
  seen[month] = 1
  if (entry_cents < 0) spent[month] += -entry_cents
  else earned[month] += entry_cents
}
said != "ok" && said != "skip" { unread++ }

END {
  sort_names(names, count)
  for (i = 1; i <= count; i++) {
    name = names[i]
    printf "%-24s %12s %12s\\n", name, from_cents(earned[name] + 0), from_cents(spent[name] + 0)
    all_spent += spent[name]
  }
  printf "%-24s %12s %12s\\n", "average", "", from_cents(average(all_spent, count))
}
`;

/** Somebody adds a command to the sample repository, in five files. Not everything in it is right. */
export const yearChange: readonly StoryEdit[] = [
  { type: 'written', path: YEAR_DIFF, text: diff },
  { type: 'written', path: 'src/year.awk', text: yearProgram },
  {
    type: 'replaced',
    path: 'src/amount.awk',
    text: '  return sign units text\n}\n',
    with: '  return sign units text\n}\n\nfunction average(cents, count) {\n  return cents / count\n}\n',
  },
  {
    type: 'replaced',
    path: 'src/date.awk',
    text: '  return substr(date, 1, 7)\n}\n',
    with: '  return substr(date, 1, 7)\n}\n\nfunction year_of(date) {\n  return substr(date, 1, 4)\n}\n',
  },
  {
    type: 'replaced',
    path: 'tally',
    text: '  echo "       tally budget',
    with: '  echo "       tally year BOOK YYYY" >&2\n  echo "       tally budget',
  },
  { type: 'replaced', path: 'tally', text: '| month | budget', with: '| month | year | budget' },
  {
    type: 'replaced',
    path: 'tally',
    text: 'if [ "$command" = "budget" ]',
    with: 'if [ "$command" = "year" ] && [ -z $what ]; then usage; fi\nif [ "$command" = "budget" ]',
  },
  {
    type: 'replaced',
    path: 'tests/expected/reports.txt',
    text: 'total                              1.00\n1 line skipped; run tally check to see why\n',
    with: 'total                              1.00\n',
  },
];

/** Files with the change made to them. */
export function withChange(
  files: Readonly<Record<string, string>>,
  edits: readonly StoryEdit[],
): Record<string, string> {
  const changed: Record<string, string> = { ...files };
  for (const edit of edits) {
    if (edit.type === 'written') changed[edit.path] = edit.text;
    if (edit.type === 'replaced') {
      changed[edit.path] = (changed[edit.path] ?? '').replaceAll(edit.text, () => edit.with);
    }
  }
  return changed;
}
