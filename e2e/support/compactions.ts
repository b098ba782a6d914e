import { expect, type Page } from '@playwright/test';
import { atOnce } from '../../lib/base/steps/steps';
import type { OpenedSession } from '../../lib/worker/engine/open-session';
import { choiceOf, linesInNode, type WantedChoice } from './engine-in-node';
import { MessagesPanel } from './messages-panel';

/** Sessions with more changes are compared at this many of them. */
const MAX_CHANGES = 4;

/**
 * Steps through the calls before which the policy changes the context: all of them or, if there are many, the first, the
 * last and some between. At each, the equation, both arrays and both request bodies must match those of the engine in this
 * process. Returns how many calls were compared.
 */
export async function expectChangesAsInNode(page: Page, session: OpenedSession, wanted: WantedChoice): Promise<number> {
  const choice = choiceOf(wanted);
  const { changes } = session.simulations.simulate(choice);
  const all = [...new Set(changes.filter(({ turn }) => turn !== 'after-response').map(({ call }) => call))];
  const calls = spread(all, MAX_CHANGES);
  await page.locator('h1').click();
  await page.keyboard.press('Home');
  for (const call of calls) {
    await stepToCall(page, call);
    await expectEquation(page, session, wanted, call);
    const panel = new MessagesPanel(page);
    await expect(panel.at(call)).toBeVisible();
    expect(await panel.sides()).toEqual({
      before: linesInNode(session, choice, call, 'before'),
      after: linesInNode(session, choice, call, 'after'),
    });
    const bodies = await panel.bodies();
    for (const side of ['before', 'after'] as const) {
      const { text, provider } = bodies[side];
      expect(provider === 'anthropic' || provider === 'openai').toBe(true);
      const body = session.simulations.requestBody({
        ...choice,
        call,
        side,
        provider: provider === 'openai' ? 'openai' : 'anthropic',
      });
      expect(text).toBe(body.text);
    }
  }
  return calls.length;
}

/** At most this many items of the list, evenly spread, with the first and the last. */
function spread<Item>(list: readonly Item[], most: number): readonly Item[] {
  if (list.length <= most) return list;
  return list.filter((_, place) => {
    const step = (at: number) => Math.floor((at * (most - 1)) / (list.length - 1));
    return place === 0 || step(place) > step(place - 1);
  });
}

/** Uses the key for the next event, which may also stop at recorded events. */
async function stepToCall(page: Page, call: number): Promise<void> {
  const slider = page.getByRole('slider', { name: 'Selected call' });
  const selected = async () => Number(await slider.inputValue()) - 1;
  while ((await selected()) < call) {
    const before = await selected();
    await page.keyboard.press('j');
    await expect.poll(selected).toBeGreaterThan(before);
  }
  expect(await selected()).toBe(call);
}

async function expectEquation(page: Page, session: OpenedSession, wanted: WantedChoice, call: number): Promise<void> {
  const { equations } = atOnce(session.explanations.explaining({ ...choiceOf(wanted), call }));
  const shown = page.getByRole('region', { name: `Before call ${call + 1}`, exact: true }).locator('code');
  await expect(shown).toHaveText(equations.map(({ text }) => text));
}
