import { expect, type Page } from '@playwright/test';
import { transcriptFromText } from '../../lib/transcript/transcript-from-text';
import { writeTranscripts } from '../../lib/transcript/write-transcript';
import { behave } from '../stand-in/control';
import { expectSoundInEveryLook } from '../support/looks';
import { test } from '../support/one-page';
import { PromptsView } from '../support/prompts-view';
import { SessionsPage, withoutTour } from '../support/sessions-page';
import { keyOf, messagesSeenBy } from '../support/stand-in-keys';

const MONDAY = `clock 2026-03-02T09:00:00Z
system 3000 tokens
user "The staging database is db-3.keel.example:5433. Never deploy on a Friday evening, because nobody is on call."
assistant "Noted. The gate is called HARBOUR_GATE=77."
usage 4000 output 10
user "I am a data scientist, new to Rust."
assistant "Good to know."
usage 4100 output 10`;
const THURSDAY = `clock 2026-03-05T09:00:00Z
system 3000 tokens
user "Check the staging database, please."
call #1 bash {"command":"psql -h db-3.keel.example:5433"}
usage 4000 output 10
result #1 "fine"
assistant "It runs."
usage 4200 output 10
user "Thank you."
assistant "You are welcome."
usage 4300 output 10`;

function recorded(text: string, title: string): string {
  const more = { workingDirectory: '/srv/shop', models: ['claude-sonnet-4-5'], title, contextWindow: 200_000 };
  const transcript = transcriptFromText(text, more);
  const calls = transcript.calls.map((call) => ({ ...call, model: 'claude-sonnet-4-5' }));
  return [...writeTranscripts([{ ...transcript, calls }])].join('');
}

async function openThursday(page: Page) {
  await withoutTour(page);
  const sessions = new SessionsPage(page);
  await sessions.open();
  await sessions.pick({
    'thursday.highwater.json': recorded(THURSDAY, 'Thursday'),
    'monday.highwater.json': recorded(MONDAY, 'Monday'),
  });
  await sessions.table.getByRole('link', { name: 'Thursday' }).click();
}

test('[J1] [A5] [R1] [K2] shows what earlier sessions of the project would have left to this one', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openThursday(page);
  await page.getByRole('tab', { name: 'Memory', exact: true }).click();
  const tab = page.getByRole('complementary', { name: 'Reasons' });
  await expect(tab.getByRole('checkbox', { name: /Monday/ })).toBeChecked();
  await expect(tab.getByRole('region', { name: 'At the start' })).toContainText('staging database');
  const recalled = tab.getByRole('region', { name: 'Recalled at prompts' });
  await expect(recalled).toContainText('saved 3 days before; in common: staging, database');
  const left = tab.getByRole('region', { name: 'Left by each session' });
  await expect(left).toContainText('Never deploy on a Friday evening');
  await expect(left.getByRole('link', { name: 'where it was said' }).first()).toHaveAttribute(
    'href',
    /session=.*call=\d/,
  );
  await tab.getByRole('button', { name: 'Count them' }).click();
  await expect(tab.getByRole('region', { name: 'Used later across sessions' })).toContainText(
    'db-3.keel.example:5433 carried by memory',
  );
  await expectSoundInEveryLook(page, '#reasons-column');

  // Without Monday there is nothing to recall.
  await tab.getByRole('checkbox', { name: /Monday/ }).uncheck();
  await expect(recalled).toContainText('There was nothing to recall at any prompt.');
  await tab.getByRole('checkbox', { name: /Monday/ }).check();
  await expect(recalled).toContainText('in common: staging, database');
});

test('[L6] a what-if with memory carries it in every call, and its budgets are settings of the policy', async ({
  page,
}) => {
  await openThursday(page);
  await page.getByRole('tab', { name: 'Memory', exact: true }).click();
  const tab = page.getByRole('complementary', { name: 'Reasons' });
  await expect(tab.getByRole('region', { name: 'Recalled at prompts' })).toContainText('in common');
  await tab.getByRole('button', { name: 'Turn memory on in a what-if' }).click();
  await expect(page).toHaveURL(/memory-recall\.isOn=true/);
  await expect(tab.getByText('The chart shows a replay with memory.')).toBeVisible();
  const messages = page.getByRole('region', { name: /^Messages/ });
  await expect(messages.getByText(/This memory is 3 days old/)).toBeVisible();
  // A budget of nothing: what was chosen no longer fits.
  const budget = tab
    .getByRole('textbox', { name: 'Bytes of a session' })
    .or(tab.getByRole('spinbutton', { name: 'Bytes of a session' }));
  await budget.fill('0');
  await budget.press('Enter');
  await expect(tab.getByRole('region', { name: 'Recalled at prompts' })).toContainText(
    'not shown: does not fit the rest of the budget',
  );
  await expect(messages.getByText(/This memory is 3 days old/)).toBeHidden();
  await expect(page).toHaveURL(/memory-recall\.bytesOfSession=0/);
});

