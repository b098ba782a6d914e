import { expect, type Locator, type Page } from '@playwright/test';

/** More than any page has. */
const MAX_STOPS = 600;

/** A page used without a pointer. */
export class Keyboard {
  constructor(readonly page: Page) {}

  /** Moves by Tab, or back by Shift+Tab, until it is reached. Every stop on the way must be visible. */
  async tabTo(wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    for (let stops = 0; stops < MAX_STOPS; stops++) {
      await this.page.keyboard.press(key);
      const found = await wanted.evaluateAll(stop);
      expectNoFaults(found);
      if (found?.isWanted) return;
    }
    throw new Error(`${wanted} is not among the next ${MAX_STOPS} stops`);
  }

  /** The names of this many stops, or of all to the end of the page. */
  async walk(key: 'Tab' | 'Shift+Tab', most = MAX_STOPS): Promise<string[]> {
    const names: string[] = [];
    while (names.length < most) {
      await this.page.keyboard.press(key);
      const name = await this.expectSeen();
      if (name === undefined) break;
      names.push(name);
    }
    return names;
  }

  /** Expects that some element has the focus after a key press, in view once what the key changed is drawn. */
  async expectKept(): Promise<void> {
    await expect.poll(async () => (await this.page.evaluate(stop, []))?.faults).toEqual([]);
  }

  /** The name of the focused element, which is in view and marked; undefined at either end of the page. */
  private async expectSeen(): Promise<string | undefined> {
    const found = await this.page.evaluate(stop, []);
    expectNoFaults(found);
    return found?.name;
  }
}

function expectNoFaults(found: ReturnType<typeof stop>): void {
  expect(found?.faults ?? [], found?.name).toEqual([]);
}

/** Runs in the page. */
function stop(wanted: readonly Element[]) {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return undefined;
  const name = element.getAttribute('aria-label') ?? element.textContent.slice(0, 60);
  const isMarked = (marked: Element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(marked);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
  };
  // A slider without its own focus style is marked by the handle behind it.
  const next = element.nextElementSibling;
  const hasHandle = getComputedStyle(element).opacity === '0' && next !== null;
  const marks = hasHandle ? [next, ...next.children] : [element];
  const { left, top, width, height } = element.getBoundingClientRect();
  const middle = document.elementFromPoint(left + width / 2, top + height / 2);
  const isSeen = hasHandle || (middle !== null && (element.contains(middle) || middle.contains(element)));
  return {
    name: `${element.tagName} ${name}`,
    isWanted: wanted.includes(element),
    faults: [...(marks.some(isMarked) ? [] : ['has no focus indicator']), ...(isSeen ? [] : ['is out of view'])],
  };
}
