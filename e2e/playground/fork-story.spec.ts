import { expect, type Locator } from '@playwright/test';
import { fiveForks } from '../../lib/agent/story/five-forks';
import { Keyboard } from '../support/keyboard';
import { expectSoundInEveryLook, TAB_PANEL } from '../support/looks';
import { test } from '../support/one-page';
import { PlaygroundPage } from '../support/playground-page';

class ForkStoryPage extends PlaygroundPage {
  readonly guide = this.page.getByRole('region', { name: 'Story' });
  readonly sentence = this.guide.getByRole('status');

  /** Waits until a part was played, and returns its sentences. */
  async sentencesOf(part: number): Promise<readonly string[]> {
    const { moments, title } = fiveForks.days[part - 1] ?? { moments: [], title: '' };
    const next = this.guide.getByRole('button', { name: /^Next: |^Go on yourself$/ });
    await expect(next).toBeEnabled({ timeout: 60_000 });
    await expect(this.guide).toContainText(`Part ${part} of 3: ${title}`);
    const sentences: string[] = [];
    for (const [place] of moments.entries()) {
      if (place > 0) await this.guide.getByRole('button', { name: 'Next moment' }).click();
      sentences.push(await this.sentence.innerText());
    }
    return sentences;
  }

  readonly next = this.guide.getByRole('button', { name: /^Next: / });
}

test('the story of five forks, by keyboard, shows who reads the cache, who starts empty, and what it costs alone', async ({
  page,
}) => {
  const story = new ForkStoryPage(page);
  const keyboard = new Keyboard(page);
  const press = async (button: Locator) => {
    await keyboard.tabTo(button);
    await page.keyboard.press('Enter');
  };
  await story.open();
  await page.getByLabel('Speed').selectOption('Fast');
  await press(page.getByRole('button', { name: fiveForks.title }));
  const first = await story.sentencesOf(1);
  expect(first[0]).toContain('it started 5 forks in one reply');
  expect(first[1]).toMatch(/at least 9\d % each/);
  await expect(story.chat).toContainText('All 5 agents have answered.');
  const firstRun = page.url();

  // The tab of agents has a lane for each of them.
  await story.guide.getByRole('button', { name: 'Previous moment' }).click();
  await expect(page.getByRole('tab', { name: 'Agents' })).toHaveAttribute('aria-selected', 'true');
  await expectSoundInEveryLook(page, TAB_PANEL);

  await press(story.next);
  const second = await story.sentencesOf(2);
  expect(second[0]).toContain('read 0 of them from the cache');
  expect(page.url()).toBe(firstRun);

  await press(story.next);
  const third = await story.sentencesOf(3);
  expect(third[0]).toContain('6 findings, 6 of them the same');
  expect(third[1]).toMatch(/\$0\.\d{3} alone, \d+ % (?:less|more) than with forks: \$0\.\d{3}/);
  expect([...first, ...second, ...third].join(' ')).not.toMatch(/[{}]|NaN|undefined/);
  expect(page.url()).not.toBe(firstRun);

  await press(story.guide.getByRole('button', { name: 'Go on yourself' }));
  await expect(story.guide).toBeHidden();
  await story.say('Ask Explore where year_of is used');
  await expect(story.chat).toContainText('year_of is defined here');
});
