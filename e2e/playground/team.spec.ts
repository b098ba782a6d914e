import { expect, type Locator, type Page } from '@playwright/test';
import { twoTeammates } from '../../lib/agent/story/two-teammates';
import { Keyboard } from '../support/keyboard';
import { expectSoundInEveryLook, TAB_PANEL } from '../support/looks';
import { test } from '../support/one-page';
import { PlaygroundPage } from '../support/playground-page';

/** The tab Team of a run on the sample repository, which names a remote repository. */
class TeamPage extends PlaygroundPage {
  readonly you = this.page.locator('[data-team="You"]');
  readonly robin = this.page.locator('[data-team="Robin"]');
  readonly server = this.page.getByRole('list', { name: 'Files on the server' });
  readonly requests = this.page.getByRole('list', { name: 'Requests to the server' }).getByRole('listitem');

  async openTeam(): Promise<void> {
    await this.open();
    await this.page.getByRole('button', { name: 'Choose a model, policy or files first' }).click();
    const panel = await this.tab('Team');
    await expect(panel).toContainText('names no remote repository');
    await panel.getByRole('button', { name: 'Name a remote repository' }).click();
    await expect(this.robin.getByRole('status')).toHaveText('Nothing to push');
  }

  async write(member: Locator, file: string, text: string): Promise<void> {
    await member.getByLabel(/^Name of a new file of /).fill(file);
    await member.getByRole('button', { name: 'Add file' }).click();
    // It is opened once it is there.
    await expect(member.getByLabel(new RegExp(`^${file} of `))).toBeVisible();
    await this.change(member, file, text);
  }

