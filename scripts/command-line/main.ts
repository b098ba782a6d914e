import { LAYER_COMMANDS_EXPLAINED } from '../../lib/simulator/commands/layer-commands';
import { corpus } from './corpus';
import { cost } from './cost';
import { inspect } from './inspect';
import { memory } from './memory';
import { score } from './score';
import { simulate } from './simulate';
import { sweep } from './sweep';
import { system } from './system';
import { validate } from './validate';

const HELP = `highwater: inspect and replay the context of AI agent sessions

  highwater [cost FOLDER…] [--days N] [--since DATE] [--quick] [--json] [--no-index]
      what compaction cost in the last 30 days, the ten worst sessions, what 60 % of the window would have cost, and the
      lines to paste; without FOLDER, over the sessions of Claude Code and Codex on this machine
      --quick        only the cost of the sessions, without replays
      --no-index     neither read nor write the figures kept in the cache folder; no text of a session is in them
      --clear-index  delete them

  highwater inspect FILE… [--json] [--format FORMAT]
      show a transcript's format, context size and compactions
      FILE may be a folder; --json prints one JSON object per file, one per line

  highwater simulate FILE [--policy ID-OR-FILE] [--set path=value]… [--replies WHO] [--follow] [--json]
                     [--command 'CALL /compact [from|up to MESSAGE] [focus]']…
      replay a session under a policy: when it would be compacted, sizes before and after, and cost
      --set      layer.setting, layer.isOn, layer.table.name, thresholds.name or policy.name
      --replies  source of summaries: recorded (the session's own where one is near), assumed, assumed:TOKENS,
                 or offline (by rules)
      --follow   reset to the recorded context at each recorded compaction
      --skip-recorded-commands
                 do not repeat the /compact commands of the recording
      --command  run before a call, counted from 0:
                 /compact [focus], /compact from MESSAGE [focus], /compact up to MESSAGE [focus],
                 ${LAYER_COMMANDS_EXPLAINED},
                 /unfold MESSAGE (the collapsed span that holds it). MESSAGE is a number as the page shows it,
                 such as #57, the start of a text in double quotation marks, or an id
      --hook-instructions TEXT, --hook-blocks TEXT, --hook-result TEXT…, --hook-when manual|auto
                 hook output around every compaction: instructions for the summary, the reason to block it, and messages
                 added after the result

  highwater sweep FILE --param path --from A --to B [--steps N] [--policy ID-OR-FILE] [--misses]
                  [--json]
      replay a session with each of N values of a setting
      --misses  also count values that left the context and that the model writes again (much slower)

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
`;

const COMMANDS: Readonly<Record<string, (words: readonly string[]) => Promise<number>>> = {
  corpus,
  cost,
  inspect,
  memory,
  score,
  simulate,
  sweep,
  system,
  validate,
};

/** Without a command, what most want to know. */
const given = process.argv.slice(2);
const isPlain = given[0] === undefined || /^--(?!help$)/.test(given[0]);
const [name = 'cost', ...words] = isPlain ? ['cost', ...given] : given;
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;

endWithPipe(process.stdout);
endWithPipe(process.stderr);

const wantsHelp = [name, ...words].some((word) => word === '--help' || word === '-h');
if (wantsHelp || name === 'help') {
  process.stdout.write(HELP);
} else if (command !== undefined) {
  process.exitCode = await command(words);
} else {
  process.stderr.write(`highwater: unknown command "${name}"\n\n${HELP}`);
  process.exitCode = 2;
}

/** `highwater … | head` closes the pipe once it has enough. That ends the command without an error. */
function endWithPipe(output: NodeJS.WriteStream): void {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}
