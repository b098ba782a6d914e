import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runNpm } from '../run-command.mjs';
import { browserFolder } from './browser-file.mjs';
import { launches } from './launches.mjs';

const chromiumPackage = '@sparticuz/chromium@153.0.0';
const downloadLimitMs = 10 * 60_000;

/** A Chromium from an npm package, for Linux without root and without Playwright's download. */
export async function browserFromNpm(attempt) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = join(browserFolder, 'npm');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const parameters = ['install', chromiumPackage, '--no-audit', '--no-fund', '--ignore-scripts', '--fetch-retries=1'];
  const downloaded = await attempt('Downloading a Chromium from npm', () =>
    runNpm(parameters, { folder, output: 'collect', limitMs: downloadLimitMs }),
  );
  return downloaded ? launches(await unpacked(folder)) : undefined;
}

async function unpacked(folder) {
  // It unpacks 200 MB into the temporary folder: keep them out of the shared one.
  process.env.TMPDIR = folder;
  // It unpacks the libraries and fonts that a bare system lacks only if it detects that environment.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x';
  const entry = createRequire(join(folder, 'package.json')).resolve('@sparticuz/chromium');
  const { default: chromium } = await import(pathToFileURL(entry).href);
  const executablePath = await chromium.executablePath();
  pointFontsTo(folder);
  const { LD_LIBRARY_PATH, FONTCONFIG_PATH } = process.env;
  return { how: 'npm', executablePath, env: { LD_LIBRARY_PATH, FONTCONFIG_PATH } };
}

/** Its fonts.conf names /tmp literally, whatever the temporary folder is. */
function pointFontsTo(folder) {
  const fontSettings = join(folder, 'fonts', 'fonts.conf');
  if (!existsSync(fontSettings)) return;
  writeFileSync(fontSettings, readFileSync(fontSettings, 'utf8').replaceAll('/tmp/', `${folder}/`));
}