test('works by keyboard', async ({ page }) => {
  await openThursday(page);
  await page.getByRole('tab', { name: 'Why' }).focus();
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Memory', exact: true })).toBeFocused();
  const show = page.getByRole('button', { name: 'Show the prompt before call 1' });
  await show.focus();
  await page.keyboard.press('Enter');
  const messages = page.getByRole('region', { name: /^Messages/ });
  await expect(messages.getByRole('button', { expanded: true }).filter({ hasText: 'Check the staging' })).toBeVisible();
  const monday = page.getByRole('checkbox', { name: /Monday/ });
  await monday.focus();
  await page.keyboard.press('Space');
  await expect(monday).not.toBeChecked();
});

test('[R3] a sweep over the bytes of a session says what memory carried and had no room for', async ({ page }) => {
  await openThursday(page);
  await page.getByRole('tab', { name: 'Memory', exact: true }).click();
  const tab = page.getByRole('complementary', { name: 'Reasons' });
  await expect(tab.getByRole('region', { name: 'Recalled at prompts' })).toContainText('in common');
  await tab.getByRole('button', { name: 'Turn memory on in a what-if' }).click();
  await expect(tab.getByText('The chart shows a replay with memory.')).toBeVisible();
  await page.getByRole('tab', { name: 'Sweep', exact: true }).click();
  await tab.getByRole('combobox', { name: 'Setting' }).click();
  await tab.getByRole('combobox', { name: 'Setting' }).fill('bytes of a session');
  await page.keyboard.press('Enter');
  await tab.getByRole('button', { name: 'Sweep' }).click();
  await tab.getByText('Show as table').click();
  const results = tab.getByRole('region', { name: 'Sweep results' });
  await expect(results.getByRole('columnheader', { name: 'Memory carried' })).toBeVisible();
  await expect(results.getByRole('columnheader', { name: 'Memories without room' })).toBeVisible();
});

test('[A11] [R2] a model extracts and recalls after its price was shown, can be stopped, and stays beside the rules', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const key = keyOf('memory');
  await openThursday(page);
  await page.getByRole('tab', { name: 'Memory', exact: true }).click();
  const tab = page.getByRole('complementary', { name: 'Reasons' });
  const who = tab.getByRole('region', { name: 'Who extracts and recalls' });
  const recalled = tab.getByRole('region', { name: 'Recalled at prompts' });
  await expect(recalled).toContainText('in common');
  await who.getByRole('button', { name: 'With a model…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask a model about memory?' });
  await new PromptsView(page).giveKey(key);
  await expect(dialog).toContainText(/4 extractions and up to \d recalls: at most \d+ requests/);
  await expect(dialog).toContainText(/\$\S+ to \$\S+ at most/);
  await dialog.getByLabel('Model for extraction and recall').selectOption('claude-opus-5-5');
  await dialog.getByRole('textbox', { name: 'Limit in dollars' }).fill('5');
  await dialog.getByRole('textbox', { name: 'Limit in dollars' }).press('Enter');
  await expectSoundInEveryLook(page, 'dialog[open]');
  expect(await messagesSeenBy(key)).toEqual([]);

  // Stopped while the third request hangs: what was answered stays.
  await behave(key, [{ type: 'answer' }, { type: 'answer' }, { type: 'hang' }]);
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(who.getByRole('status').first()).toContainText(/1 of \d+ answered/);
  await who.getByRole('button', { name: 'Stop' }).click();
  await expect(who).toContainText('Partial. claude-opus-5-5 answered 1 extraction or recall in 3 requests');
  const left = tab.getByRole('region', { name: 'Left by each session' });
  await expect(left).toContainText('Never deploy on a Friday evening');
  await expect(left).not.toContainText('data scientist');

  await who.getByRole('button', { name: 'Continue with a model…' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Limit in dollars' })).toHaveValue('5');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(recalled).toContainText('chosen by the model', { timeout: 30_000 });
  await expect(who).not.toContainText('Partial');
  await expect(who).toContainText(/\$\d\S*, from the usage that the API reported/);
  await expect(left).toContainText('data scientist');
  await expect(tab.getByRole('region', { name: 'Used later across sessions' })).toContainText(
    'db-3.keel.example:5433 carried by memory',
  );
  await expectSoundInEveryLook(page, '#reasons-column');
  expect((await messagesSeenBy(key)).flatMap(({ problem }) => problem ?? [])).toEqual([]);

  await who.getByRole('button', { name: 'By rules' }).click();
  await expect(recalled).toContainText('in common');
  await who.getByRole('button', { name: 'claude-opus-5-5' }).click();
  await expect(recalled).toContainText('chosen by the model');
});
