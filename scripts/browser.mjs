// Finds or installs a Chromium for the end-to-end tests. CHROMIUM_PATH names one; --no-install only looks; DEBUG_BROWSER=1 tells why one was refused.
import './set-up/install/require-node.mjs';
import { rememberBrowser, rememberedBrowser } from './set-up/browser/browser-file.mjs';
import { installBrowser } from './set-up/browser/install-browser.mjs';
import { installedBrowsers } from './set-up/browser/installed-browsers.mjs';
import { firstThatLaunches } from './set-up/browser/launches.mjs';
import { endCommandsWithThisProcess } from './set-up/run-command.mjs';

endCommandsWithThisProcess();

const named = process.env.CHROMIUM_PATH;
const remembered = rememberedBrowser();
const candidates = [
  ...(named ? [{ how: 'CHROMIUM_PATH', executablePath: named }] : []),
  ...(remembered ? [remembered] : []),
  { how: 'playwright' },
  ...installedBrowsers().map((executablePath) => ({ how: 'system', executablePath })),
];

const mayInstall = !process.argv.includes('--no-install');
const browser = (await firstThatLaunches(candidates)) ?? (mayInstall ? await installBrowser(console.log) : undefined);

if (browser === undefined) {
  console.error('Could not find or install Chromium. Install Chrome or Chromium, or set CHROMIUM_PATH.');
  process.exitCode = 1;
} else {
  if (named && browser.executablePath !== named)
    console.error(`CHROMIUM_PATH "${named}" does not start; using another.`);
  rememberBrowser(browser);
  console.log(`Browser: Chromium ${browser.version} (${browser.executablePath ?? "Playwright's own"}).`);
}
