import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { claudeSession } from '../support/claude-session';
import { expectedRows, sampleFile, simulatedInNode } from '../support/simulations';
import { ENTER, EnginePage } from './driver/engine-page';
import type { WebDriver } from './driver/web-driver';

const SAMPLE = 'long-bug-hunt';
const TITLE = 'Find the leak in the pool';
const TASK = 'Fix the failing tests.';
const SHARE = 'Share of the effective window';

interface Engine {
  readonly name: string;
  /** With everything that it writes in this folder, also downloads. Undefined if it is not on this machine. */
  readonly start: ((folder: string) => Promise<WebDriver>) | undefined;
}

/** What a user does first, in an engine that Playwright does not drive here. All journeys share one browser, in this order. */
export function journeysIn({ name, start }: Engine): void {
  test.describe(name, () => {
    test.describe.configure({ mode: 'serial' });
    test.skip(start === undefined, `${name} is not installed: CONTRIBUTING.md says what to install`);

    let folder: string;
    let driver: WebDriver | undefined;
    let page: EnginePage;

    test.beforeAll(async ({ baseURL }) => {
      if (start === undefined || baseURL === undefined) return;
      folder = await mkdtemp(join(tmpdir(), 'highwater-engine-'));
      driver = await start(folder);
      page = new EnginePage(name, driver, baseURL);
      await driver.send('size', { width: 1280, height: 800 });
      await page.open('/icons/highwater.svg');
      await page.run(() =>
        localStorage.setItem('highwater.preferences', JSON.stringify({ tourSeen: true, showsAllSettings: true })),
      );
    });

    test.afterAll(async () => {
      await driver?.end();
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    });

    test('imports a dropped file, and shows its figures', async () => {
      await page.open('/');
      await page.shows('Sample (synthetic)');
      await page.run(
        (fileName, text) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([text], fileName));
          for (const type of ['dragenter', 'dragover', 'drop'])
            document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
        },
        'dropped.jsonl',
        claudeSession({ compactBefore: [6] }),
      );
      await page.shows('Recognised as Claude Code session, because');
      await page.shows(/Messages 26 .*Recorded compactions 1 full/);
      await page.click({ role: 'link', name: TITLE });
      await page.has({ role: 'heading', name: TITLE });
      await page.shows('Call 12 of 12');
    });

    test('a threshold that is dragged compacts where the command line says', async () => {
      await page.open(`/simulate?session=sample-${SAMPLE}#v1&preset=claude-code-2.1&call=1&end`);
      await page.shows('Call 1 of 543');
      // The last figures to arrive; nothing moves any more.
      await page.shows(/Used-later misses \d/);
      await page.click({ role: 'button', name: 'Show events as a table' });
      const compactions = () => page.rows('Events by call', 'Full compaction');
      const inNode = async (...words: readonly string[]) =>
        expectedRows(await simulatedInNode(sampleFile(SAMPLE), '--policy', 'claude-code-2.1', ...words));
      const before = await inNode();
      await page.until('to compact as the command line', async () => isSame(await compactions(), before));

      await page.drag({ role: 'slider', name: SHARE }, -40, 0);
      const percent = await page.value({ role: 'textbox', name: SHARE });
      const after = await inNode('--set', `thresholds.percent=${percent}`);
      expect([percent, after]).not.toEqual([percent, before]);
      await page.until(`to compact as the command line at ${percent} %`, async () =>
        isSame(await compactions(), after),
      );
    });

    test('what was imported is there after a reload, and can be exported, deleted and imported again', async () => {
      await page.open('/');
      await page.has({ role: 'link', name: TITLE });
      await page.reload();
      await page.click({ role: 'button', name: `Export ${TITLE}` });
      const exported = await downloaded(page, folder);
      await page.click({ role: 'button', name: `Delete ${TITLE}` });
      await page.hasNo({ role: 'link', name: TITLE });
      await page.type({ role: 'file', name: 'Transcript files' }, exported);
      await page.shows('Recognised as Highwater transcript');
      await page.has({ role: 'link', name: TITLE });
    });

    test('a damaged file is imported with warnings, and what is none is refused with a reason', async () => {
      const damaged = join(folder, 'damaged.jsonl');
      await writeFile(damaged, claudeSession({ id: 'damaged', prompt: 'Cut off' }).slice(0, -40));
      await page.type({ role: 'file', name: 'Transcript files' }, damaged);
      await page.has({ role: 'link', name: 'Cut off' });
      await page.shows('2 warnings');
      const picture = join(folder, 'binary.bin');
      await writeFile(picture, Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 7_919) % 256)));
      await page.type({ role: 'file', name: 'Transcript files' }, picture);
      await page.shows('Could not import "binary.bin": the file is binary data, not text.');
    });

    test('a run goes on after a reload in its middle, and opens in Simulate', async () => {
      const speed = { role: 'combobox', name: 'Speed' } as const;
      await page.open('/playground');
      await page.choose(speed, 'Slow');
      await page.fill({ role: 'textbox', name: 'Prompt or command' }, `${TASK}${ENTER}`);
      await page.shows(/Calls [1-9]/);
      await page.reload();
      await page.shows('Stopped before finishing');
      await page.shows(TASK);
      await page.choose(speed, 'Fast');
      await page.click({ role: 'button', name: 'Continue' });
      await page.shows(/Calls ([5-9]|\d\d)/);
      await page.click({ role: 'button', name: 'Stop' });
      await page.shows('Stopped before finishing');
      await page.click({ role: 'button', name: 'Open in Simulate' });
      await page.shows('Highwater playground (script)');
    });

    test('a model answers in pieces, through the proxy', async () => {
      await page.open('/playground');
      await page.click({ role: 'button', name: 'Choose a model, policy or files first' });
      await page.click({ role: 'button', name: /^Key: / });
      await page.fill({ role: 'textbox', name: 'Key' }, `stand-in-e2e-engine-${name}`);
      await page.click({ role: 'button', name: 'Use key' });
      await page.choose({ role: 'combobox', name: 'Model' }, 'claude-sonnet-5-5');
      await page.fill({ role: 'textbox', name: 'Prompt or command' }, `${TASK}${ENTER}`);
      await page.click({ role: 'button', name: 'Send', within: 'Send to the API?' });
      await page.shows(/Calls [2-9]/);
      await page.click({ role: 'button', name: 'Stop' });
      await page.shows('Stopped before finishing');
    });
  });
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The download in a folder, once it is complete: its place is taken before anything is in it. */
async function downloaded(page: EnginePage, folder: string): Promise<string> {
  let found = '';
  await page.until('to save a file', async () => {
    const name = (await readdir(folder)).find((file) => file.endsWith('.highwater.json'));
    found = join(folder, name ?? '');
    return name !== undefined && /[\]}]\s*$/.test(await readFile(found, 'utf8'));
  });
  return found;
}
