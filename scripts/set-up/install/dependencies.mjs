import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentHash } from '../content-hash.mjs';
import { readJson } from '../read-json.mjs';
import { runNpm } from '../run-command.mjs';
import { seconds } from '../seconds.mjs';

/** `missing`, `out of date` or `ready`: whether node_modules matches package-lock.json on this platform. */
export function dependenciesState(folder) {
  const modules = join(folder, 'node_modules');
  const installed = readJson(join(modules, '.package-lock.json'));
  if (installed === undefined) return 'missing';
  if (!directDependencies(folder).every((name) => existsSync(join(modules, name, 'package.json'))))
    return 'out of date';
  const stamp = readJson(stampFile(folder));
  if (stamp !== undefined && stamp.platform !== platform()) return 'out of date';
  if (stamp?.lockfile === lockfileHash(folder)) return 'ready';
  return agrees(readJson(join(folder, 'package-lock.json')), installed) ? 'ready' : 'out of date';
}

/** Records the lockfile and platform of the installation in node_modules. */
export function stampDependencies(folder) {
  const stamp = { lockfile: lockfileHash(folder), platform: platform() };
  writeFileSync(stampFile(folder), `${JSON.stringify(stamp)}\n`);
}

/** Installs what is missing; npm's own output goes to stderr. Returns true if the dependencies are available. */
export async function ensureDependencies(folder, say) {
  const state = dependenciesState(folder);
  if (state !== 'ready') {
    say(`Dependencies are ${state}. Installing…`);
    // Our dependencies need no build at installation; an optional one of a library would try it, with tools that are
    // rarely available.
    const { code, tookMs } = await runNpm(
      ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
      {
        folder,
        output: 'errors',
      },
    );
    if (code !== 0) {
      say(`Could not install the dependencies: npm ci failed with exit code ${code} (see above).`);
      return false;
    }
    say(`Dependencies installed in ${seconds(tookMs)}.`);
  }
  stampDependencies(folder);
  return true;
}

function stampFile(folder) {
  return join(folder, 'node_modules', '.highwater-dependencies.json');
}

function lockfileHash(folder) {
  return contentHash(folder, ['package-lock.json']);
}

function platform() {
  return `${process.platform}-${process.arch}`;
}

function directDependencies(folder) {
  const { dependencies = {}, devDependencies = {} } = readJson(join(folder, 'package.json')) ?? {};
  return [...Object.keys(dependencies), ...Object.keys(devDependencies)];
}

/** So that a manual `npm ci` or `npm install` is not repeated. */
function agrees(lockfile, installed) {
  return Object.entries(lockfile?.packages ?? {}).every(([place, entry]) => {
    const there = installed.packages?.[place];
    if (place === '') return true;
    if (there === undefined) return entry.optional === true;
    return there.version === entry.version && there.integrity === entry.integrity;
  });
}
