import { existsSync } from 'node:fs';
import { toolFile } from '../project.mjs';
import { runCommand, runNode } from '../run-command.mjs';
import { seconds } from '../seconds.mjs';
import { browserFromNpm } from './browser-from-npm.mjs';
import { installedBrowsers } from './installed-browsers.mjs';
import { firstThatLaunches, launches } from './launches.mjs';

/** Tries the ways to get a Chromium, least intrusive first. */
export async function installBrowser(say) {
  for (const way of [fromPlaywright, fromDebian, browserFromNpm]) {
    const browser = await way((what, command) => attempt(say, what, command));
    if (browser !== undefined) return browser;
  }
  return undefined;
}

async function attempt(say, what, command) {
  say(`${what}…`);
  const { code, output, tookMs } = await command();
  const lines = output.trim().split('\n');
  const reason = lines.find((line) => /error/i.test(line)) ?? lines.at(-1);
  say(code === 0 ? `Done in ${seconds(tookMs)}.` : `Failed after ${seconds(tookMs)}: ${reason || `exit code ${code}`}`);
  return code === 0;
}

const quietly = { output: 'collect' };

/** First the download; the system's libraries only if it does not start, because those need root. */
async function fromPlaywright(attempt) {
  const downloadOptions = {
    ...quietly,
    environment: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' },
    limitMs: 10 * 60_000,
  };
  const install = (...parameters) => runNode(toolFile('playwright'), parameters, downloadOptions);
  if (!(await attempt("Downloading Playwright's Chromium", () => install('install', '--only-shell', 'chromium')))) {
    return undefined;
  }
  const browser = await launches({ how: 'playwright' });
  if (browser !== undefined) return browser;
  await attempt('Installing missing libraries', () => install('install-deps', 'chromium'));
  return launches({ how: 'playwright' });
}

async function fromDebian(attempt) {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return undefined;
  const isRoot = process.getuid() === 0;
  if (!isRoot && (await runCommand('sudo', ['-n', 'true'], quietly)).code !== 0) return undefined;

  const options = { ...quietly, environment: { DEBIAN_FRONTEND: 'noninteractive' } };
  const apt = (...parameters) =>
    isRoot ? runCommand('apt-get', parameters, options) : runCommand('sudo', ['-n', 'apt-get', ...parameters], options);
  const done =
    (await attempt('Updating the package list', () => apt('update', '-qq'))) &&
    (await attempt('Installing the chromium package', () =>
      apt('install', '-y', '-qq', '--no-install-recommends', 'chromium'),
    ));
  return done
    ? firstThatLaunches(installedBrowsers().map((executablePath) => ({ how: 'apt', executablePath })))
    : undefined;
}
