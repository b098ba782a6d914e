import { expect } from '@playwright/test';
import { test } from '../support/one-page';
import { columnsHash, PromptsView } from '../support/prompts-view';
import { openSample, preset } from '../support/simulations';

const SAMPLE = 'long-bug-hunt';
/** The call of a recorded compaction. */
const CALL = 141;

test.describe('without a key', () => {
  test('aligns, scores, marks, compares and exports the recorded and the offline summary', async ({ page }) => {
    const view = new PromptsView(page);
    await view.open(SAMPLE, CALL);
    await expect(page.getByText('Recorded and offline summaries need no key')).toBeVisible();
    for (const place of [1, 2]) {
      await expect(view.text(place)).toContainText(/\w{4}/);
      await expect(view.text(place).locator('mark').first()).toBeVisible();
      await expect(view.score(place, 'exact-values')).toContainText(/\d+ of [\d,]+ values/);
      await expect(view.score(place, 'rules-preserved')).toContainText(/rules/);
    }
    const topOf = async (place: number) => {
      const text = await view.text(place).boundingBox();
      const score = await view.score(place, 'exact-values').boundingBox();
      return [text?.y, score?.y].map((y) => Math.round(y ?? -place));
    };
    await expect.poll(async () => String(await topOf(1)) === String(await topOf(2))).toBe(true);

    await test.step('leads from a lost value to its message, where it is marked and in view', async () => {
      const forgotten = view.column(2).getByRole('region', { name: /, lost and used later$/ });
      await expect(forgotten.getByRole('heading')).toContainText(/Lost and used later: [1-9]/);
      const item = forgotten.getByRole('listitem').filter({ hasText: 'leaseGraceMs' });
      await item
        .getByRole('button', { name: /^message/ })
        .first()
        .click();
      const mark = page.getByRole('dialog', { name: /^Message/ }).locator('mark');
      await expect(mark).toHaveText('leaseGraceMs');
      await expect(mark).toBeInViewport();
      await page.keyboard.press('Escape');
    });

    await page.getByText('Compare two summaries').click();
    const differences = page.getByRole('region', { name: 'Differences' });
    await expect(differences.locator('ins').first()).toBeVisible();
    const [before, after] = await Promise.all([1, 2].map((place) => view.text(place).innerText()));
    const side = (dropped: string) =>
      differences.locator('pre').evaluate((pre, tag) => {
        const copy = pre.cloneNode(true) as HTMLElement;
        for (const element of copy.querySelectorAll(tag)) element.remove();
        return copy.textContent;
      }, dropped);
    expect((await side('ins'))?.trim()).toBe(before?.trim());
    expect((await side('del'))?.trim()).toBe(after?.trim());

    expect(await view.exported('Markdown')).toContain('| K2 Used later and kept |');
    const json = JSON.parse(await view.exported('JSON'));
    expect(json).toMatchObject({ highwater: 'prompts', call: CALL, columns: [{ title: 'Recorded summary' }, {}] });
  });

  test('compacts the result of the previous round again, and restores all rounds from the address', async ({
    page,
  }) => {
    const view = new PromptsView(page);
    await view.open(SAMPLE, CALL);
    await expect(view.score(2, 'growth')).toContainText('no previous summary');
    await page.getByRole('button', { name: /^Compact again at call/ }).click();
    await expect(view.score(2, 'growth')).toContainText(/\d characters, [\d,]+ in the previous summary/);
    await expect(page).toHaveURL(/round=\d+&end$/);
    await page.reload();
    await expect(page.getByRole('button', { name: /^Round 2, call/ })).toBeVisible();
    await page.getByRole('button', { name: /^Round 2, call/ }).click();
    await expect(view.score(2, 'growth')).toContainText('in the previous summary');
  });

  test('shows another summary for another call, and returns to the previous one with Back', async ({ page }) => {
    const view = new PromptsView(page);
    await view.open(SAMPLE, CALL);
    const size = view.score(2, 'size');
    await expect(size).toBeVisible();
    const before = await size.innerText();
    await page.locator('main').press('Shift+ArrowLeft');
    await expect(page).toHaveURL(/at=131/);
    await expect.poll(() => size.innerText()).not.toBe(before);
    await page.goBack();
    await expect(page).toHaveURL(/at=141/);
    await expect.poll(() => size.innerText()).toBe(before);
  });

  test('says before and after sending that a model requires a key', async ({ page }) => {
    const view = new PromptsView(page);
    await view.open(SAMPLE, CALL, columnsHash('nine-sections', 'handoff-brief'));
    await page.getByRole('button', { name: 'Run all…' }).click();
    await expect(view.sendDialog()).toContainText('No API key is set');
    await view.send();
    await expect(view.column(1).getByRole('alert')).toContainText(/key/);
  });

  test('compacts the simulated context of a policy when opened from Simulate', async ({ page }) => {
    await openSample(page, SAMPLE, `#v1&preset=claude-code-2.1&call=${CALL}&end`);
    await page.getByRole('link', { name: 'Compare prompts here' }).click();
    const view = new PromptsView(page);
    await expect(page.getByText(/^Compacted before call 141 under “.+”/)).toBeVisible();
    await expect(view.text(2)).toContainText(/\w{4}/);
    await page.reload();
    await expect(page.getByText(/^Compacted before call 141 under “.+”/)).toBeVisible();
    await page.getByRole('link', { name: 'Simulate this session' }).click();
    await expect(page).toHaveURL(/preset=claude-code-2\.1/);
  });

  test('keeps the call and the policy in links between Simulate and Prompts', async ({ page }) => {
    const view = new PromptsView(page);
    await view.open(SAMPLE, CALL);
    await page.getByRole('link', { name: 'Simulate this session' }).click();
    await expect(page).toHaveURL(/\/simulate\?session=sample-long-bug-hunt.*call=141/);
    await page.getByRole('link', { name: 'Compare prompts here' }).click();
    await expect(page).toHaveURL(/\/prompts\?session=sample-long-bug-hunt&at=141(#|$)/);
    await view.viewLink('Simulate').click();
    await expect(page).toHaveURL(/\/simulate\?session=sample-long-bug-hunt.*call=141/);
    await preset(page).selectOption('claude-code-2.1');
    await page.locator('h1').click();
    await page.keyboard.press('ArrowRight');
    await view.viewLink('Prompts').click();
    await expect(page).toHaveURL(/\/prompts\?session=sample-long-bug-hunt&at=142&view=.*claude-code-2\.1/);
    await expect(page.getByText(/^Compacted before call 142 under “.+”/)).toBeVisible();
    await view.viewLink('Simulate').click();
    await expect(page).toHaveURL(/preset=claude-code-2\.1.*call=142/);
    await view.viewLink('Sessions').click();
    await view.viewLink('Prompts').click();
    await expect(page).toHaveURL(/\/prompts\?session=sample-/);
    await expect(page.getByRole('heading', { level: 1, name: /^Prompts: / })).toBeVisible();
  });

  test('applies a focus to the offline summary but not to the recorded one, and keeps it in the address', async ({
    page,
  }) => {
    const view = new PromptsView(page);
    await view.open(SAMPLE, CALL);
    await expect(view.text(2)).toContainText(/\w{4}/);
    await expect(view.column(1)).toContainText('cannot be given a focus');
    await expect(view.focusField(1)).toHaveCount(0);
    const before = await view.text(2).innerText();
    await view.focusField(2).fill('  the migrations ');
    await view.focusField(2).press('Enter');
    await expect(view.focusField(2)).toBeFocused();
    await expect.poll(() => view.text(2).innerText()).toContain('the migrations');
    expect(await view.text(2).innerText()).not.toBe(before);
    await expect(page).toHaveURL(/focus=2%3Athe\+migrations/);
    await page.reload();
    await expect(view.focusField(2)).toHaveValue('the migrations');
    await expect.poll(() => view.text(2).innerText()).toContain('the migrations');
    expect(await view.exported('Markdown')).toContain('| Focus |  | the migrations |');
    expect(JSON.parse(await view.exported('JSON'))).toMatchObject({
      columns: [{}, { writer: { focus: 'the migrations' } }],
    });
    await view.focusField(2).fill('');
    await view.focusField(2).blur();
    await expect.poll(() => view.text(2).innerText()).toBe(before);
  });

  test('accepts any call after the previous round for a further round', async ({ page }) => {
    const view = new PromptsView(page);
    await view.open(SAMPLE, CALL);
    const call = page.getByLabel('Call for the next round');
    await call.fill('140');
    await call.press('Enter');
    await expect(page.getByText(/^Invalid: must be a call from 142 to 543/)).toBeVisible();
    await call.fill('200');
    await call.press('Enter');
    await call.press('ArrowUp');
    await page.getByRole('button', { name: 'Compact again at call 201' }).click();
    await expect(view.score(2, 'growth')).toContainText('in the previous summary');
    await expect(page).toHaveURL(/round=201&end$/);
    await page.reload();
    await page.getByRole('button', { name: 'Round 2, call 201' }).click();
    await expect(view.score(2, 'growth')).toContainText('in the previous summary');
    expect(await view.exported('Markdown')).toContain('Round 1: before call 141.');
  });
});
