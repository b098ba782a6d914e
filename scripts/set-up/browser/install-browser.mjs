import { attempt } from '../attempt.mjs';
import { installDebianPackage } from '../debian-package.mjs';
import { toolFile } from '../project.mjs';
import { runNode } from '../run-command.mjs';
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

/** The one without windows first: the same tests take it a fifth less processor time. */
async function fromDebian(attempt) {
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if (!(await installDebianPackage(name, attempt))) continue;
    const browser = await firstThatLaunches(
      installedBrowsers().map((executablePath) => ({ how: 'apt', executablePath })),
    );
    if (browser !== undefined) return browser;
  }
  return undefined;
}
