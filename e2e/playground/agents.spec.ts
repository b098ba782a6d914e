import { expect, type Page } from '@playwright/test';
import { behave } from '../stand-in/control';
import { Keyboard } from '../support/keyboard';
import { expectSoundInEveryLook, TAB_PANEL } from '../support/looks';
import { test } from '../support/one-page';
import { PlaygroundPage } from '../support/playground-page';

const CHAT = '/chat/completions';
const lanes = (page: Page) => page.getByRole('region', { name: 'Sub-agents' });

function delegate(description: string, prompt: string, more: object = {}) {
  return { name: 'Agent', arguments: JSON.stringify({ description, prompt, ...more }) };
}

/** Agents are turned on in their tab, before the first prompt. */
async function withAgents(page: Page, where = 'On, listed in the description of the tool Agent') {
  const playground = new PlaygroundPage(page);
  await playground.open();
  await page.getByRole('button', { name: 'Choose a model, policy or files first' }).click();
  const panel = await playground.tab('Agents');
  await panel.getByRole('radio', { name: where }).check();
  return { playground, panel };
}

/** Two typed agents in one reply: the first reads a file, the second lists files. */
const TWO = [
  delegate('Read the readme', 'Show README.md', { subagent_type: 'general-purpose' }),
  delegate('Count the files', 'How many files are there?', { subagent_type: 'Explore', name: 'counter' }),
];

test('[O4] shows the agents of a run in lanes, and each with its own chat, context, request and bill', async ({
  page,
}) => {
  const { playground, panel } = await withAgents(page);
  const key = await playground.chooseModel('agents', 'chat/gpt-5.4-mini');
  await behave(key, [{ type: 'answer', text: 'Two agents look.', calls: TWO }], CHAT);
  await playground.say('Show AGENTS.md');
  await playground.finishes();

  await test.step('lanes under the chart', async () => {
    await expect(lanes(page)).toContainText(/^2 sub-agents: [\d.k]+ tokens of work, [\d.k]+ returned/);
    await expect(lanes(page).getByRole('button')).toHaveCount(2);
    await expect(
      lanes(page).getByRole('button', { name: /^general-purpose: Read the readme\. Started after call 1; call 2/ }),
    ).toBeVisible();
  });

  await test.step('in the chat, beside the call that started it', async () => {
    const line = playground.chat.locator('[data-chat="agent"]').first();
    await playground.scrollTo(line);
    await expect(line).toContainText(/^agent-1, Done/);
    await line.getByRole('button', { name: 'Open general-purpose: Read the readme' }).click();
  });

  await test.step('one opened', async () => {
    const pane = page.getByRole('region', { name: 'Agent general-purpose: Read the readme' });
    await expect(pane.getByRole('region', { name: /^Chat of general-purpose/ })).toContainText('Show README.md');
    await expect(pane.getByRole('region', { name: /^Chat of general-purpose/ })).toContainText('Read');
    await expect(pane.locator('dl').first()).toContainText(/Cost\s*\$/);
    await pane.getByRole('tab', { name: 'Its context' }).click();
    await expect(pane).toContainText(/Call (\d) of \1 calls/);
    const messages = pane.getByRole('region', { name: /^Messages at call/ });
    await expect(messages).toContainText('README.md');
    await expect(messages).not.toContainText('Show AGENTS.md');
    await pane.getByRole('button', { name: 'Previous call' }).click();
    await expect(pane).toContainText('Call 1 of');
    await expect(messages.getByRole('listitem').first()).toBeVisible();
    await pane.getByRole('tab', { name: 'Its request' }).click();
    await expect(pane.getByRole('region', { name: /^Request JSON/ })).toContainText(
      'You do one piece of work for another agent.',
    );
    await expect(pane.getByRole('region', { name: /^Request JSON/ })).not.toContainText('"name": "Agent"');
    await pane.getByRole('button', { name: 'All agents' }).click();
  });

  await test.step('all of them with their sums', async () => {
    const rows = panel.getByRole('list', { name: 'Started agents' }).getByRole('listitem');
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText(/general-purpose: Read the readme.*Done.*work [\d.k]+, returned [\d.k]+/s);
    await expect(rows.last()).toContainText('“counter”');
  });

  await test.step('kept, and the same after a reload', async () => {
    await page.reload();
    await expect(lanes(page).getByRole('button')).toHaveCount(2);
    await lanes(page).getByRole('button').last().click();
    await expect(page.getByRole('region', { name: /^Chat of Explore/ })).toContainText('How many files');
  });
  await expectSoundInEveryLook(page);
});

