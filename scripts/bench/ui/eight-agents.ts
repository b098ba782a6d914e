import type { Browser, Page } from 'playwright';
import { withoutTour } from '../../../e2e/support/sessions-page';
import type { Measurement } from '../measurement';
import { longestTaskOf } from './tasks';

const AGENTS = 8;

/** A run in which eight agents work at once, in the Playground, with their tab open. */
export async function eightAgents(browser: Browser, baseURL: string): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const pace of ['usual', 'fast'] as const) measurements.push(...(await workingAt(pace, browser, baseURL)));
  return measurements;
}

async function workingAt(pace: 'usual' | 'fast', browser: Browser, baseURL: string): Promise<Measurement[]> {
  const page = await browser.newPage({ baseURL, viewport: { width: 1440, height: 900 } });
  await withoutTour(page);
  await page.goto('/playground');
  await page.getByRole('button', { name: 'Choose a model, policy or files first' }).click();
  await page.getByRole('tab', { name: 'Agents', exact: true }).click();
  await page.getByRole('radio', { name: 'On, listed in the description of the tool Agent' }).check();
  await page.getByLabel('Speed').selectOption(pace);
  // Code that is used for the first time is compiled then.
  await say(page, 'Ask Explore where to_cents is used', 1);
  await page.waitForTimeout(2_000);
  const { longestTask, ownMs } = await longestTaskOf(page, () =>
    say(page, `Review the files with ${AGENTS} agents`, AGENTS + 1),
  );
  await page.close();
  const name = `${AGENTS} agents at once, ${pace} speed`;
  return [
    { name: `${name}, longest task, own work`, value: longestTask.ownMs, unit: 'ms', limit: 50 },
    { name: `${name}, longest task, by the clock`, value: longestTask.wallMs, unit: 'ms', limit: null },
    { name: `${name}, all tasks, own work`, value: ownMs, unit: 'ms', limit: null },
  ];
}

/** Until it has ended, and so many agents are listed. */
async function say(page: Page, prompt: string, agents: number): Promise<void> {
  await page.getByLabel('Prompt or command').fill(prompt);
  await page.getByLabel('Prompt or command').press('Enter');
  const rows = page.getByRole('list', { name: 'Started agents' }).getByRole('listitem');
  await rows.nth(agents - 1).waitFor({ timeout: 120_000 });
  await page
    .locator('header')
    .getByRole('status')
    .filter({ hasText: 'Waiting for a prompt' })
    .waitFor({ timeout: 120_000 });
}
