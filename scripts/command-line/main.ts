import { endWithPipe } from './closed-pipe';
import { inspect } from './inspect';
import { simulate } from './simulate';
import { sweep } from './sweep';
import { validate } from './validate';

const HELP = `highwater: the context of AI agents' sessions, from the command line

  highwater inspect FILE… [--json] [--format FORMAT]
      what a transcript is, how large its context grew and where it was compacted
      FILE may be a folder; --json prints one JSON object a file, one on each line

  highwater simulate FILE [--policy ID-OR-FILE] [--set path=value]… [--replies WHO] [--follow] [--json]
                     [--command 'CALL /compact [focus]']…
      the same session under a policy: when it would be compacted, from what to what, at what price
      --set      layer.setting, layer.isOn, layer.table.name, thresholds.name or policy.name
      --replies  who writes the summaries: recorded (the session's own where one is near), assumed, assumed:TOKENS,
                 or offline (by rules)
      --follow   take over the recorded context at each recorded compaction
      --command  /compact, /snip or /summary, typed before a call

  highwater sweep FILE --param path --from A --to B [--steps N] [--policy ID-OR-FILE] [--json]
      one replay for each of N values of a setting

  highwater validate FILE… [--json]
      recorded automatic compactions of Claude Code against those that our arithmetic predicts
`;

const COMMANDS: Readonly<Record<string, (words: readonly string[]) => Promise<number>>> = {
  inspect,
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
