import { expect, type Page } from '@playwright/test';
import { lessons } from '../../lib/agent/lessons/index';
import { Keyboard } from '../support/keyboard';
import { expectSoundInEveryLook } from '../support/looks';
import { test } from '../support/one-page';
import { PlaygroundPage } from '../support/playground-page';

class LessonPage extends PlaygroundPage {
  readonly guide = this.page.getByRole('region', { name: 'Lesson' });
  readonly sentence = this.guide.getByRole('status');

  async openLesson(id: string): Promise<void> {
    await this.page.goto(`/playground?lesson=${id}`);
    await expect(this.guide).toBeVisible();
    await this.page.getByLabel('Speed').selectOption('Fast');
  }

  override async start(): Promise<void> {
    await this.guide.getByRole('button', { name: 'Start lesson' }).click();
  }

  /** Returns its sentence. */
  async reachMoment(number: number): Promise<string> {
    await expect(this.guide.getByText(`${number} / 3`)).toBeVisible();
    await expect(this.status).toHaveText('Paused');
    return this.sentence.innerText();
  }

  async continue(): Promise<void> {
    await this.guide.getByRole('button', { name: 'Continue lesson' }).click();
  }
}

function dialogOf(page: Page) {
  return page.getByRole('dialog', { name: 'Lessons' });
}

