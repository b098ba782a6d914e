import { expect, type Locator } from '@playwright/test';
import { threeDays } from '../../lib/agent/story/three-days';
import { Keyboard } from '../support/keyboard';
import { expectSoundInEveryLook } from '../support/looks';
import { test } from '../support/one-page';
import { PlaygroundPage } from '../support/playground-page';

class StoryPage extends PlaygroundPage {
  readonly guide = this.page.getByRole('region', { name: 'Story' });
  readonly sentence = this.guide.getByRole('status');

  private readonly keyboard = new Keyboard(this.page);

  async press(button: Locator): Promise<void> {
    await this.keyboard.tabTo(button);
    await this.page.keyboard.press('Enter');
  }

  /** Waits until a day was played, and returns its sentences. */
  async sentencesOf(day: number): Promise<readonly string[]> {
    const { moments, title } = threeDays.days[day - 1] ?? { moments: [], title: '' };
    const next = this.guide.getByRole('button', { name: /^Let |^Go on yourself$/ });
    await expect(next).toBeEnabled({ timeout: 60_000 });
    await expect(this.guide).toContainText(`Day ${day} of 3: ${title}`);
    const sentences: string[] = [];
    for (const [place] of moments.entries()) {
      if (place > 0) await this.guide.getByRole('button', { name: 'Next moment' }).click();
      sentences.push(await this.sentence.innerText());
    }
    return sentences;
  }

  async goOn(): Promise<void> {
    await this.press(this.guide.getByRole('button', { name: /^Let .* pass$/ }));
  }
}

test('the story of three days, by keyboard, keeps a rule, catches a wrong memory, and ends with what matters', async ({
  page,
}) => {
  const story = new StoryPage(page);
  await story.open();
  await page.getByLabel('Speed').selectOption('Fast');
  await story.press(page.getByRole('button', { name: threeDays.title }));
  const first = await story.sentencesOf(1);
  expect(first[0]).toContain('saved 3 memories');
  await expect(story.chat.getByText("Understood. I'll keep to that.")).toBeAttached();
  const firstRun = page.url();

  await story.goOn();
  const second = await story.sentencesOf(2);
  expect(second[0]).toContain('an index of 3 memories');
  expect(second[1]).toContain('14 passed, 0 failed');
  expect(second[2]).toContain('2 searches found the new place');
  await expect(story.chat).toContainText('data/club.txt is now data/2026/club.txt');
  expect(page.url()).not.toBe(firstRun);

  await story.goOn();
  const third = await story.sentencesOf(3);
  expect(third[1]).toMatch(/chose 1: \d+ tokens in the context\. It is 2 days old/);
  await expect(story.chat).toContainText('saved 2 days ago');
  expect([...first, ...second, ...third].join(' ')).not.toMatch(/[{}]|NaN|undefined/);

  // Earlier sentences can be read again, and then the run is the user's.
  await story.guide.getByRole('button', { name: 'Previous moment' }).click();
  await expect(story.sentence).toHaveText(third[1] ?? '');
  await expectSoundInEveryLook(page);
  await story.press(story.guide.getByRole('button', { name: 'Go on yourself' }));
  await expect(story.guide).toBeHidden();
  await story.say('What do you remember?');
  await expect(story.chat).toContainText('3 memories of this project:');
});

test('a story is left with the keyboard', async ({ page }) => {
  const story = new StoryPage(page);
  await story.open();
  await page.getByLabel('Speed').selectOption('Fast');
  await page.getByRole('button', { name: threeDays.title }).click();
  await story.sentencesOf(1);
  await story.press(story.guide.getByRole('button', { name: 'Leave the story' }));
  await expect(story.guide).toBeHidden();
  await expect(story.prompt).toBeVisible();
});
