import { version } from '../../package.json';
import { commands, isCommand } from './commands';
import { compileLater } from './compile-later';
import { HELP } from './help';

/** Without a command, what most want to know. */
const given = process.argv.slice(2);
const isPlain = given[0] === undefined || /^--(?!(?:help|version)$)/.test(given[0]);
const [name = 'cost', ...words] = isPlain ? ['cost', ...given] : given;

compileLater();
endWithReader(process.stdout);
endWithReader(process.stderr);

const wantsHelp = [name, ...words].some((word) => word === '--help' || word === '-h');
if (wantsHelp || name === 'help') {
  process.stdout.write(HELP);
} else if (name === '--version' || name === '-v') {
  process.stdout.write(`${version}\n`);
} else if (isCommand(name)) {
  const run = await commands[name]();
  process.exitCode = await run(words);
} else {
  process.stderr.write(`highwater: unknown command "${name}"; \`highwater --help\` lists all\n`);
  process.exitCode = 2;
}

/**
 * `highwater … | head` closes the pipe once it has enough. That ends the command without an error. A full disk behind
 * stdout is one, and said; behind stderr there is nowhere to say it.
 */
function endWithReader(output: NodeJS.WriteStream): void {
  output.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit();
    if (output === process.stdout) {
      const why = code === 'ENOSPC' ? 'no space is left' : code;
      process.stderr.write(`highwater: could not write the result (${why}). Part of it is missing: run it again.\n`);
    }
    process.exit(1);
  });
}
