import { expect, type Page } from '@playwright/test';
import { seenBy } from '../stand-in/control';
import { Clicks } from '../support/clicks';
import { test } from '../support/one-page';
import { PlaygroundPage } from '../support/playground-page';
import { SessionsPage } from '../support/sessions-page';
import { keyOf } from '../support/stand-in-keys';

/** From the start page. “Which prompt for my sessions” is counted in e2e/prompts/experiment-views.spec.ts. */
const MOST_CLICKS = 10;

const view = (page: Page, name: string) => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });

test.beforeEach(({ page }) => new SessionsPage(page).open());

test('answers “session memory against full compaction” in ten clicks, with an agent', async ({ page }) => {
  const clicks = new Clicks();
  await clicks.on(view(page, 'Playground'));
  await clicks.on(page.getByRole('link', { name: /^Compare two policies/ }));
  await clicks.on(page.getByRole('button', { name: 'Run both' }));
  const lost = page.getByRole('row', { name: /^Values lost/ }).getByRole('cell');
  await expect(lost.first()).toHaveText(/^\d+$/, { timeout: 120_000 });
  await expect(lost.nth(1)).toHaveText(/^\d+$/);
  await expect(page.getByText(/^Up to call \d+, B .* B loses \d+ values instead of \d+/)).toBeVisible();

  const ofA = page.getByRole('region', { name: /^Lost by A/ });
  await clicks.on(ofA.getByText(/^Call \d+: Session memory/));
  await clicks.on(
    page
      .getByRole('region', { name: /^Lost by B/ })
      .getByText(/^Call \d+: Full compaction/)
      .first(),
  );
  await expect(ofA.getByText('Lost, worth reading')).toBeVisible();
  await clicks.on(page.getByRole('button', { name: /^message \d+/ }).first());
  await expect(page.getByRole('dialog', { name: /^Message \d+/ })).toBeVisible();
  expect(clicks.count).toBeLessThanOrEqual(MOST_CLICKS);
});

test('answers “session memory against full compaction” in ten clicks, on a session', async ({ page }) => {
  const clicks = new Clicks();
  await clicks.on(page.getByRole('link', { name: 'Long bug hunt', exact: true }));
  const strip = page.getByRole('region', { name: 'Recording and what if' });
  const policy = page.getByRole('complementary', { name: 'Policy' });
  const reasons = page.getByRole('complementary', { name: 'Reasons' });
  await clicks.on(policy.getByRole('switch', { name: 'Session memory' }));
  await clicks.on(policy.getByRole('button', { name: 'Turn on “Session note”' }));
  await clicks.on(reasons.getByRole('button', { name: 'call 141', exact: true }).first());
  // Until the replay has arrived, the next event is one of the curve before the change.
  await expect(page.getByRole('button', { name: /^Session memory \d/ })).toBeVisible();
  // The first one is near a recorded summary, which has its text.
  await clicks.on(page.getByRole('button', { name: 'Next event (j)' }));
  await clicks.on(reasons.getByRole('button', { name: 'Use offline summaries' }));
  await expect(reasons.getByRole('button', { name: 'Use offline summaries' })).toBeHidden();
  await clicks.on(page.getByRole('button', { name: 'Previous event (k)' }));
  await expect(strip.getByText(/^Values lost [\d,]+ → [\d,]+/)).toBeVisible();
  await expect(strip.getByText(/^Used-later misses \d+ → \d+/)).toBeVisible();
  await expect(reasons.getByText('Lost, worth reading')).toBeVisible();
  expect(clicks.count).toBeLessThanOrEqual(MOST_CLICKS);
});

test('runs “my policy live with a model” in ten clicks', async ({ page }) => {
  const clicks = new Clicks();
  const key = keyOf('job-live');
  await clicks.on(page.getByRole('link', { name: 'Refactoring', exact: true }));
  await clicks.type(page.getByLabel('What if: compact at, in percent of the effective window'), '60');
  await clicks.on(page.getByRole('link', { name: 'Run in Playground' }));
  await expect(page).toHaveURL(/\/playground\?run=/);

  const playground = new PlaygroundPage(page);
  await clicks.on(page.getByRole('tab', { name: 'Policy', exact: true }));
  const panel = page.getByRole('tabpanel', { name: 'Policy' });
  // As in Simulate, whatever the window of the model.
  await expect(panel.getByRole('textbox', { name: 'Share of the effective window' })).toHaveValue('60');
  await expect(panel.getByRole('textbox', { name: 'Window', exact: true })).toHaveValue('200,000');
  await clicks.on(panel.getByRole('button', { name: /^Key: / }));
  await clicks.type(page.getByLabel('Key', { exact: true }), key);
  await clicks.choose(panel.getByRole('combobox', { name: 'Model' }), 'claude-sonnet-5-5');
  await clicks.on(page.getByRole('button', { name: /^Try: / }));
  await clicks.on(playground.confirmation.getByRole('button', { name: 'Send' }));
  await expect(playground.who).toHaveText('claude-sonnet-5-5 answers');
  await expect(playground.chat.locator('[data-chat="reply"]').first()).toBeVisible();
  expect((await seenBy(key)).some(({ path }) => path === '/v1/messages')).toBe(true);
  expect(clicks.count).toBeLessThanOrEqual(MOST_CLICKS);
});
