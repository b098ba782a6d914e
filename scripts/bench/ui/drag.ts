import type { Browser, Page } from 'playwright';
import type { BenchOptions, Measurement } from '../measurement';
import { HeapGauge } from './heap';
import { openSession } from './session';
import { share } from './share';
import { longestTaskOf } from './tasks';

const STEPS = 60;
/** The first gestures allocate what stays: mainly compiled code. After that the heap must not grow. */
const FIRST_GESTURES = 10;

/** How quickly the Simulate view follows a dragged threshold, and what stays in memory. */
export async function dragging(
  browser: Browser,
  baseURL: string,
  { calls, limit }: { readonly calls: number; readonly limit: number },
  { isQuick }: BenchOptions,
): Promise<Measurement[]> {
  const compactBefore = Array.from({ length: Math.floor(calls / 70) }, (_, index) => (index + 1) * 70);
  const page = await openSession(browser, baseURL, { calls, compactBefore });
  await page.getByRole('combobox', { name: 'Preset' }).selectOption('claude-code-2.1');
  // The slider that is moved is not one of the main ones.
  await page.getByRole('button', { name: 'All settings', exact: true }).click();
  // Work after opening has no end event, and is not part of the measurement.
  await page.waitForTimeout(2_000);
  await drag(page, 2);
  const { result: paintedMs, longestTask } = await longestTaskOf(page, () => drag(page, 2));

  const gestures = isQuick ? 5 : 30;
  const gauge = await HeapGauge.of(page);
  await drag(page, FIRST_GESTURES);
  const first = await gauge.read();
  await drag(page, gestures);
  const middle = await gauge.read();
  await drag(page, gestures);
  const last = await gauge.read();
  await page.close();

  const at = `${calls.toLocaleString('en-US')} calls`;
  const more = `${(2 * gestures * STEPS).toLocaleString('en-US')} more steps`;
  return [
    { name: `threshold moved to chart painted, ${at}, median`, value: share(paintedMs, 0.5), unit: 'ms', limit },
    { name: `threshold moved to chart painted, ${at}, p95`, value: share(paintedMs, 0.95), unit: 'ms', limit },
    { name: `longest task meanwhile, own work, ${at}`, value: longestTask.ownMs, unit: 'ms', limit: 50 },
    { name: `longest task meanwhile, by the clock, ${at}`, value: longestTask.wallMs, unit: 'ms', limit: null },
    { name: `heap of the page after ${more}, ${at}`, value: last.page / first.page, unit: '× before', limit: 1.2 },
    { name: `… in the second half of them, ${at}`, value: last.page / middle.page, unit: '× before', limit: 1.1 },
    {
      name: `heap of the worker after ${more}, ${at}`,
      value: last.worker / first.worker,
      unit: '× before',
      limit: 1.2,
    },
    { name: `… in the second half of them, ${at}`, value: last.worker / middle.worker, unit: '× before', limit: 1.1 },
  ];
}

/** With keys, because the test driver moves the pointer from outside the page. From each input to the new chart. */
function drag(page: Page, gestures: number): Promise<number[]> {
  return page.evaluate(async (steps) => {
    const slider = document.querySelector('input[type="range"][aria-label="Buffer"]');
    const figure = document.querySelector('figure');
    if (slider === null || figure === null) throw new Error('There is no slider to move, or no picture');
    const paintedMs: number[] = [];
    for (let step = 0; step < steps; step++) {
      const key = step % 20 < 10 ? 'ArrowRight' : 'ArrowLeft';
      // Without a named function: the TypeScript loader would wrap it in a helper that does not exist in the page.
      paintedMs.push(
        await new Promise<number>((resolve) => {
          const startMs = performance.now();
          const observer = new MutationObserver(() => {
            observer.disconnect();
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startMs)));
          });
          observer.observe(figure, { subtree: true, childList: true, attributes: true });
          slider.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey: true, bubbles: true, cancelable: true }));
        }),
      );
      // As fast as a slider.
      await new Promise((resolve) => setTimeout(resolve, 16));
    }
    return paintedMs;
  }, gestures * STEPS);
}
