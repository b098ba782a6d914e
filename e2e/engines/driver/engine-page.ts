import { setTimeout as pause } from 'node:timers/promises';
import { findElements, type Named, wanted } from './find-elements';
import { ELEMENT, PAGE_REPLACED, type WebDriver, WebDriverError } from './web-driver';

/** So long that only what hangs is ended: the machine may be busy with other tests. */
const LONGEST_WAIT_MS = 60_000;
const BETWEEN_LOOKS_MS = 50;
const MOST_SHOWN = 3_000;

/** Something else may still be in its place, or React has just replaced it. */
const PASSING = new Set(['element click intercepted', 'element not interactable', 'stale element reference']);

/** The key, in a text that is typed. */
export const ENTER = '\uE007';

interface Found {
  readonly [ELEMENT]: string;
}

/** A page in any engine, as a user handles it. Everything waits until it can be done; what cannot fails with what the page shows. */
export class EnginePage {
  constructor(
    private readonly engine: string,
    private readonly driver: WebDriver,
    private readonly address: string,
  ) {}

  async open(path: string): Promise<void> {
    await this.driver.send('open', { url: new URL(path, this.address).href });
  }

  async reload(): Promise<void> {
    await this.driver.send('reload');
  }

  async click(what: Named): Promise<void> {
    await this.withElement('click', what, (element) => this.driver.send('click', element));
  }

  /** Replaces what is in a field. */
  async fill(what: Named, text: string): Promise<void> {
    await this.withElement('fill', what, async (element) => {
      await this.driver.send('clear', element);
      await this.driver.send('type', { ...element, text });
    });
  }

  /** Types into what is found; paths of files into an input for files. */
  async type(what: Named, text: string): Promise<void> {
    await this.withElement('type into', what, (element) => this.driver.send('type', { ...element, text }));
  }

  /** Presses the middle of an element, moves by this many pixels and releases. */
  async drag(what: Named, byX: number, byY: number): Promise<void> {
    await this.withElement('drag', what, async (element) => {
      // Unlike a click, actions do not scroll by themselves.
      await this.run(
        (dragged: unknown) => dragged instanceof Element && dragged.scrollIntoView({ block: 'center' }),
        element,
      );
      const move = (x: number, y: number, from: unknown) => ({
        type: 'pointerMove',
        duration: 100,
        x,
        y,
        origin: from,
      });
      const actions = [
        move(0, 0, { [ELEMENT]: element[ELEMENT] }),
        { type: 'pointerDown', button: 0 },
        move(Math.round(byX / 2), Math.round(byY / 2), 'pointer'),
        move(byX - Math.round(byX / 2), byY - Math.round(byY / 2), 'pointer'),
        { type: 'pointerUp', button: 0 },
      ];
      await this.driver.send('act', {
        actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
      });
    });
  }

  /** Runs in the page, without a view of the test's variables. */
  run<Parameters extends readonly unknown[]>(
    code: (...parameters: Parameters) => unknown,
    ...parameters: Parameters
  ): Promise<unknown> {
    return this.driver.send('run', { script: `return (${code})(...arguments)`, args: parameters });
  }

  /** Waits until the page shows a text. */
  async shows(text: string | RegExp): Promise<void> {
    await this.until(`to show ${text}`, async () => isIn(text, await this.text()));
  }

  async hides(text: string | RegExp): Promise<void> {
    await this.until(`to show no ${text}`, async () => !isIn(text, await this.text()));
  }

  async has(what: Named): Promise<void> {
    await this.until(`to have ${described(what)}`, async () => (await this.elements(what)).length > 0);
  }

  async hasNo(what: Named): Promise<void> {
    await this.until(`to have no ${described(what)}`, async () => (await this.elements(what)).length === 0);
  }

