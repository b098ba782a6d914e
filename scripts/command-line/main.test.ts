import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LAYER_COMMANDS_EXPLAINED } from '../../lib/simulator/commands/layer-commands';
import { commands, isCommand } from './commands';
import { HELP } from './help';
import { highwater, highwaterHere } from './run-highwater.test-support';

const names = Object.keys(commands).filter(isCommand);

it('has every command, and every command of a layer, in its help', () => {
  for (const name of names) expect(HELP).toContain(`\n  highwater ${name} `);
  expect(HELP).toContain(LAYER_COMMANDS_EXPLAINED);
});

it('prints its help and its version without the modules of any command', () => {
  expect(highwater(['--help'], '.')).toEqual({ status: 0, stdout: HELP, stderr: '' });
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(highwater(['--version'], '.')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  for (const module of ['main', 'commands', 'help']) {
    const text = readFileSync(new URL(`./${module}.ts`, import.meta.url), 'utf8');
    const imported = [...text.matchAll(/^(?:import|export) [^;]*from '([^']+)'/gm)].map(([, path]) => path);
    const light = ['../../package.json', './commands', './compile-later', './help', './terminal'];
    expect(light).toEqual(expect.arrayContaining(imported));
  }
});

it.each(names)('%s says in one line that it does not know an option, and exits with 2', async (name) => {
  expect(await highwaterHere(name, '--bogus', 'a')).toEqual({
    status: 2,
    stdout: '',
    stderr: `highwater ${name}: Unknown option '--bogus'\n`,
  });
});

it.each([
  ['explode', 'highwater: unknown command "explode"; `highwater --help` lists all\n'],
  ['--bogus', "highwater cost: Unknown option '--bogus'\n"],
])('exits with 2 for %s', (word, stderr) => {
  expect(highwater([word], '.')).toEqual({ status: 2, stdout: '', stderr });
});

it('says what is wrong with a port before it builds or reads anything', async () => {
  expect(await highwaterHere('serve', '--port', '70000')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Invalid port "70000"'),
  });
});
