import { existsSync, readFileSync } from 'node:fs';
import { defineConfig, type LaunchOptions } from '@playwright/test';
import { freePort } from './scripts/set-up/serve/free-port.mjs';

const port = process.env.HIGHWATER_E2E_PORT ?? '4717';
const address = `http://127.0.0.1:${port}`;
// The workers read this file again, and the tests in them ask the same stand-in.
process.env.HIGHWATER_STAND_IN_PORT ??= String(await freePort(Number(port) + 100));
const standIn = `http://127.0.0.1:${process.env.HIGHWATER_STAND_IN_PORT}`;
/**
 * A whole Chromium loads two pages of its own for the address bar of every new window, which take as much time as ours.
 * The others are what Playwright turns off, since this list takes the place of Playwright's own.
 */
const unusedFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];
/** Code that runs for seconds is not worth optimizing, nor a small heap worth collecting: a tenth of the processor time. */
const engineFlags = '--js-flags=--no-turbofan --min-semi-space-size=64';
/** Without it, the browser without windows measures texts wider than a whole one does. */
const fontFlags = '--font-render-hinting=none';
const reportFile = process.env.HIGHWATER_E2E_REPORT;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // One more than the two cores of a small machine: a test often waits for a worker of the page.
  workers: 3,
  fullyParallel: true,
  // A second try is no secret: the summary of `npm test` names each test that needed one, with what failed at first.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  // So long that only what hangs is ended: a machine may be busy with other things.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: reportFile ? [['list'], ['json', { outputFile: reportFile }]] : [['list']],
  use: {
    baseURL: address,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // It takes a few percent of the processor time of every test; a failure has the page as text anyway.
    trace: process.env.HIGHWATER_E2E_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: foundBrowser(),
  },
  webServer: [
    {
      command: `node --import tsx e2e/stand-in/main.ts --port ${process.env.HIGHWATER_STAND_IN_PORT}`,
      url: `${standIn}/stand-in/requests`,
      reuseExistingServer: false,
    },
    {
      command: `node node_modules/next/dist/bin/next start -H 127.0.0.1 -p ${port}`,
      url: address,
      env: {
        NEXT_TELEMETRY_DISABLED: '1',
        NODE_ENV: 'production',
        ANTHROPIC_BASE_URL: standIn,
        // A key of whoever runs the tests must not get into them.
        ANTHROPIC_API_KEY: '',
        OPENAI_BASE_URL: `${standIn}/openai/v1`,
        OPENAI_API_KEY: '',
      },
      reuseExistingServer: false,
    },
  ],
});

/** What scripts/browser.mjs found; without it Playwright uses its own Chromium. */
function foundBrowser(): LaunchOptions {
  const file = new URL('node_modules/.cache/browser/browser.json', import.meta.url);
  const args = [engineFlags, fontFlags, `--disable-features=${unusedFeatures.join(',')}`];
  if (!existsSync(file)) return { args };
  const { executablePath, env }: Pick<LaunchOptions, 'executablePath' | 'env'> = JSON.parse(readFileSync(file, 'utf8'));
  return { args, ...(executablePath && { executablePath }), ...(env && { env: { ...process.env, ...env } }) };
}
