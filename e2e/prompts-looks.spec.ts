import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { PromptsView } from './support/prompts-view';
import { keyOf } from './support/stand-in-keys';

const SAMPLE = 'long-bug-hunt';
/** Of a recorded compaction. */
const CALL = 141;

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1024, 390]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 } });

      test('the Prompts view has no accessibility violations and nothing is wider than the page', async ({ page }) => {
        const view = new PromptsView(page);
        const key = keyOf(`${colorScheme}-${width}`);
        await view.open(SAMPLE, CALL);
        await view.giveKey(key);
        await page.getByRole('button', { name: 'Add column' }).click();
        await page.getByRole('combobox', { name: 'Model' }).selectOption('claude-sonnet-5-5');
        await view.runAll();
        await expect(view.text(3)).toBeVisible();
        await page.getByText('Compare two summaries').click();
        await view.column(3).getByText('Prompt preset').click();
        await page.getByText('Saved runs for this session: 1').click();
        await expect(page.getByRole('region', { name: 'Differences' })).toBeVisible();
        const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      });
    });
  }
}
