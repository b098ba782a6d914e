import { expect, type Page } from '@playwright/test';
import { behave } from '../stand-in/control';
import { Keyboard } from '../support/keyboard';
import { expectSoundInEveryLook } from '../support/looks';
import { test } from '../support/one-page';
import { PlaygroundPage } from '../support/playground-page';

const RULE = 'From now on, always run the tests twice before you report.';
const FOLDER = '/home/agent/.claude/projects/-workspace/memory';

/** Memory is turned on in its tab, before the first prompt. */
async function withMemory(page: Page): Promise<PlaygroundPage> {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await page.getByRole('button', { name: 'Choose a model, policy or files first' }).click();
  const panel = await playground.tab('Memory');
  await expect(panel).toContainText('Memory is off');
  await panel.getByRole('button', { name: 'Turn on memory' }).click();
  await expect(panel.getByRole('heading', { name: '0 memories' })).toBeVisible();
  return playground;
}

/** The line of an extraction in the chat. */
function tasks({ chat }: PlaygroundPage) {
  return chat.locator('[data-chat="task"]');
}

test('a rule of session one is saved beside its turns, and session two starts with it and recalls it', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await page.getByRole('button', { name: 'Choose a model, policy or files first' }).click();
  const policy = await playground.tab('Policy');
  await policy.getByRole('combobox', { name: 'Preset' }).selectOption({ label: 'Small window with memory' });
  await playground.ask(RULE, 'Fast');
  await expect(tasks(playground)).toHaveText(/Saved 1 memory$/);

  const panel = await playground.tab('Memory');
  const memories = panel.getByRole('list', { name: 'Memories', exact: true });
  await test.step('the chat and the tab show its diff and its requests', async () => {
    for (const place of [tasks(playground), panel.getByRole('list', { name: 'Extractions' })]) {
      await place.getByRole('button', { name: 'Saved 1 memory' }).click();
      await expect(place).toContainText(/\d+ new messages?/);
      await expect(place).toContainText(/New feedback-\S+\.md/);
      await expect(place.getByRole('region', { name: /^Changes of feedback-/ })).toContainText('type: feedback');
      await expect(place.getByRole('region', { name: 'Changes of MEMORY.md' })).toContainText('](feedback-');
      await place.getByText(/^\d requests$/).click();
      await expect(place.getByText('Write', { exact: true }).first()).toBeVisible();
      await expect(place.getByText('estimated')).toBeVisible();
    }
    await expect(panel.getByRole('heading', { name: '1 memory' })).toBeVisible();
    await expect(memories.getByRole('button')).toHaveText(/^feedback-\S+\.mdtoday.*tests twice/);
    await memories.getByRole('button').click();
    await expect(panel).toContainText(/saved today, in the background after call \d/);
    await expect(panel.getByRole('textbox', { name: /^Contents of / })).toHaveValue(/tests twice/);
    await expect(panel.getByRole('region', { name: 'MEMORY.md, full text' })).toContainText('](feedback-');
  });

  await test.step('the chart marks where it was saved', async () => {
    expect(await playground.events()).toContainEqual(expect.stringMatching(/^1 Memory saved/));
  });

  await test.step('the cost of the extraction is in the header', async () => {
    const shown = await playground.figure('Would have cost');
    const ofCalls = await playground.chat.locator('[data-chat="reply"]').getByText('estimated').allInnerTexts();
    const dollars = (text: string) => Number(/\$([\d.]+)/.exec(text)?.[1]);
    const sum = ofCalls.reduce((all, text) => all + dollars(text), 0);
    expect(dollars(shown)).toBeGreaterThan(sum * 1.1);
  });

  await playground.ask('Remember that the release branch is frozen on Wednesdays.', 'Fast');
  await expect(panel.getByRole('heading', { name: '2 memories' })).toBeVisible();
  await memories.getByRole('button', { name: /^project-/ }).click();
  await expect(panel).toContainText(/saved today, by the agent in call \d/);
  await expect(panel).toContainText('None was started after the latest turn. The agent had saved a memory itself.');
  await playground.say('/clear');
  await expect(playground.chat).toBeHidden();
  await playground.tab('Memory');
  const atStart = panel.getByRole('list', { name: 'Memories at the start' });
  await expect(atStart.getByRole('listitem')).toHaveText([
    /^feedback-\S+\.md .*tests twice/,
    /^project-\S+\.md .*frozen/,
  ]);
  const before = Number(
    await panel.getByText('Index', { exact: true }).locator('..').locator('data').getAttribute('value'),
  );
  expect(before).toBeGreaterThan(0);

  await playground.ask('When is the release branch frozen?', 'Fast');
  const recall = playground.chat.locator('[data-chat="recall"]');
  await playground.scrollTo(recall);
  await expect(recall).toHaveText(/Recalled 1 of 2 memories · \d+ tokens$/);
  await recall.getByRole('button').click();
  const shown = recall.getByRole('list', { name: 'Recalled memories' }).getByRole('listitem');
  await expect(shown).toHaveText(/^project-\S+\.mdproject.*frozen.*saved today\d+\s?B$/);
  await expect(recall).toContainText('left for this session');
  await expect(recall).toContainText('Side request: selection of memories');
  await expect(memories.getByRole('button', { name: /^project-/ })).toContainText('recalled');
  await recall.getByText('Not chosen: 1 memory').click();
  await expect(recall.getByRole('list', { name: 'Not chosen' })).toHaveText(/^feedback-/);
  await expect(page.getByRole('list', { name: 'Legend: events' })).toContainText('Memory recalled');
  expect((await playground.events())[0]).toMatch(/^1 Memory recalled/);
  await expect(panel.getByRole('progressbar', { name: 'Recall bytes used' })).not.toHaveAttribute('value', '0');
});

