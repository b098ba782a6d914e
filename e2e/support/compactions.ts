import { expect, type Page } from '@playwright/test';
import type { OpenedSession } from '../../lib/worker/engine/open-session';
import { choiceOf, linesInNode, type WantedChoice } from './engine-in-node';
import { MessagesPanel } from './messages-panel';

/**
 * Steps from the first call to each one that the policy changes the context before. There the equation, both arrays and
 * both request bodies are those of the engine in this process. Returns how many of them there are.
 */
export async function expectEachChangeAsInNode(
  page: Page,
  session: OpenedSession,
  wanted: WantedChoice,
): Promise<number> {
  const choice = choiceOf(wanted);
  const { changes } = session.simulations.simulate(choice);
  const calls = [...new Set(changes.filter(({ turn }) => turn !== 'after-response').map(({ call }) => call))];
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
    for (const side of ['before', 'after'] as const) {
      const { text, provider } = await panel.body(side);
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

/** With the key for the next event; recorded ones may come in between. */
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
  const { equations } = session.explanations.explain({ ...choiceOf(wanted), call });
  const shown = page.getByRole('region', { name: `Before call ${call + 1}`, exact: true }).locator('code');
  await expect(shown).toHaveText(equations.map(({ text }) => text));
}