  /** The value of a field. */
  async value(what: Named): Promise<string> {
    const [element] = await this.elements(what);
    if (element === undefined) throw new Error(`${this.engine} shows no ${described(what)}.`);
    return String(await this.run((field: unknown) => Reflect.get(Object(field), 'value'), element));
  }

  /** The option has this label or value. */
  async choose(what: Named, option: string): Promise<void> {
    await this.withElement('choose from', what, async (element) => {
      const found = await this.run(
        (select: unknown, wanted) =>
          select instanceof HTMLSelectElement &&
          [...select.options].find(({ label, value }) => [label, value].includes(wanted)),
        element,
        option,
      );
      if (!isElement(found)) throw new Error(`${described(what)} has no ${option}.`);
      await this.driver.send('click', withId(found));
    });
  }

  /** The rows of a table in this region whose second cell begins with this text: their first four cells. */
  async rows(region: string, beginning: string): Promise<readonly string[]> {
    const rows = await this.run(
      (name, text) => {
        const words = (cell: Element) => (cell.textContent ?? '').replace(/\s+/g, ' ').trim();
        const all = [...document.querySelectorAll(`[aria-label="${name}"] tr`)].map((row) =>
          [...row.children].map(words),
        );
        return all.filter((cells) => cells[1]?.startsWith(text)).map((cells) => cells.slice(0, 4).join(' '));
      },
      region,
      beginning,
    );
    return Array.isArray(rows) ? rows.map(String) : [];
  }

  /** All of the text that is visible, with single spaces. */
  async text(): Promise<string> {
    return String(await this.run(() => document.body.innerText.replace(/\s+/g, ' ')));
  }

  async until(what: string, look: () => Promise<boolean>): Promise<void> {
    const lateMs = Date.now() + LONGEST_WAIT_MS;
    while (!(await lookNow(look))) {
      if (Date.now() > lateMs) throw await this.failure(`Waited ${LONGEST_WAIT_MS / 1_000} s for the page ${what}`);
      await pause(BETWEEN_LOOKS_MS);
    }
  }

  private async withElement(
    verb: string,
    what: Named,
    act: (element: Found & { readonly id: string }) => Promise<unknown>,
  ): Promise<void> {
    let refused: unknown;
    await this.until(`to let ${described(what)} be used (${verb})`, async () => {
      const [element] = await this.elements(what);
      if (element === undefined) return false;
      try {
        await act(withId(element));
        return true;
      } catch (error) {
        if (!(error instanceof WebDriverError && PASSING.has(error.code))) throw error;
        refused = error;
        return false;
      }
    }).catch((error: Error) => {
      throw refused === undefined ? error : new Error(error.message, { cause: refused });
    });
  }

  private async elements(what: Named): Promise<readonly Found[]> {
    const script = `return (${findElements})(...arguments)`;
    const found = await this.driver.send('run', { script, args: wanted(what) });
    return Array.isArray(found) ? found.filter(isElement) : [];
  }

  private async failure(what: string): Promise<Error> {
    return new Error(`${what} in ${this.engine}. It shows:\n${(await this.text()).slice(0, MOST_SHOWN)}`);
  }
}

/** A page that is being replaced is looked at again. */
async function lookNow(look: () => Promise<boolean>): Promise<boolean> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof WebDriverError && error.code === PAGE_REPLACED) return false;
    throw error;
  }
}

function isIn(wanted: string | RegExp, text: string): boolean {
  return wanted instanceof RegExp ? wanted.test(text) : text.includes(wanted);
}

function described({ role, name, within }: Named): string {
  return `the ${role}${name === undefined ? '' : ` ${name}`}${within === undefined ? '' : ` of “${within}”`}`;
}

function isElement(answer: unknown): answer is Found {
  return typeof answer === 'object' && answer !== null && ELEMENT in answer && typeof answer[ELEMENT] === 'string';
}

/** Commands name their element by `id`. */
function withId(element: Found): Found & { readonly id: string } {
  return { ...element, id: element[ELEMENT] };
}
