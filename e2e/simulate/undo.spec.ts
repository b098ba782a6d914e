import { expect, type Page } from '@playwright/test';
import { choiceOf, recordingChoice, sessionInNode } from '../support/engine-in-node';
import { MessagesPanel } from '../support/messages-panel';
import { test } from '../support/one-page';
import {
  engineRows,
  expectedRows,
  openSample,
  preset,
  sampleFile,
  shownCompactions,
  simulatedInNode,
} from '../support/simulations';

const SAMPLE = 'long-bug-hunt';
const PRESET = 'claude-code-2.0';
const SHARE = 'Share of the effective window';
const PINNED = 6;

/** One of each kind; each changes the compactions. */
const STEPS: readonly ((page: Page) => Promise<unknown>)[] = [
  (page) => preset(page).selectOption(PRESET),
  async (page) => {
    await page.getByRole('textbox', { name: SHARE }).fill('50');
    await page.keyboard.press('Enter');
  },
  (page) => page.getByRole('button', { name: `Reset ${SHARE}` }).click(),
  (page) => page.getByRole('switch', { name: 'Full compaction' }).click(),
  (page) => page.getByRole('button', { name: 'Reset to preset' }).click(),
  (page) => new MessagesPanel(page).pin(PINNED),
];

test('undoes and redoes changes one by one, matching the command line each time', async ({ page }) => {
  const inNode = async (...words: readonly string[]) =>
    expectedRows(await simulatedInNode(sampleFile(SAMPLE), ...words));
  const session = await sessionInNode(sampleFile(SAMPLE));
  const pinned = choiceOf({ preset: PRESET, pinned: [session.message(PINNED).id] });
  const asPreset = await inNode('--policy', PRESET);
  const stations = [
    engineRows(session.simulations.simulate(recordingChoice)),
    asPreset,
    await inNode('--policy', PRESET, '--set', 'thresholds.percent=50'),
    asPreset,
    await inNode('--policy', PRESET, '--set', 'full-compact.isOn=false'),
    asPreset,
    engineRows(session.simulations.simulate(pinned)),
  ];
  for (const [place, station] of stations.entries()) expect(station).not.toEqual(stations[place - 1]);

  await openSample(page, SAMPLE, '#v1&call=30&end');
  const expectStation = (place: number) => expect.poll(() => shownCompactions(page)).toEqual(stations[place]);
  const undo = page.getByRole('button', { name: /^Undo/ });
  const redo = page.getByRole('button', { name: /^Redo/ });
  await expectStation(0);
  await expect(undo).toBeDisabled();
  for (const [place, act] of STEPS.entries()) {
    await act(page);
    await expectStation(place + 1);
  }
  for (let place = STEPS.length - 1; place >= 0; place--) {
    await undo.click();
    await expectStation(place);
  }
  await expect(undo).toBeDisabled();
  await expect(preset(page)).toHaveValue('as-recorded');
  for (let place = 1; place <= STEPS.length; place++) {
    await page.keyboard.press('Control+Shift+Z');
    await expectStation(place);
  }
  await expect(redo).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Unpin all' })).toBeVisible();
});
