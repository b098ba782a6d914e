import type { Page } from 'playwright';
import { claudeSession } from '../../e2e/support/claude-session';
import { withBuiltApp } from './built-app';
import type { BenchOptions, Measurement } from './measurement';

interface Dragged {
  /** From the input to the frame with the new picture, each. */
  readonly paintedMs: readonly number[];
  /** The main thread, at the longest. */
  readonly longestTaskMs: number;
}

/** How the Simulate view follows the hand that moves a threshold, in the production build. */
export function uiSpeed({ isQuick }: BenchOptions): Promise<Measurement[]> {
  return withBuiltApp(async (browser, baseURL) => {
    const measurements: Measurement[] = [];
    for (const { calls, limit } of [{ calls: 1_500, limit: 50 }, ...(isQuick ? [] : [{ calls: 10_000, limit: 150 }])]) {
      const page = await browser.newPage({ baseURL });
      await openSession(page, calls);
      // The first gestures leave what is kept for good: caches, compiled code.
      await drag(page);
      const heapBefore = await heapAfterCollection(page);
      const { paintedMs, longestTaskMs } = await drag(page);
      for (let gesture = 0; gesture < (isQuick ? 4 : 40); gesture++) await drag(page);
      const heapAfter = await heapAfterCollection(page);
      const count = calls.toLocaleString('en-US');
      measurements.push(
        {
          name: `threshold moved to chart painted, ${count} calls, median`,
          value: share(paintedMs, 0.5),
          unit: 'ms',
          limit,
        },
        {
          name: `threshold moved to chart painted, ${count} calls, p95`,
          value: share(paintedMs, 0.95),
          unit: 'ms',
          limit,
        },
        { name: `longest task of the page meanwhile, ${count} calls`, value: longestTaskMs, unit: 'ms', limit: 50 },
        {
          name: `heap of the page after dragging on, ${count} calls`,
          value: heapAfter / heapBefore,
          unit: '× before',
          limit: 1.2,
        },
      );
      await page.close();
    }
    return measurements;
  });
}

async function heapAfterCollection(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

async function openSession(page: Page, calls: number): Promise<void> {
  const compactBefore = Array.from({ length: Math.floor(calls / 70) }, (_, index) => (index + 1) * 70);
  await page.goto('/');
  await page.getByLabel('Transcript files').setInputFiles({
    name: 'bench.jsonl',
    mimeType: 'application/jsonl',
    buffer: Buffer.from(claudeSession({ calls, compactBefore })),
  });
  await page.getByRole('link', { name: 'Find the leak in the pool' }).last().click();
  await page.locator('.recharts-area').first().waitFor();
  await page.getByRole('combobox', { name: 'Preset' }).selectOption('claude-code-2.1');
  await page.getByRole('region', { name: /^Messages/ }).waitFor();
  await page.waitForTimeout(2_000);
}

/** By its keys, since a pointer would be moved by the driver, from outside the page. */
function drag(page: Page): Promise<Dragged> {
  return page.evaluate(async () => {
    const slider = document.querySelector('input[type="range"][aria-label="Buffer"]');
    const figure = document.querySelector('figure');
    if (slider === null || figure === null) throw new Error('There is no slider to move, or no picture');
    let longestTaskMs = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration);
    }).observe({ type: 'longtask' });
    const paintedMs: number[] = [];
    for (let step = 0; step < 60; step++) {
      const key = step % 20 < 10 ? 'ArrowRight' : 'ArrowLeft';
      // Without a function of a name: the loader of TypeScript would give it that name by one that is not in the page.
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
      // As fast as a slider asks.
      await new Promise((resolve) => setTimeout(resolve, 16));
    }
    return { paintedMs: paintedMs.slice(10), longestTaskMs };
  });
}

function share(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
