import { expect, type Page, test } from '@playwright/test';
import { policyById } from '../../lib/policies';
import { choiceOf, sessionInNode } from '../support/engine-in-node';
import { heldReplays } from '../support/held-replays';
import { engineRows, openSample, preset, sampleFile, shownCompactions } from '../support/simulations';

const SAMPLE = 'long-bug-hunt';
const [FIRST, SECOND] = ['claude-code-2.1', 'codex'] as const;

const titleOf = (id: string) => policyById(id)?.title ?? '';
const said = (page: Page) => page.getByRole('status').filter({ hasText: 'These figures are of' });
const chart = (page: Page) => page.getByRole('region', { name: 'Context by call' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Its compactions, as the table under the chart shows them. */
async function rowsUnder(id: string): Promise<string[]> {
  const session = await sessionInNode(sampleFile(SAMPLE));
  return engineRows(session.simulations.simulate(choiceOf({ preset: id })));
}

async function expectBusy(page: Page, id: string): Promise<void> {
  await expect(said(page)).toHaveText(`Replaying under ${titleOf(id)}… These figures are of the recording.`);
  await expect(chart(page)).toHaveAttribute('aria-busy', 'true');
}

async function expectShown(page: Page, id: string): Promise<void> {
  await expect.poll(() => shownCompactions(page)).toEqual(await rowsUnder(id));
  await expect(said(page)).toHaveCount(0);
  await expect(chart(page)).toHaveAttribute('aria-busy', 'false');
}

/** The sample is open, and the replay under the first policy is at work. */
async function busy(page: Page) {
  const replays = await heldReplays(page);
  await openSample(page, SAMPLE);
  const recorded = await shownCompactions(page);
  await replays.hold();
  await preset(page).selectOption(FIRST);
  await expectBusy(page, FIRST);
  return { replays, recorded };
}

test('a newer choice interrupts a replay, which is never finished', async ({ page }) => {
  const { replays, recorded } = await busy(page);
  await preset(page).selectOption(SECOND);
  await expectBusy(page, SECOND);
  expect(await shownCompactions(page)).toEqual(recorded);
  await replays.release();
  await expectShown(page, SECOND);
  expect(await replays.finished()).not.toContain(FIRST);
});

test('a replay can be cancelled and begun again, and what is shown has its name', async ({ page }) => {
  const { replays, recorded } = await busy(page);
  await expect(page.getByRole('progressbar', { name: /^Replay, 543 calls$/ })).toBeVisible();
  await button(page, 'Cancel').click();
  await expect(said(page)).toHaveText(
    `These figures are of the recording. The replay under ${titleOf(FIRST)} was cancelled.`,
  );
  await expect(chart(page)).toHaveAttribute('aria-busy', 'false');
  await replays.release();
  expect(await shownCompactions(page)).toEqual(recorded);
  expect(await replays.finished()).not.toContain(FIRST);
  await button(page, 'Replay again').click();
  await expectShown(page, FIRST);
});

test('a worker that hangs is replaced, and the newest choice is replayed', async ({ page }) => {
  const { replays } = await busy(page);
  // Nobody releases the worker: the next one is not held.
  await preset(page).selectOption(SECOND);
  await expectShown(page, SECOND);
  expect(await replays.finished()).not.toContain(FIRST);
});

test('a replay whose worker dies says what failed, and can be begun again', async ({ page }) => {
  const { replays, recorded } = await busy(page);
  await replays.kill();
  const alert = page.getByRole('alert').filter({ hasText: 'Could not replay' });
  await expect(alert).toContainText(`Could not replay under ${titleOf(FIRST)}: The engine stopped unexpectedly`);
  await expect(alert).toContainText('These figures are of the recording.');
  expect(await shownCompactions(page)).toEqual(recorded);
  await alert.getByRole('button', { name: 'Replay again' }).click();
  await expectShown(page, FIRST);
  await preset(page).selectOption(SECOND);
  await expectShown(page, SECOND);
});

test('on a phone, a slow replay says so and can be cancelled wherever its policy was changed', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { replays } = await busy(page);
  await page.getByRole('heading', { name: 'Policy', exact: true }).scrollIntoViewIfNeeded();
  await expect(chart(page)).not.toBeInViewport();
  await expect(said(page)).toBeInViewport();
  await expect(button(page, 'Cancel')).toBeInViewport();
  await replays.release();
  await expectShown(page, FIRST);
});
