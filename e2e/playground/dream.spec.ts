import { expect, type Page } from '@playwright/test';
import { twentyMemories } from '../../lib/agent/story/twenty-memories';
import { Keyboard } from '../support/keyboard';
import { expectSoundInEveryLook, TAB_PANEL } from '../support/looks';
import { test } from '../support/one-page';
import { PlaygroundPage } from '../support/playground-page';

const GATES = 'Gates of a dream';

/** A run with memory and a memory that says “tomorrow”; dreaming is still off. */
async function remembering(page: Page) {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await page.getByRole('button', { name: 'Choose a model, policy or files first' }).click();
  const panel = await playground.tab('Memory');
  await panel.getByRole('button', { name: 'Turn on memory' }).click();
  await playground.ask('Remember that the demo for the customers is tomorrow.', 'Fast');
  await expect(panel.getByRole('heading', { name: '1 memory' })).toBeVisible();
  return { playground, panel };
}

function gatesIn(panel: ReturnType<Page['getByRole']>) {
  return panel.getByRole('list', { name: GATES }).getByRole('listitem');
}

test('/dream tidies the memory: the ladder, what it did, its diff, and undo with one press', async ({ page }) => {
  const { playground, panel } = await remembering(page);
  await test.step('without its layer there is none, and the answer says where to turn it on', async () => {
    await playground.say('/dream');
    await expect(page.getByText('Dreaming is off. Turn it on in the tab Memory.')).toBeVisible();
    await expect(gatesIn(panel).first()).toHaveText(/Switched on.*the layer Dreaming is off.*closed/);
  });

  await panel.getByRole('button', { name: 'Turn on dreaming' }).click();
  await expect(gatesIn(panel).first()).toHaveText(/the layer Dreaming is on.*open/);
  await playground.ask('List all files', 'Fast');
  await test.step('at the end of a turn, the gate of sessions is closed', async () => {
    await expect(gatesIn(panel)).toHaveText([
      /Switched on/,
      /Time since the last dream.*there was none yet.*open/,
      /Time since the sessions were counted.*open/,
      /Other sessions since the last dream0 of 5.*closed/,
      /Lock.*not looked at/,
    ]);
    await expect(playground.chat.locator('[data-chat="dream"]')).toHaveCount(0);
  });

  await playground.say('/dream');
  const dreams = panel.getByRole('list', { name: 'Dreams' });
  await expect(dreams.locator('[data-dream="completed"]')).toBeVisible({ timeout: 30_000 });
  await expect(gatesIn(panel).nth(3)).toHaveText(/passed by \/dream/);
  await expect(playground.chat.locator('[data-chat="dream"]')).toHaveText(/Dreamt: Dated 1 relative date/);
  await expect(dreams).toContainText('completed');
  await expect(dreams).toContainText('None of 1 fact was lost.');
  await expect(dreams.getByRole('row', { name: /^Relative dates 1 0$/ })).toBeVisible();
  await dreams.getByText(/^Changed project-/).click();
  await expect(dreams.getByRole('region', { name: /^Changes of project-/ })).toContainText(/on \d{4}-\d\d-\d\d/);
  await dreams.getByText(/^\d turns$/).click();
  await expect(dreams.getByText('Request 1', { exact: true })).toBeVisible();
  expect(await playground.events()).toContainEqual(expect.stringMatching(/Memory tidied/));
  await expectSoundInEveryLook(page);

  await dreams.getByRole('button', { name: 'Undo this dream' }).click();
  await expect(dreams).toContainText('Its changes were undone.');
  await expect(panel.getByRole('list', { name: 'Memories', exact: true })).toContainText('tomorrow');
});

test('a dream can be ended, and goes on after a reload if it was not', async ({ page }) => {
  const { playground, panel } = await remembering(page);
  await panel.getByRole('button', { name: 'Turn on dreaming' }).click();
  await playground.ask('List all files', 'Fast');
  await page.getByLabel('Speed').selectOption('Slow');
  await panel.getByRole('button', { name: 'Dream now' }).click();
  const dreams = panel.getByRole('list', { name: 'Dreams' });
  await dreams.getByRole('button', { name: 'End it' }).click();
  await expect(dreams.locator('[data-dream="ended"]')).toBeVisible();
  await expect(panel.getByRole('list', { name: 'Memories', exact: true })).toContainText('tomorrow');

  await panel.getByRole('button', { name: 'Dream now' }).click();
  await expect(dreams.locator('[data-dream="starting"]')).toBeVisible();
  await page.reload();
  await expect(playground.chat.locator('[data-chat="dream"]').last()).toBeVisible();
  await playground.tab('Memory');
  await page.getByLabel('Speed').selectOption('Fast');
  const goOn = page.getByRole('button', { name: 'Continue', exact: true });
  if (await goOn.isVisible()) await goOn.click();
  await expect(dreams.locator('[data-dream="completed"]')).toBeVisible({ timeout: 30_000 });
});

test('the story: twenty memories, gates that are closed twice, a dream, and what is left, with the keyboard alone', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  const keyboard = new Keyboard(page);
  await keyboard.tabTo(page.getByRole('button', { name: twentyMemories.title }));
  await page.keyboard.press('Enter');
  const guide = page.getByRole('region', { name: 'Story' });
  const sentence = guide.getByRole('status');
  const told: string[] = [];
  for (const [day, { moments, title }] of twentyMemories.days.entries()) {
    const next = guide.getByRole('button', { name: /^Let |^Go on yourself$/ });
    await expect(next).toBeEnabled({ timeout: 90_000 });
    await expect(guide).toContainText(`Day ${day + 1} of 4: ${title}`);
    for (const [place] of moments.entries()) {
      if (place > 0) {
        await keyboard.tabTo(guide.getByRole('button', { name: 'Next moment' }));
        await page.keyboard.press('Enter');
      }
      told.push(await sentence.innerText());
    }
    if (day === 2) {
      const dreams = page.getByRole('list', { name: 'Dreams' });
      await expect(dreams.locator('[data-dream="completed"]')).toBeVisible();
      await expect(dreams).toContainText('None of 20 facts was lost.');
      await expect(page.getByRole('list', { name: GATES }).getByRole('listitem').nth(3)).toHaveText(/2 of 2.*open/);
      await expectSoundInEveryLook(page, TAB_PANEL);
    }
    if (day === twentyMemories.days.length - 1) break;
    await keyboard.tabTo(next);
    await page.keyboard.press('Enter');
  }
  expect(told).toHaveLength(6);
  expect(told.join(' ')).not.toMatch(/[{}]|NaN|undefined/);
  expect(told[0]).toContain('0 of 2 other sessions');
  expect(told[1]).toContain('1 of 2 sessions: still closed');
  expect(told[3]).toContain('20 memories became 15');
  expect(told[4]).toContain('0 lost, 3 contradicted and gone, 0 with a value that nothing had before');
  expect(told[5]).toContain('starts with 15 memories');
});
