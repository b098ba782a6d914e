import { expect } from '@playwright/test';
import { threeDays } from '../../lib/agent/story/three-days';
import { Keyboard } from '../support/keyboard';
import { expectSoundInEveryLook } from '../support/looks';
import { test } from '../support/one-page';
import { PlaygroundPage } from '../support/playground-page';

class StoryPage extends PlaygroundPage {
  readonly guide = this.page.getByRole('region', { name: 'Story' });
  readonly sentence = this.guide.getByRole('status');

  async play(): Promise<void> {
    await this.page.getByRole('button', { name: threeDays.title }).click();
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
    await this.guide.getByRole('button', { name: /^Let .* pass$/ }).click();
  }
}

test('the story of three days keeps a rule, catches a wrong memory, and ends with what matters', async ({ page }) => {
  const story = new StoryPage(page);
  await story.open();
  await story.play();
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
  await story.guide.getByRole('button', { name: 'Go on yourself' }).click();
  await expect(story.guide).toBeHidden();
  await story.say('What do you remember?');
  await expect(story.chat).toContainText('3 memories of this project:');
});

test('the story is played with the keyboard alone', async ({ page }) => {
  const story = new StoryPage(page);
  await story.open();
  const keyboard = new Keyboard(page);
  await keyboard.tabTo(page.getByRole('button', { name: threeDays.title }));
  await page.keyboard.press('Enter');
  await story.sentencesOf(1);
  await keyboard.tabTo(story.guide.getByRole('button', { name: 'Let a day pass' }));
  await page.keyboard.press('Enter');
  await story.sentencesOf(2);
  await keyboard.tabTo(story.guide.getByRole('button', { name: 'Leave the story' }));
  await page.keyboard.press('Enter');
  await expect(story.prompt).toBeVisible();
});