  async change(member: Locator, file: string, text: string): Promise<void> {
    const box = member.getByLabel(new RegExp(`^${file} of `));
    if (!(await box.isVisible())) await member.getByRole('button', { name: file, exact: true }).click();
    await box.fill(text);
    await member.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(member.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('aria-disabled', 'true');
  }
}

test('two members of a team share files through a server in the page, and meet its faults', async ({ page }) => {
  const team = new TeamPage(page);
  await team.openTeam();

  await test.step('a file is pushed 2 s after the last change, and pulled', async () => {
    await team.write(team.robin, 'deploy.md', 'On Mondays.');
    await expect(team.robin.getByRole('status')).toHaveText('Pushing 2 s after the last change');
    await expect(team.server.getByRole('listitem')).toHaveText(/^deploy\.md/);
    await team.you.getByRole('button', { name: 'Pull', exact: true }).click();
    await expect(team.you.getByRole('list', { name: 'Files of You' })).toContainText('deploy.md');
    await expect(team.requests.first()).toContainText(/You.*Pull: deploy\.md.*200 OK/);
  });

  await test.step('who pushes second gets a 412, and wins', async () => {
    await team.change(team.robin, 'deploy.md', 'On Tuesdays.');
    await team.robin.getByRole('button', { name: 'Push now' }).click();
    await expect(team.robin.getByRole('status')).toHaveText('Nothing to push');
    await team.change(team.you, 'deploy.md', 'On Fridays.');
    await expect(team.requests.nth(1)).toContainText(/You.*Push: deploy\.md.*412 changed meanwhile/);
    await expect(team.requests.first()).toContainText(/You.*Push: deploy\.md.*200 OK/);
    await team.robin.getByRole('button', { name: 'Pull', exact: true }).click();
    await expect(team.robin.getByLabel('deploy.md of Robin')).toHaveValue('On Fridays.');
  });

  await test.step('a deleted file comes back', async () => {
    await team.robin.getByRole('button', { name: 'Delete' }).click();
    await expect(team.robin.locator('[data-file="lost"]')).toContainText('deploy.md');
    await team.robin.getByRole('button', { name: 'Pull', exact: true }).click();
    await expect(team.robin.locator('[data-file="same"]')).toContainText('deploy.md');
  });

  await test.step('a secret stays where it is', async () => {
    // Put together at run time, so that scanners of sources do not take it for a real one.
    const secret = ['sk-ant-api03', 'Zx9'.repeat(30)].join('-');
    await team.robin.getByRole('button', { name: 'deploy.md', exact: true }).click();
    await team.robin.getByLabel('deploy.md of Robin').fill(secret);
    await team.robin.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(team.robin).toContainText('it contains a secret (rule “anthropic key”)');
    await team.robin.getByRole('button', { name: 'Revert' }).click();
  });

  await test.step('after a 413 nothing is pushed until a file is deleted', async () => {
    await team.you.getByRole('button', { name: '413 Too large' }).click();
    await team.write(team.you, 'large.md', 'One.');
    await expect(team.you).toContainText('The server rejected a push (413)');
    // A run without a prompt is not kept.
    await team.ask('List all files', 'Fast');
    await page.reload();
    await team.tab('Team');
    await expect(team.you).toContainText('Pushes are blocked (413)');
    await team.you.getByRole('button', { name: 'large.md', exact: true }).click();
    await team.you.getByRole('button', { name: 'Delete' }).click();
    await expect(team.you.getByRole('status').first()).toHaveText('Nothing to push');
  });

  await test.step('what is changed offline is pushed later', async () => {
    const offline = team.you.getByRole('button', { name: 'Offline' });
    await offline.click();
    await team.change(team.you, 'deploy.md', 'On Sundays.');
    await expect(team.you).toContainText('the team’s server cannot be reached');
    await offline.click();
    await expect(team.requests.first()).toContainText(/You.*Push: deploy\.md.*200 OK/);
  });
  await expectSoundInEveryLook(page, TAB_PANEL);
});

test('the agent saves for the team, and what it pulled is undone, redone and there after a reload', async ({
  page,
}) => {
  const team = new TeamPage(page);
  await team.openTeam();
  const policy = await team.tab('Policy');
  await policy.getByRole('combobox', { name: 'Preset' }).selectOption({ label: 'Small window with memory' });
  await team.tab('Team');
  await team.ask('Remember for the team: we deploy on Thursdays.', 'Fast');
  await expect(team.server.getByRole('listitem')).toHaveCount(2);
  await expect(team.chat).toContainText('Pushed 2 files to the team');
  await team.robin.getByRole('button', { name: 'Pull', exact: true }).click();
  await team.write(team.robin, 'later.md', 'Later.');
  await expect(team.server.getByRole('listitem')).toHaveCount(3);
  await team.ask('List all files', 'Fast');
  await team.you.getByRole('button', { name: 'Pull', exact: true }).click();
  const files = team.you.getByRole('list', { name: 'Files of You' });
  await expect(files).toContainText('later.md');
  await expect(team.chat).toContainText('Pulled 1 file of the team (later.md).');
  await page.getByRole('button', { name: 'Undo last turn' }).click();
  await expect(files).not.toContainText('later.md');
  await page.getByRole('button', { name: 'Redo turn' }).click();
  await expect(files).toContainText('later.md');
  await page.reload();
  await expect(team.chat).toContainText('Pulled 1 file of the team (later.md).');

  await team.say('/team');
  await expect(page.getByRole('tab', { name: 'Team', exact: true })).toHaveAttribute('aria-selected', 'true');
  await expect(files).toContainText('later.md');
});

test('two browsers share a team through the server that their pages come from', async ({ page, browser }) => {
  const one = new TeamPage(page);
  await one.openTeam();
  await page.getByRole('button', { name: 'Shared server' }).click();
  const file = `shared-${Date.now()}.md`;
  await one.write(one.you, file, 'Shared.');
  await expect(one.server).toContainText(file);

  const context = await browser.newContext();
  const other = new TeamPage(await context.newPage());
  await other.openTeam();
  await expect(other.server).not.toContainText(file);
  await other.page.getByRole('button', { name: 'Shared server' }).click();
  await expect(other.server).toContainText(file);
  await expect(other.you.getByRole('list', { name: 'Files of You' })).toContainText(file);
  await context.close();
});

test('the tab Team is used with the keyboard alone', async ({ page }) => {
  const team = new TeamPage(page);
  await team.openTeam();
  const keyboard = new Keyboard(page);
  await page.getByRole('tab', { name: 'Team', exact: true }).focus();
  await keyboard.tabTo(team.you.getByLabel('Name of a new file of You'));
  await page.keyboard.type('deploy.md');
  await page.keyboard.press('Enter');
  await expect(team.you.getByLabel('deploy.md of You')).toBeVisible();
  await keyboard.tabTo(team.you.getByLabel('deploy.md of You'), 'Shift+Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('On Mondays.');
  await keyboard.tabTo(team.you.getByRole('button', { name: 'Save', exact: true }));
  await page.keyboard.press('Enter');
  await keyboard.tabTo(team.you.getByRole('button', { name: 'Push now' }));
  await page.keyboard.press('Enter');
  await expect(team.server).toContainText('deploy.md');
  await keyboard.tabTo(team.robin.getByRole('button', { name: 'Pull', exact: true }));
  await page.keyboard.press('Enter');
  await expect(team.robin.getByRole('list', { name: 'Files of Robin' })).toContainText('deploy.md');
});

async function sentencesOf(page: Page, day: number): Promise<readonly string[]> {
  const guide = page.getByRole('region', { name: 'Story' });
  const { moments, title } = twoTeammates.days[day - 1] ?? { moments: [], title: '' };
  await expect(guide.getByRole('button', { name: /^Let |^Go on yourself$/ })).toBeEnabled({ timeout: 60_000 });
  await expect(guide).toContainText(`Day ${day} of 3: ${title}`);
  const sentences: string[] = [];
  for (const [place] of moments.entries()) {
    if (place > 0) await guide.getByRole('button', { name: 'Next moment' }).click();
    sentences.push(await guide.getByRole('status').innerText());
  }
  return sentences;
}

test('the story of two teammates is played without a key, with the numbers of its runs', async ({ page }) => {
  const team = new TeamPage(page);
  await team.open();
  await page.getByLabel('Speed').selectOption('Fast');
  await page.getByRole('button', { name: twoTeammates.title }).click();
  const first = await sentencesOf(page, 1);
  expect(first[0]).toContain('1 request, 2 files');
  await expect(team.server.getByRole('listitem')).toHaveCount(2);
  const guide = page.getByRole('region', { name: 'Story' });
  await guide.getByRole('button', { name: /^Let a day pass$/ }).click();
  const second = await sentencesOf(page, 2);
  expect(second[1]).toContain('the server answered 412');
  await expect(team.requests.filter({ hasText: '412 changed meanwhile' })).toHaveCount(1);
  await expect(team.chat).toContainText('Your text replaced what another member had changed');
  await guide.getByRole('button', { name: /^Let a day pass$/ }).click();
  const third = await sentencesOf(page, 3);
  expect(third[1]).toContain('brought 1 file back');
  await expect(team.chat).toContainText('Fridays');
  expect([...first, ...second, ...third].join(' ')).not.toMatch(/[{}]|NaN|undefined/);
  await expectSoundInEveryLook(page);
  await guide.getByRole('button', { name: 'Go on yourself' }).click();
  await expect(guide).toBeHidden();
});
