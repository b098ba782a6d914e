import { expect, type Locator, type Page } from '@playwright/test';
import { choiceOf, linkOf, sessionInNode } from '../support/engine-in-node';
import { test } from '../support/one-page';
import {
  engineRows,
  expectedRows,
  openSample,
  sampleFile,
  shownCompactions,
  simulatedInNode,
} from '../support/simulations';

const SAMPLE = 'long-bug-hunt';
const SHARE = 'Share of the effective window';
const POLICY = { preset: 'claude-code-2.1' };

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('The element is not visible');
  return box;
}

const THUMB_PX = 16;

/** Drags from one share of the slider's range to another, in steps; the button stays down. */
async function press(page: Page, locator: Locator, from: number, to: number): Promise<void> {
  const { x, y, width, height } = await boxOf(locator);
  const at = (share: number) => [x + THUMB_PX / 2 + share * (width - THUMB_PX), y + height / 2] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 8 });
}

test('updates the compactions while a threshold is dragged, and stops when it is released', async ({ page }) => {
  await openSample(page, SAMPLE, linkOf(POLICY, 0));
  const session = await sessionInNode(sampleFile(SAMPLE));
  const slider = page.getByRole('slider', { name: SHARE });
  const percent = () => page.getByRole('textbox', { name: SHARE }).inputValue();
  const before = await shownCompactions(page);
  await slider.scrollIntoViewIfNeeded();

  await press(page, slider, Number(await slider.inputValue()), 0.6);
  const held = session.simulations.simulate(
    choiceOf({ ...POLICY, changes: { 'thresholds.percent': Number(await percent()) } }),
  );
  expect(held.compactions.length).toBeGreaterThan(before.length);
  await expect.poll(() => shownCompactions(page)).toEqual(engineRows(held));

  await page.mouse.move((await boxOf(slider)).x + 40, 400, { steps: 8 });
  const left = await percent();
  await page.mouse.up();
  await page.mouse.move(640, 400);
  expect(await percent()).toBe(left);
  const words = ['--policy', POLICY.preset, '--set', `thresholds.percent=${left}`];
  const after = expectedRows(await simulatedInNode(sampleFile(SAMPLE), ...words));
  expect(after).not.toEqual(engineRows(held));
  await expect.poll(() => shownCompactions(page)).toEqual(after);
  await expect(page.getByRole('button', { name: 'before change' })).toBeVisible();

  // All moves of a drag are one undo step, and the next drag is another, however soon.
  await press(page, slider, Number(await slider.inputValue()), 0.9);
  await page.mouse.up();
  expect(await percent()).not.toBe(left);
  await page.keyboard.press('Control+z');
  await expect.poll(percent).toBe(left);
});

test('selects a call by a click or by dragging the selected one, and zooms by dragging over the overview', async ({
  page,
}) => {
  await openSample(page, SAMPLE, linkOf(POLICY, 0));
  const selected = page.getByRole('slider', { name: 'Selected call' });
  const plot = page.locator('[data-layer="areas"]');
  const { x, y, width, height } = await boxOf(plot);
  await page.mouse.click(x + width / 4, y + height / 2);
  await expect(page.getByText(/^Call 13\d of 543$/)).toBeVisible();
  const cursor = await boxOf(page.locator('[data-layer="cursor"]'));
  await page.mouse.move(cursor.x, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
  await page.mouse.up();
  await page.mouse.move(x + width, y + height / 2);
  expect(Number(await selected.inputValue())).toBeGreaterThan(265);
  expect(Number(await selected.inputValue())).toBeLessThan(278);

  const map = page.getByTitle('Drag to zoom, double-click to show all');
  await press(page, map, 0.25, 0.5);
  await page.mouse.up();
  await expect(page.getByText(/^Calls 1[34]\d–2[67]\d of 543$/)).toBeVisible();
  await map.dblclick();
  await expect(page.getByText(/^Calls .* of 543$/)).toHaveCount(0);
});