for (const { id, title, layer } of lessons) {
  test(`the lesson “${title}” pauses at its moments, and what its sentences speak of is there`, async ({ page }) => {
    const lesson = new LessonPage(page);
    await lesson.openLesson(id);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Lesson: ${title}`);
    await lesson.start();
    const sentences: string[] = [];
    for (const number of [1, 2, 3]) {
      sentences.push(await lesson.reachMoment(number));
      if (number < 3) await lesson.continue();
    }
    expect(new Set(sentences).size).toBe(3);
    expect(sentences.join(' ')).not.toMatch(/[{}]|NaN|undefined/);
    const work = await lesson.scrollTo(lesson.chat.locator(`[data-chat="work"][data-layer="${layer}"]`));
    await expect(work).toBeVisible();
    const events = await lesson.events();
    expect(events.length).toBeGreaterThan(0);
    // Its own address, which begins it again.
    await expect(page).toHaveURL(new RegExp(`/playground\\?lesson=${id}$`));
    await page.reload();
    await expect(lesson.guide.getByRole('button', { name: 'Start lesson' })).toBeVisible();
  });
}

test('the messages of a call that was rejected are those that were sent in its place', async ({ page }) => {
  const lesson = new LessonPage(page);
  await lesson.openLesson('recovery');
  await lesson.start();
  for (const number of [1, 2]) {
    await lesson.reachMoment(number);
    // Looked at while the rejected context is still there.
    await expect(await lesson.tab('Context')).toContainText('Read');
    await lesson.continue();
  }
  await lesson.reachMoment(3);
  const panel = page.getByRole('tabpanel', { name: 'Context' });
  await expect(panel.getByRole('button', { name: /^summarised \d+/ })).toBeVisible();
  const [row] = await lesson.events();
  expect(row).toContain('Full compaction, reactive');
  await expect(page.getByRole('region', { name: 'Events by call' })).toContainText(
    /the provider rejected [\d,]+ tokens, although 20,000 were expected to fit/,
  );
  // No policy would compact there: its context is reset to the recorded one.
  await lesson.guide.getByRole('button', { name: 'See it in Simulate' }).click();
  await expect(page).toHaveURL(/\/simulate\?session=.*mode=following/);
});

test('the list of lessons is one click away, and remembers those that are done', async ({ page }) => {
  const lesson = new LessonPage(page);
  await lesson.open();
  await page.getByRole('button', { name: 'Lessons…' }).click();
  await expect(dialogOf(page).getByRole('link')).toHaveCount(lessons.length);
  await expect(dialogOf(page).getByText('Done')).toHaveCount(0);
  await dialogOf(page)
    .getByRole('link', { name: /^Result budget/ })
    .click();
  await expect(dialogOf(page)).toBeHidden();
  await page.getByLabel('Speed').selectOption('Fast');
  await lesson.start();
  for (const number of [1, 2]) {
    await lesson.reachMoment(number);
    await lesson.continue();
  }
  await lesson.reachMoment(3);
  await lesson.guide.getByRole('link', { name: 'Next lesson: Microcompact' }).click();
  await expect(page).toHaveURL(/lesson=microcompact$/);
  await expect(lesson.guide.getByText('Lesson 2 of 8: Microcompact')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Lessons…' }).click();
  await expect(dialogOf(page).getByRole('link', { name: /Done/ })).toHaveText(/^Result budget/);
  await expect(dialogOf(page)).toContainText('1 of 8 done.');
});

test('says so if there is no such lesson', async ({ page }) => {
  const lesson = new LessonPage(page);
  await lesson.open('/playground?lesson=<b>nothing</b>');
  await expect(page.getByText('There is no lesson “<b>nothing</b>”.')).toBeVisible();
});

test('at the end, a lesson’s policy can be tried, and its run opened in Simulate', async ({ page }) => {
  const lesson = new LessonPage(page);
  const finish = async () => {
    await lesson.openLesson('snip');
    await lesson.start();
    for (const number of [1, 2]) {
      await lesson.reachMoment(number);
      await lesson.continue();
    }
    await lesson.reachMoment(3);
  };
  await finish();
  const events = await lesson.events();
  await lesson.guide.getByRole('button', { name: 'See it in Simulate' }).click();
  await expect(page).toHaveURL(/\/simulate\?session=/);
  await expect.poll(() => lesson.events()).toEqual(events);

  await finish();
  await lesson.guide.getByRole('button', { name: 'Try it yourself' }).click();
  await expect(page).toHaveURL(/\/playground\?run=/);
  await expect(lesson.guide).toBeHidden();
  const policy = await lesson.tab('Policy');
  await expect(policy.getByRole('switch', { name: 'Snip', exact: true })).toBeChecked();
  await expect(policy.getByRole('switch', { name: 'Full compaction' })).not.toBeChecked();
  // Runs of lessons are not in the list: the first prompt of this one puts it there.
  await lesson.say('Fix the failing tests.');
  await lesson.makesCalls(1);
  await page.getByRole('button', { name: 'Runs…' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1);
});

test('supports a lesson by keyboard alone, and says which moment it is about', async ({ page }) => {
  const lesson = new LessonPage(page);
  await lesson.openLesson('full');
  const keyboard = new Keyboard(page);
  await keyboard.tabTo(lesson.guide.getByRole('button', { name: 'Start lesson' }));
  await page.keyboard.press('Enter');
  await lesson.reachMoment(1);
  await expect(page.locator('main')).toHaveAttribute('data-look', 'chart');
  await keyboard.tabTo(lesson.guide.getByRole('button', { name: 'Continue lesson' }));
  await page.keyboard.press('Enter');
  const second = await lesson.reachMoment(2);
  await expect(page.locator('main')).toHaveAttribute('data-look', 'messages');
  await expect(page.getByRole('tabpanel', { name: 'Context' })).toBeVisible();
  await keyboard.tabTo(lesson.guide.getByRole('button', { name: 'Previous moment' }));
  await page.keyboard.press('Enter');
  await expect(lesson.sentence).not.toHaveText(second);
  await expect(page.getByText(/^of \d+$/)).toBeVisible();
});

test('has no accessibility violations in a lesson and the list of lessons, and fits a phone', async ({ page }) => {
  const lesson = new LessonPage(page);
  await lesson.openLesson('budget');
  await lesson.start();
  await lesson.reachMoment(1);
  await expectSoundInEveryLook(page);
  await page.getByRole('button', { name: 'Lessons…' }).click();
  await expectSoundInEveryLook(page, 'dialog[open]');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(lesson.guide.getByRole('button', { name: 'Continue lesson' })).toBeInViewport();
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(excess).toBeLessThanOrEqual(0);
});
