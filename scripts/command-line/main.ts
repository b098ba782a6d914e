import { version } from '../../package.json';
import { commands, isCommand } from './commands';
import { HELP } from './help';

const [name = 'help', ...words] = process.argv.slice(2);

endWithPipe(process.stdout);
endWithPipe(process.stderr);

const wantsHelp = [name, ...words].some((word) => word === '--help' || word === '-h');
if (wantsHelp || name === 'help') {
  process.stdout.write(HELP);
} else if (name === '--version' || name === '-v') {
  process.stdout.write(`${version}\n`);
} else if (isCommand(name)) {
  const run = await commands[name]();
  process.exitCode = await run(words);
} else {
  const what = name.startsWith('-') ? 'option' : 'command';
  process.stderr.write(`highwater: unknown ${what} "${name}"; \`highwater --help\` lists all\n`);
  process.exitCode = 2;
}

/** `highwater … | head` closes the pipe once it has enough. That ends the command without an error. */
function endWithPipe(output: NodeJS.WriteStream): void {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}