test('[O4] stops one agent, and all', async ({ page }) => {
  const { playground, panel } = await withAgents(page);
  const key = await playground.chooseModel('stop', 'chat/gpt-5.4-mini');
  await behave(key, [{ type: 'answer', text: 'Two.', calls: TWO }, { type: 'hang' }, { type: 'hang' }], CHAT);
  await playground.say('Show AGENTS.md');
  await expect(lanes(page).getByRole('button', { name: /running/ })).toHaveCount(2);
  await expect(playground.status).toHaveText('Running');
  await playground.tab('Agents');
  const rows = panel.getByRole('list', { name: 'Started agents' }).getByRole('listitem');
  await rows.first().getByRole('button', { name: /^Stop/ }).click();
  await expect(rows.first()).toContainText('Stopped');
  await expect(rows.last()).toContainText('Running');
  await expectSoundInEveryLook(page, '[data-chart="lanes"]');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(rows.last()).toContainText('Stopped');
  await expect(lanes(page).getByRole('button', { name: /running/ })).toHaveCount(0);
});

test('[O8] says what an agent is doing after half a minute, and what that cost is in its bill', async ({ page }) => {
  const { playground, panel } = await withAgents(page);
  const key = await playground.chooseModel('progress', 'chat/gpt-5.4-mini');
  const [one] = TWO;
  await behave(key, [{ type: 'answer', text: 'One looks.', calls: one ? [one] : [] }, { type: 'hang' }], CHAT);
  await playground.say('Show AGENTS.md');
  await expect(lanes(page).getByRole('button', { name: /running/ })).toHaveCount(1);
  await playground.tab('Agents');
  const row = panel.getByRole('list', { name: 'Started agents' }).getByRole('listitem').first();
  await expect(row).toContainText(/Running\D*started by/);
  await playground.say('/wait 1m');
  await expect(row).toContainText(/Running: \w+ing /);
  await expect(row).toContainText(/0 calls.*\$0\.\d+/);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(row).toContainText('Stopped');
});