test('undoing a turn removes what it had saved, and redoing it brings that again', async ({ page }) => {
  const playground = await withMemory(page);
  await playground.ask('Count the lines of README.md.', 'Fast');
  await playground.ask(RULE, 'Fast');
  await expect(tasks(playground).last()).toHaveText(/Saved 1 memory$/);
  const panel = await playground.tab('Memory');
  const heading = panel.getByRole('heading', { level: 2 }).first();
  await expect(heading).toHaveText('1 memory');
  await page.getByRole('button', { name: 'Undo last turn' }).click();
  await expect(heading).toHaveText('0 memories');
  await expect(panel).toContainText('MEMORY.md is empty');
  await expect(playground.chat).not.toContainText('Saved 1 memory');
  await page.getByRole('button', { name: 'Redo turn' }).click();
  await expect(heading).toHaveText('1 memory');
  await expect(tasks(playground).last()).toHaveText(/Saved 1 memory$/);
});

test('an extraction rests over a reload, continues in its place, and can be stopped alone', async ({ page }) => {
  const playground = await withMemory(page);
  const key = await playground.chooseModel('extraction');
  await behave(key, [{ type: 'answer', text: 'Understood.' }, { type: 'hang' }]);
  await playground.say(RULE);
  const task = tasks(playground).first();
  await expect(task).toHaveText(/Saving memories…$/);
  await expect(playground.status).toHaveText('Waiting for a prompt');

  await page.reload();
  await expect(task).toHaveText(/was interrupted, and continues with the run$/);
  await expect(playground.status).toHaveText('Stopped before finishing');
  const policy = await playground.tab('Policy');
  await policy.getByRole('button', { name: /^Key: / }).click();
  await page.getByLabel('Key', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Use key' }).click();
  await behave(key, [{ type: 'answer', delayMs: 3_000 }]);
  await page.getByRole('button', { name: 'Continue from here' }).click();
  await expect(task).toHaveText(/Saving memories…$/);
  const place = await task.boundingBox();
  await expect(task).toHaveText(/Saved 1 memory$/);
  expect(await task.boundingBox()).toEqual(place);

  await behave(key, [{ type: 'answer', text: '[]' }, { type: 'answer', text: 'Done.' }, { type: 'hang' }]);
  await playground.say('What else do you know?');
  const second = tasks(playground).nth(1);
  await expect(second).toHaveText(/Saving memories…$/);
  const panel = await playground.tab('Memory');
  const listed = panel.getByRole('list', { name: 'Extractions' });
  await listed.getByRole('button', { name: 'Saving memories…' }).click();
  await listed.getByRole('button', { name: 'Stop saving' }).click();
  await expect(second).toHaveText(/Saving memories was stopped/);
  await expect(playground.status).toHaveText('Waiting for a prompt');
});

test('in the middle of a slow extraction of the script, a reload loses nothing', async ({ page }) => {
  const playground = await withMemory(page);
  await page.getByLabel('Speed').selectOption('Slow');
  await playground.say(RULE);
  await playground.chat.locator('[data-chat="task"][data-state="works"]').waitFor();
  await page.reload();
  const task = tasks(playground).first();
  // On a busy machine it may have been finished meanwhile.
  await expect(task).toHaveText(/continues with the run$|Saved 1 memory$/);
  const goOn = page.getByRole('button', { name: 'Continue from here' });
  if (await goOn.isVisible()) await goOn.click();
  await expect(task).toHaveText(/Saved 1 memory$/, { timeout: 60_000 });
  const panel = await playground.tab('Memory');
  await expect(panel.getByRole('list', { name: 'Memories', exact: true }).getByRole('button')).toHaveText(
    /tests twice/,
  );
});

test('/memory opens the tab, /remember asks the agent, and what the user writes there is masked and checked', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await page.getByRole('button', { name: 'Choose a model, policy or files first' }).click();
  await playground.tab('Policy');
  await playground.say('/remember We deploy on Thursdays');
  await expect(page.getByText('This run has no memory. Turn it on in the tab Memory.')).toBeVisible();
  await playground.prompt.fill('');
  await playground.prompt.pressSequentially('/me');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('tabpanel', { name: 'Memory', exact: true });
  await panel.getByRole('button', { name: 'Turn on memory' }).click();

  await playground.ask('/remember We deploy on Thursdays, and the branch is frozen on Wednesdays.', 'Fast');
  const memory = panel.getByRole('list', { name: 'Memories', exact: true }).getByRole('button');
  await expect(memory).toHaveCount(1);
  await expect(memory).toContainText('Thursdays');

  await memory.click();
  const text = panel.getByRole('textbox', { name: /^Contents of / });
  const key = `sk-ant-api03-${'a1B2'.repeat(24)}`;
  await text.fill(`---\nname: <b>x</b>\ndescription: <img src=x onerror=alert(1)>\ntype: user\n---\n\nKey: ${key}\n`);
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(memory).toContainText('<img src=x onerror=alert(1)>');
  await expect(text).not.toHaveValue(new RegExp(key));
  await expect(panel).toContainText('saved today, by you');
  await text.fill('no front matter');
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(panel).toContainText('Cannot be read as a memory: it does not start with front matter');
  await panel.getByRole('button', { name: 'Delete' }).click();
  await expect(panel.getByRole('heading', { name: '0 memories' })).toBeVisible();
  await expect(panel.getByText('Dead links: 1.')).toBeVisible();
});

