import type { Browser, Page } from 'playwright';
import type { BenchOptions, Measurement } from '../measurement';
import { openSession } from './session';
import { share } from './share';
import { longestTaskOf } from './tasks';

/** Every call has three small rows, so that all fit into one context. */
const SESSION = { calls: 16_700, tokensPerCall: 50 } as const;

/** The messages of a context of 50,000 rows, before and after: scrolling, and the time until another call's rows appear. */
export async function longMessageLists(
  browser: Browser,
  baseURL: string,
  { isQuick }: BenchOptions,
): Promise<Measurement[]> {
  const page = await openSession(browser, baseURL, SESSION);
  const rows = Number(await page.locator('ul[aria-label="Messages"] > li').first().getAttribute('aria-setsize'));
  const name = `${rows.toLocaleString('en-US')} rows`;
  // Work after opening has no end event, and is not part of the measurement.
  await page.waitForTimeout(5_000);
  await scroll(page, 60);
  const { result: scrolled, longestTask } = await longestTaskOf(page, () => scroll(page, isQuick ? 60 : 300));
  // The first calls build the index of values, which stays.
  await selectCalls(page, isQuick ? 3 : 10);
  await page.waitForTimeout(isQuick ? 1_000 : 5_000);
  const selectedMs = await selectCalls(page, isQuick ? 10 : 60);
  await page.close();
  return [
    {
      name: `another call's messages shown, up to ${name}, median`,
      value: share(selectedMs, 0.5),
      unit: 'ms',
      limit: 100,
    },
    {
      name: `another call's messages shown, up to ${name}, p95`,
      value: share(selectedMs, 0.95),
      unit: 'ms',
      limit: 100,
    },
    { name: `scrolling ${name}, longest task, own work`, value: longestTask.ownMs, unit: 'ms', limit: 50 },
    {
      name: `scrolling ${name}, longest frame, by the clock`,
      value: Math.max(...scrolled.frameMs),
      unit: 'ms',
      limit: null,
    },
    { name: `scrolling ${name}, frames with a gap in the rows`, value: scrolled.gaps, unit: 'frames', limit: 0 },
  ];
}

/** From selecting a distant call to its messages. */
function selectCalls(page: Page, count: number): Promise<number[]> {
  return page.evaluate(async (count) => {
    const slider = document.querySelector<HTMLInputElement>('input[aria-label="Selected call"]');
    const title = document.querySelector('#messages-title');
    if (slider === null || title === null) throw new Error('There is no call to select, or there are no messages');
    // Set through the native setter: React would take a value set on the element for its own.
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    const shownMs: number[] = [];
    for (let step = 1; step <= count; step++) {
      // In steps of nearly two thirds, so that no call is repeated.
      const call = 1 + (Math.round(step * 0.618034 * Number(slider.max)) % Number(slider.max));
      const shown = `at call ${call.toLocaleString('en-US')}`;
      shownMs.push(
        await new Promise<number>((resolve) => {
          const startMs = performance.now();
          const observer = new MutationObserver(() => {
            if (title.textContent?.endsWith(shown) !== true) return;
            observer.disconnect();
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startMs)));
          });
          observer.observe(title, { subtree: true, childList: true, characterData: true });
          write?.call(slider, String(call));
          slider.dispatchEvent(new Event('input', { bubbles: true }));
        }),
      );
      // The reasons of the call are requested as well, and would delay the next one.
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    return shownMs;
  }, count);
}

interface Scrolled {
  readonly frameMs: readonly number[];
  /** Frames in which the rows did not cover the list from edge to edge. */
  readonly gaps: number;
}

/** A third of the frames scrolls like a wheel, a third by pages, and a third jumps like the scroll bar. */
function scroll(page: Page, frames: number): Promise<Scrolled> {
  return page.evaluate(async (frames) => {
    const list = document.querySelector('ul[aria-label="Messages"]');
    const scroller = list?.parentElement;
    if (list === null || scroller == null) throw new Error('There is no list to scroll');
    const lowest = scroller.scrollHeight - scroller.clientHeight;
    scroller.scrollTop = 0;
    await new Promise((resolve) => setTimeout(resolve, 300));
    const frameMs: number[] = [];
    let gaps = 0;
    let beforeMs = performance.now();
    for (let frame = 0; frame < frames; frame++) {
      const third = Math.floor((3 * frame) / frames);
      if (third === 2) scroller.scrollTop = lowest * ((frame * 0.618034) % 1);
      else scroller.scrollTop += third === 0 ? 120 : scroller.clientHeight;
      // In a task after the frame has been painted.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      frameMs.push(performance.now() - beforeMs);
      const { top } = scroller.getBoundingClientRect();
      const bottom = top + scroller.clientHeight;
      let covered = top;
      const boxes = Array.from(list.children, (row) => row.getBoundingClientRect());
      for (const box of boxes.sort((a, b) => a.top - b.top))
        if (box.top <= covered + 1) covered = Math.max(covered, box.bottom);
      if (covered < bottom - 1) gaps += 1;
      beforeMs = performance.now();
    }
    return { frameMs, gaps };
  }, frames);
}