test('[O1] [O2] edits the files of agents with what is wrong at their lines, by keyboard alone', async ({ page }) => {
  const playground = new PlaygroundPage(page);
  await playground.open();
  const keyboard = new Keyboard(page);
  await page.getByRole('button', { name: 'Choose a model, policy or files first' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Agents' })).toBeVisible();
  await playground.prompt.focus();
  await page.keyboard.type('/agents');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('tabpanel', { name: 'Agents' });
  await expect(panel.getByRole('list', { name: 'Agents', exact: true }).getByRole('listitem')).toHaveCount(3);
  await keyboard.tabTo(panel.getByRole('textbox', { name: 'Name of the new agent' }));
  await page.keyboard.type('Plan');
  await page.keyboard.press('Enter');
  const file = panel.getByRole('textbox', { name: 'Contents of /workspace/.claude/agents/Plan.md' });
  await expect(file).toBeFocused();
  const agents = panel.getByRole('list', { name: 'Agents', exact: true }).getByRole('listitem');
  await expect(agents).toHaveCount(4);
  await expect(agents.filter({ hasText: 'overridden by Project' })).toHaveCount(1);

  await test.step('what is wrong is said at its line while it is typed', async () => {
    await page.keyboard.press('Control+A');
    await page.keyboard.type('---\nname: Plan\ncolour: red\n---\nPlan.');
    const problems = panel.getByRole('list', { name: 'Problems of this file' }).getByRole('listitem');
    await expect(problems).toHaveText([
      /^Line 3: unknown field "colour"; expected: name, /,
      /^Line 1: "description" is missing$/,
    ]);
    await keyboard.tabTo(panel.getByRole('button', { name: 'Save' }));
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('list', { name: 'Problems of this file' })).toContainText(
      /Line 1: "description" is missing/,
    );
    await expect(agents).toHaveCount(3);
  });

  await test.step('and gone once it is corrected', async () => {
    await file.focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('---\nname: Plan\ndescription: Plans in pencil\nmemory: user\n---\nPlan.');
    await keyboard.tabTo(panel.getByRole('button', { name: 'Save' }));
    await page.keyboard.press('Enter');
    await expect(agents.filter({ hasText: 'Plans in pencil' })).toContainText('memory: user');
    await expect(panel.getByRole('list', { name: 'Problems in files of agents' })).toHaveCount(0);
  });
  await test.step('what a field does here is in its row, and what it cannot do at its line', async () => {
    const fields = 'effort: low\nisolation: worktree\ntools: Read, Bash(git *)\nskills: gone\nmcpServers: [tides]';
    await file.fill(`---\nname: Plan\ndescription: Plans in pencil\n${fields}\n---\nPlan.`);
    await expect(panel.getByRole('list', { name: 'Problems of this file' }).getByRole('listitem')).toHaveText([
      /^Line 7: there is no skill "gone"/,
      /^Line 8: the Playground has no MCP servers/,
    ]);
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(agents.filter({ hasText: 'Plans in pencil' })).toContainText(
      /2 tools.*effort: low.*skills: gone.*on a copy of the files/,
    );
  });
  await panel.getByText('Sources and fields').click();
  await expectSoundInEveryLook(page, TAB_PANEL);
  await panel.getByRole('button', { name: 'Delete' }).click();
  await expect(agents).toHaveCount(3);
});

for (const [where, reads] of [
  ['On, listed in the description of the tool Agent', 'nothing'],
  ['On, listed in a message', 'most'],
] as const) {
  test(`[O3] shows what a change of the list costs, if it is ${where.toLowerCase()}`, async ({ page }) => {
    const { playground, panel } = await withAgents(page, where);
    await playground.ask('Show README.md', 'Fast');
    await playground.tab('Agents');
    await panel.getByRole('textbox', { name: 'Name of the new agent' }).fill('reviewer');
    await panel.getByRole('button', { name: 'Add agent' }).click();
    await expect(panel.getByRole('textbox', { name: /^Contents of .*reviewer\.md$/ })).toBeVisible();
    await playground.ask('Show AGENTS.md');
    const row = panel.getByRole('table', { name: 'Changes of the list' }).getByRole('row').nth(1);
    await expect(row).toContainText(/call \d/i);
    const [, , before = '', read = ''] = await row.getByRole('cell').allInnerTexts();
    const tokens = (text: string) => Number(text.replaceAll(',', ''));
    expect(tokens(before)).toBeGreaterThan(500);
    if (reads === 'nothing') {
      await test.step('both ways are compared with one press', async () => {
        await panel.getByRole('button', { name: 'Compare both ways' }).click();
        const both = panel.getByRole('table', { name: 'Both ways, call by call' });
        await expect(both.locator('[data-list="broken"]')).toHaveCount(1);
        await expect(both.locator('[data-list="broken"]')).toContainText('cache broken: the list changed');
        await expect(both.getByRole('row', { name: /^In sum/ })).toContainText(/≈ \$.*≈ \$/);
        await expect(
          panel.getByText(/^The cache broke at call \d; in sum, in the description it costs \d+ % more/),
        ).toBeVisible();
        await expectSoundInEveryLook(page);
      });
    }
    await test.step('a run that has begun keeps its choice, and offers a new one', async () => {
      await panel.getByRole('radio', { name: 'Off: the agent has no tool for them' }).check();
      await panel.getByRole('button', { name: 'New run with this choice' }).click();
      await expect(playground.chat).toBeHidden();
      await playground.tab('Agents');
      await expect(panel.getByRole('radio', { name: 'Off: the agent has no tool for them' })).toBeChecked();
      await expect(panel.getByRole('button', { name: 'New run with this choice' })).toHaveCount(0);
    });
    if (reads === 'nothing') expect(tokens(read)).toBeLessThan(tokens(before) / 4);
    else expect(tokens(read)).toBeGreaterThan(tokens(before));
  });
}

test('[O1] agents of a session override those of the project, and say what is wrong with them', async ({ page }) => {
  const { playground, panel } = await withAgents(page);
  await panel.getByText('Agents of this session alone').click();
  const json = panel.getByRole('textbox', { name: 'Agents of this session' });
  const agents = panel.getByRole('list', { name: 'Agents', exact: true }).getByRole('listitem');
  await json.fill('{ "Plan": { "prompt": "Plan." } }');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByRole('list', { name: 'Problems of the agents of this session' })).toHaveText(
    'agent "Plan": "description" is missing',
  );
  await json.fill('{ "Plan": { "description": "Plans for today", "prompt": "Plan." } }');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(agents.filter({ hasText: 'overridden by Session' })).toHaveCount(1);
  await expect(agents.filter({ hasText: 'Plans for today' })).toContainText('Session');
  await playground.ask('Show README.md', 'Fast');
  const request = await playground.tab('Request');
  await expect(request.getByRole('region', { name: /^Request JSON/ })).toContainText('- Plan: Plans for today');
  await playground.tab('Agents');
  await expect(json).toHaveAttribute('readonly');
  await expectSoundInEveryLook(page, TAB_PANEL);
});