test('with a model: a choice that is late or unusable and an extraction that fails are told, and all is paid', async ({
  page,
}) => {
  const playground = await withMemory(page);
  const key = await playground.chooseModel('memory');
  const answer = { type: 'answer', text: 'Understood.' } as const;
  await behave(key, [answer]);
  await playground.say(RULE);
  await expect(tasks(playground)).toHaveText(/Saved 1 memory$/);
  const paid = async () => Number((await playground.figure('Side requests')).replace('$', ''));
  const before = await paid();
  expect(before).toBeGreaterThan(0);

  await behave(key, [{ ...answer, text: '["another.md"]', delayMs: 2_500 }, answer, { type: 'error', status: 400 }]);
  await playground.say('What do you know?');
  const recall = playground.chat.locator('[data-chat="recall"]');
  await expect(recall).toHaveText(/Choosing memories… The turn continues without them\.$/);
  const place = await recall.boundingBox();
  await expect(playground.chat.locator('[data-chat="reply"]')).toHaveCount(2);
  await expect(recall).toHaveText(/Recalled none of 1 memory · could not use the selection$/);
  expect((await recall.boundingBox())?.height).toBe(place?.height);
  await recall.getByRole('button').click();
  await expect(recall).toContainText('The answer names "another.md", which is not in the list. No memory is recalled.');

  const failed = tasks(playground).nth(1);
  await expect(failed).toHaveText(/Could not save memories: .*credit balance/);
  await failed.getByRole('button').click();
  await expect(failed).toContainText('No file was changed.');
  expect(await paid()).toBeGreaterThan(before);
});

