// The first import of every command: on an old Node the modules after it would fail with obscure messages.
import { readFileSync } from 'node:fs';
import { isAtLeast } from './node-version.mjs';

const { engines } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
const wanted = engines.node.replace('>=', '');

if (!isAtLeast(process.versions.node, wanted)) {
  console.error(
    `Highwater needs Node ${wanted} or newer; this is Node ${process.versions.node}. See https://nodejs.org`,
  );
  process.exit(1);
}
