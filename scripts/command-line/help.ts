/** A test compares the commands of layers with the layers: to load them takes longer than to print this. */
export const HELP = `highwater: inspect and replay the context of AI agent sessions

  A session that is named - is read from standard input.

  highwater [cost]
  highwater cost [FOLDER…] [--days N] [--since DATE] [--quick] [--json] [--no-index]
      what compaction cost in the last 30 days, the ten worst sessions, what 60 % of the window would have cost, and the
      lines to paste; without FOLDER, over the sessions of Claude Code and Codex on this machine
      --quick        only the cost of the sessions, without replays
      --no-index     neither read nor write the figures kept in the cache folder; no text of a session is in them
      --clear-index  delete them

  highwater inspect FILE… [--json] [--format FORMAT]
      show a transcript's format, context size and compactions
      FILE may be a folder; --json prints one JSON object per file, one per line

  highwater simulate FILE [--policy ID-OR-FILE] [--set path=value]… [--replies WHO] [--follow] [--json]
                     [--command 'CALL /compact [from|up to MESSAGE] [focus]']… [--compactor COMMAND]
      replay a session under a policy: when it would be compacted, sizes before and after, and cost
      --set      layer.setting, layer.isOn, layer.table.name, thresholds.name or policy.name
      --replies  source of summaries: recorded (the session's own where one is near), assumed, assumed:TOKENS,
                 or offline (by rules)
      --follow   reset to the recorded context at each recorded compaction
      --compactor COMMAND
                 a process that compacts in place of the policy: it is given the messages as a line of JSON and answers
                 with one (docs/compactor.md, examples/compactors)
      --compactor-when threshold|always, --compactor-timeout SECONDS
                 asked when the policy would compact (the default), or before every call; 120 seconds for an answer
      --skip-recorded-commands
                 do not repeat the /compact commands of the recording
      --command  run before a call, counted from 0:
                 /compact [focus], /compact from MESSAGE [focus], /compact up to MESSAGE [focus],
                 /snip (removes the oldest rounds), /summary,
                 /unfold MESSAGE (the collapsed span that holds it). MESSAGE is a number as the page shows it,
                 such as #57, the start of a text in double quotation marks, or an id
      --hook-instructions TEXT, --hook-blocks TEXT, --hook-result TEXT…, --hook-when manual|auto
                 hook output around every compaction: instructions for the summary, the reason to block it, and messages
                 added after the result

  highwater sweep FILE --param path --from A --to B [--steps N] [--policy ID-OR-FILE] [--misses]
                  [--json]
      replay a session with each of N values of a setting
      --misses  also count values that left the context and that the model writes again (much slower)

  highwater replay PATH… [--policy ID-OR-FILE]… [--set path=value]… [--replies WHO] [--losses] [--errors]
                   [--json | --csv] [--out FILE] [--threads N | --queue redis://…]
      a row for every session and policy, the recording first: cost, compactions, peak, tokens
      --losses  also count what was lost and needed later (slower)
      --errors  also say how exactly the agent's own compactions are predicted
      --queue   let workers at a Redis compute it; a command that was stopped goes on
      --compactor COMMAND, --compactor-when, --compactor-timeout
                one more row, in which a process compacts in place of the first policy, as in simulate

  highwater check PATH… --policy ID-OR-FILE --baseline ID-OR-FILE-OR-ROWS --fail-if 'cost > +5%' [--fail-if …]…
                  [--junit FILE] [--markdown FILE] [--json] [--threads N | --queue redis://…]
      compare a policy with a baseline over many sessions; exit code 0 passed, 1 failed, 2 error
      --baseline  a policy, what replay --json has printed, or recorded; with several policies in it, --baseline-policy NAME
      --compactor COMMAND  check a process that compacts in place of the policy
      --fail-if   MEASURE > LIMIT [in any session]; a limit with a sign is a difference: +5%, +3, without one a value
                  cost, compactions, modelCalls, peak, sent, cacheRead, output, neededLater, dead, failures

  highwater score FILE --at CALL --summary TEXTFILE [--prompt TEXTFILE] [--json]
      score what a summary keeps: exact values, values used later, files, rules, tasks; rules as you edited them, if
      FILE was exported by the page
      --at      the call, counted from 0; where the session was compacted before it, what was compacted is scored
      --prompt  the prompt of the summary; also checks for its headings

  highwater system FILE [--json]
      what surrounds the conversation: system prompt, tools, instructions, memories, files and the output of hooks, each
      with its tokens, the calls that carried it, and what each compaction loaded again

  highwater memory DIR [--json]
      replay auto memory over the sessions of a project, oldest first and offline: what was kept, carried and recalled,
      which values later sessions needed, and the cost
      sessions of different working directories are different projects

  highwater corpus DIR [--sessions N] [--seed S] [--calls FEWEST-MOST] [--codex PERCENT] [--until DATE] [--json]
      write made-up sessions to DIR, as Claude Code and Codex store theirs: the same bytes for the same seed
      a quarter is in the format of Codex unless --codex says otherwise; all are of the 60 days before --until

  highwater validate FILE… [--json]
      compare recorded automatic compactions of Claude Code with predicted ones

  highwater worker --queue redis://HOST:6379 [--concurrency N] [--patience SECONDS]
      compute the rows that other commands, given the same --queue, wait for: on this machine, and on as many as you like
      --patience  after how long a worker that says nothing is taken for dead (15)

  highwater serve [--port N] [--no-open]
      serve the page on this machine, and open it

  highwater --version
`;
