import type { Browser, Page } from 'playwright';
import type { BenchOptions, Measurement } from '../measurement';
import { openSession } from './session';
import { share } from './share';
import { longestTaskOf } from './tasks';

const CALLS = 9_000;
const COMPACTIONS = 120;
/** Of a screen with 60 frames a second. */
const FRAME_MS = 16;

/** How quickly the chart of a long session follows a wheel: zooming in and out around the pointer, and panning. */
export async function zooming(browser: Browser, baseURL: string, { isQuick }: BenchOptions): Promise<Measurement[]> {
  const every = Math.floor(CALLS / (COMPACTIONS + 1));
  const compactBefore = Array.from({ length: COMPACTIONS }, (_, index) => (index + 1) * every);
  const page = await openSession(browser, baseURL, { calls: CALLS, compactBefore });
  await page.getByRole('combobox', { name: 'Preset' }).selectOption('claude-code-2.1');
  // Work after opening has no end event, and is not part of the measurement.
  await page.waitForTimeout(5_000);
  await wheel(page, 1);
  const rounds = isQuick ? 1 : 4;
  const { result: paintedMs, longestTask, ownMs } = await longestTaskOf(page, () => wheel(page, rounds));
  await page.close();

  const at = `${CALLS.toLocaleString('en-US')} calls`;
  return [
    {
      name: `own work a frame while zooming and panning, ${at}, mean`,
      value: ownMs / paintedMs.length,
      unit: 'ms',
      limit: FRAME_MS,
    },
    { name: `longest task meanwhile, own work, ${at}`, value: longestTask.ownMs, unit: 'ms', limit: FRAME_MS },
    { name: `wheel turned to chart painted, ${at}, median`, value: share(paintedMs, 0.5), unit: 'ms', limit: null },
    { name: `wheel turned to chart painted, ${at}, p95`, value: share(paintedMs, 0.95), unit: 'ms', limit: null },
  ];
}

/** A third of the frames zooms in, a third pans, a third zooms out. From each turn of the wheel to the new chart. */
function wheel(page: Page, rounds: number): Promise<number[]> {
  return page.evaluate(async (rounds) => {
    const area = document.querySelector('[data-part="pointer"]');
    const first = document.querySelector<HTMLInputElement>('input[aria-label="First call shown"]');
    if (area === null || first === null) throw new Error('There is no chart to zoom');
    const { left, top, width, height } = area.getBoundingClientRect();
    const paintedMs: number[] = [];
    const ranges = new Set<string>();
    for (let frame = 0; frame < rounds * 90; frame++) {
      const third = Math.floor((frame % 90) / 30);
      const startMs = performance.now();
      area.dispatchEvent(
        new WheelEvent('wheel', {
          deltaX: third === 1 ? 40 : 0,
          deltaY: third === 0 ? -20 : third === 2 ? 20 : 0,
          ctrlKey: third !== 1,
          clientX: left + width * 0.6,
          clientY: top + height / 2,
          bubbles: true,
          cancelable: true,
        }),
      );
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      paintedMs.push(performance.now() - startMs);
      ranges.add(first.value);
    }
    if (ranges.size < 60) throw new Error(`The wheel led to only ${ranges.size} different ranges`);
    return paintedMs;
  }, rounds);
}