test('[O5] five forks of the script: what each reads from the cache of the first, and what their parent was spared', async ({
  page,
}) => {
  const { playground, panel } = await withAgents(page);
  await playground.ask('Review the change with five agents', 'Fast');
  await expect(lanes(page).getByRole('button')).toHaveCount(5);
  const reads = await lanes(page)
    .getByRole('button')
    .evaluateAll((all) =>
      all.map((lane) => Number(/([\d.]+) % of its first call/.exec(lane.getAttribute('title') ?? '')?.[1])),
    );
  for (const read of reads.slice(1)) expect(read).toBeGreaterThanOrEqual(95);
  await playground.tab('Agents');
  const rows = panel.getByRole('list', { name: 'Started agents' }).getByRole('listitem');
  await expect(rows).toHaveCount(5);
  await expect(rows.first()).toContainText(/fork: .*Done.*work [\d.k]+, returned \d+.*spared [\d.k]+.*≈ \$/s);
  await rows.nth(1).getByRole('button', { name: /^Open/ }).click();
  const pane = page.getByRole('region', { name: /^Agent fork: / });
  await pane.getByRole('tab', { name: 'Its request' }).click();
  await expect(pane.getByRole('region', { name: /^Request JSON/ })).toContainText('Directive: ');
  await expectSoundInEveryLook(page, TAB_PANEL);

  await test.step('the same lanes in Simulate', async () => {
    const summary = await lanes(page).locator('p').first().innerText();
    await page.getByRole('button', { name: 'Open in Simulate' }).click();
    await expect(page).toHaveURL(/\/simulate/);
    await expect(lanes(page).getByRole('link')).toHaveCount(5);
    const [work] = /[\d.k]+ tokens of work/.exec(summary) ?? ['?'];
    await expect(lanes(page)).toContainText(work);
    await lanes(page).getByRole('link').first().click();
    await expect(page.getByText('Call 2 of 2')).toBeVisible();
  });
});