test('memory that is turned on during a session reaches the agent with the next one', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await playground.ask('Count the lines of README.md.', 'Fast');
  const panel = await playground.tab('Memory');
  await panel.getByRole('button', { name: 'Turn on memory' }).click();
  await expect(panel).toContainText('The agent does not know of its memory in this session');
  await playground.say('/remember We deploy on Thursdays');
  await expect(page.getByText('The agent does not know of its memory in this session. Start a new one')).toBeVisible();
  await playground.prompt.fill('/clear');
  await playground.prompt.press('Enter');
  await expect(playground.chat).toBeHidden();
  await playground.ask('/remember We deploy on Thursdays', 'Fast');
  await expect(panel).toContainText('1 memory');
  await expect(panel).not.toContainText('does not know');
});

test('250 memories and an index that is cut stay usable by keyboard, in every look', async ({ page }) => {
  test.slow();
  const playground = await withMemory(page);
  const many = 'i=0; while [ $i -lt 250 ]; do i=$((i+1))';
  const front =
    '---\\nname: m-%s\\ndescription: What was said about subject %s\\ntype: project\\n---\\n\\nSubject %s\\n';
  await playground.ask(
    `Run \`mkdir -p ${FOLDER}; ${many}; printf '${front}' $i $i $i > ${FOLDER}/m-$i.md; echo "- [M $i](m-$i.md)" >> ${FOLDER}/MEMORY.md; done\``,
    'Fast',
  );
  const panel = await playground.tab('Memory');
  await expect(panel.getByRole('heading', { name: '250 memories' })).toBeVisible();
  const memories = panel.getByRole('list', { name: 'Memories', exact: true });
  expect(await memories.getByRole('button').count()).toBeLessThan(60);
  await expect(panel.getByText('Cut at 200 of 250 lines: a session does not get what follows')).toBeAttached();
  await panel.getByRole('button', { name: 'Show the cut' }).click();
  await expect(panel.getByText('Cut at 200 of 250 lines')).toBeInViewport();

  const keyboard = new Keyboard(page);
  await panel.getByLabel('Find memories').fill('subject 207');
  await expect(memories.getByRole('button')).toHaveCount(1);
  await panel.getByLabel('Find memories').fill('');
  await keyboard.tabTo(memories.getByRole('button').first());
  await page.keyboard.press('End');
  await keyboard.expectKept();
  await expect(memories.locator(':focus')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('textbox', { name: /^Contents of / })).toHaveValue(/Subject \d+/);

  await playground.ask('What was said about subject 42?', 'Fast');
  const recall = playground.chat.locator('[data-chat="recall"]').last();
  await playground.scrollTo(recall);
  await recall.getByRole('button').click();
  await expect(recall).toContainText('50 older memories not looked at');
  await expectSoundInEveryLook(page, 'main');
  await page.setViewportSize({ width: 390, height: 844 });
  for (const tab of await page.getByRole('tablist', { name: 'Run details' }).getByRole('tab').all()) {
    await tab.scrollIntoViewIfNeeded();
    await expect(tab).toBeInViewport({ ratio: 1 });
  }
});
