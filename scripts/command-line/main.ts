import { inspect } from './inspect';

const HELP = `highwater: the context of AI agents' sessions, from the command line

  highwater inspect FILE… [--json] [--format FORMAT]
      what a transcript is, how large its context grew and where it was compacted
      FILE may be a folder; --json prints one JSON object a file, one on each line
`;

const COMMANDS: Readonly<Record<string, (words: readonly string[]) => Promise<number>>> = { inspect };

const [name = 'help', ...words] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;

if (command !== undefined) {
  process.exitCode = await command(words);
} else if (['help', '--help', '-h'].includes(name)) {
  process.stdout.write(HELP);
} else {
  process.stderr.write(`highwater: there is no command "${name}"\n\n${HELP}`);
  process.exitCode = 2;
}
