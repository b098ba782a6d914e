import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentHash } from '../content-hash.mjs';
import { toolFile } from '../project.mjs';
import { readJson } from '../read-json.mjs';
import { runNode } from '../run-command.mjs';
import { seconds } from '../seconds.mjs';

const sources = [
  'app',
  'components',
  'lib',
  'public',
  'proxy.ts',
  'next.config.mjs',
  'tsconfig.json',
  'package-lock.json',
];

/** Whether the build in .next matches the current sources. */
export function isBuildFresh(folder) {
  const stamp = readJson(stampFile(folder));
  return stamp !== undefined && stamp.build === buildId(folder) && stamp.sources === sourcesHash(folder);
}

/**
 * Records the sources of the build beside it. The stamp includes the build id because a manual `next build` keeps our
 * stamp.
 */
export function stampBuild(folder, sourcesAtStart) {
  const stamp = { build: buildId(folder), sources: sourcesAtStart };
  writeFileSync(stampFile(folder), `${JSON.stringify(stamp)}\n`);
}

/** Builds for production unless up to date; Next's output is only shown on failure. Returns true if there is a build. */
export async function ensureBuild(folder, say) {
  if (isBuildFresh(folder)) return true;
  say(`${existsSync(buildIdFile(folder)) ? 'The build is out of date' : 'No build yet'}. Building…`);
  const sourcesAtStart = sourcesHash(folder);
  rmSync(stampFile(folder), { force: true });
  const { code, output, tookMs } = await runNode(toolFile('next'), ['build'], {
    folder,
    environment: { NODE_ENV: 'production' },
    output: 'collect',
  });
  if (code !== 0) {
    say(`${output.trimEnd()}\nCould not build: next build failed with exit code ${code}.`);
    return false;
  }
  stampBuild(folder, sourcesAtStart);
  say(`Built in ${seconds(tookMs)}.`);
  return true;
}

export function sourcesHash(folder) {
  return contentHash(folder, sources, (file) => !/\.test\.tsx?$/.test(file));
}

function stampFile(folder) {
  return join(folder, '.next', 'highwater-build.json');
}

function buildIdFile(folder) {
  return join(folder, '.next', 'BUILD_ID');
}

function buildId(folder) {
  return existsSync(buildIdFile(folder)) ? readFileSync(buildIdFile(folder), 'utf8') : null;
}
