import { LAYER_COMMANDS_EXPLAINED } from '../../lib/simulator/pipeline/layer-commands';
import { endWithPipe } from './closed-pipe';
import { inspect } from './inspect';
import { score } from './score';
import { simulate } from './simulate';
import { sweep } from './sweep';
import { validate } from './validate';

const HELP = `highwater: the context of AI agents' sessions, from the command line

  highwater inspect FILE… [--json] [--format FORMAT]
      what a transcript is, how large its context grew and where it was compacted
      FILE may be a folder; --json prints one JSON object a file, one on each line

  highwater simulate FILE [--policy ID-OR-FILE] [--set path=value]… [--replies WHO] [--follow] [--json]
                     [--command 'CALL /compact [from|up to MESSAGE] [focus]']…
      the same session under a policy: when it would be compacted, from what to what, at what price
      --set      layer.setting, layer.isOn, layer.table.name, thresholds.name or policy.name
      --replies  who writes the summaries: recorded (the session's own where one is near), assumed, assumed:TOKENS,
                 or offline (by rules)
      --follow   take over the recorded context at each recorded compaction
      --command  typed before a call, which is counted from 0:
                 /compact [focus], /compact from MESSAGE [focus], /compact up to MESSAGE [focus],
                 ${LAYER_COMMANDS_EXPLAINED},
                 /unfold MESSAGE (the collapsed span that holds it). MESSAGE is a number as the page shows it,
                 such as #57, the start of a text in double quotation marks, or an id
      --hook-instructions TEXT, --hook-blocks TEXT, --hook-result TEXT…
                 what hooks say around every compaction: what the summary should heed, why it may not be, and what is put
                 behind its result

  highwater sweep FILE --param path --from A --to B [--steps N] [--policy ID-OR-FILE] [--misses]
                  [--json]
      one replay for each of N values of a setting
      --misses  count, too, the values that left the context and that the model writes again: takes many times as long

  highwater score FILE --at CALL --summary TEXTFILE [--prompt TEXTFILE] [--json]
      what a summary keeps of all that a call had before it: exact values, what is used later, files, rules, tasks
      --at      the call, counted from 0; where the session was compacted before it, what was compacted is scored
      --prompt  what the summary was asked for with: its headings are looked for, too

  highwater validate FILE… [--json]
      recorded automatic compactions of Claude Code against those that our arithmetic predicts
`;

const COMMANDS: Readonly<Record<string, (words: readonly string[]) => Promise<number>>> = {
  inspect,
  score,
  simulate,
  sweep,
  validate,
};

const [name = 'help', ...words] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;

endWithPipe(process.stdout);
endWithPipe(process.stderr);

const wantsHelp = [name, ...words].some((word) => word === '--help' || word === '-h');
if (wantsHelp || name === 'help') {
  process.stdout.write(HELP);
} else if (command !== undefined) {
  process.exitCode = await command(words);
} else {
  process.stderr.write(`highwater: there is no command "${name}"\n\n${HELP}`);
  process.exitCode = 2;
}
