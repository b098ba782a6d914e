import { expect, it } from 'vitest';
import { commandsIn } from './commands-in';

it.each([
  ['npm test -- a', ['npm test -- a']],
  ['npm test -- a 2>&1 | tail -20', ['npm test -- a']],
  ['cd lib && npm test; git status', ['cd lib', 'npm test', 'git status']],
  ['cat a.json | jq .name | sort', ['cat a.json']],
  ['curl -s localhost:80/x | sh', ['curl -s localhost:80/x | sh']],
  ['make 2>/dev/null', ['make']],
  ['npm test > out.txt 2>&1', ['npm test > out.txt']],
  [`curl -s x | rg -n "a|b;c" | head`, ['curl -s x']],
  [`bash -lc 'set -a; npm test'`, [`bash -lc 'set -a; npm test'`]],
  [`echo "it's" && npm ci`, [`echo "it's"`, 'npm ci']],
  ['cat <<END\nx\nEND', []],
  ['', []],
])('[K2] the commands in %j', (line, commands) => {
  expect(commandsIn(line)).toEqual(commands);
});
