import { expect, type Page, test } from '@playwright/test';
import { openSample } from '../support/simulations';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Anything that would glide, fade or blink: styles that say so, and running animations. */
async function expectStillness(page: Page): Promise<void> {
  const moving = await page.evaluate(() => {
    const isLong = (times: string) => times.split(',').some((time) => Number.parseFloat(time) > 0.01);
    const styled = [...document.querySelectorAll('*')].flatMap((element) =>
      [undefined, '::before', '::after', '::backdrop'].flatMap((pseudo) => {
        const style = getComputedStyle(element, pseudo);
        const isMoving =
          isLong(style.transitionDuration) ||
          (style.animationName !== 'none' && isLong(style.animationDuration)) ||
          style.scrollBehavior === 'smooth';
        return isMoving ? [`${element.tagName}.${element.getAttribute('class')}${pseudo ?? ''}`] : [];
      }),
    );
    return [...styled, ...document.getAnimations().map(({ id, playState }) => `${id} ${playState}`)];
  });
  expect(moving).toEqual([]);
}

test('shows no animations with reduced motion, but still plays from call to call', async ({ page }) => {
  await openSample(page, 'long-bug-hunt', '#v1&preset=claude-code-2.1&call=141&end');
  await expect(page.getByText('Word survival is an upper bound')).toBeVisible();
  expect(await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches)).toBe(true);
  await expectStillness(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await expectStillness(page);
  await page.keyboard.press('Escape');

  const call = async () => Number(await page.getByRole('slider', { name: 'Selected call' }).inputValue());
  await page.locator('h1').click();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: /^Pause/ })).toBeVisible();
  await expect.poll(call).toBeGreaterThan(143);
  await expectStillness(page);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: /^Play/ })).toBeVisible();
  const stopped = await call();
  // Longer than a call takes at this speed.
  await page.waitForTimeout(300);
  expect(await call()).toBe(stopped);
  expect(stopped).toBeLessThan(543);
});
