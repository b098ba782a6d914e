import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StandIn } from '../../../e2e/stand-in/stand-in';
import { modelAsker } from '../../api/asker/model-asker';
import { Refusal } from '../../base/failure';
import { playgroundMemory } from '../../policies/presets/playground-memory';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { writeTranscripts } from '../../transcript/write-transcript';
import { Engine } from '../../worker/engine/client';
import { WorkerHere } from '../../worker/engine/engine.test-support';
import type { ProjectRequest } from '../../worker/engine/memory-messages';
import { createMemoryByModel } from './model-memory';

const TEXT = 'user "Never deploy on a Friday evening, because nobody is on call."\nassistant "ok"';
const blob = new Blob([...writeTranscripts([transcriptFromText(TEXT)])]);
const MODEL = 'claude-opus-5-5';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await StandIn.start();
});
afterAll(() => standIn.close());

async function open(
  key: string,
  chosen: () => Promise<ProjectRequest> = async () => ({ sessions: [], policy: playgroundMemory }),
) {
  const engine = new Engine(() => new WorkerHere(modelAsker(standIn.addresses)));
  await engine.ask('open-session', { type: 'stored', body: blob, child: [] });
  const store = createMemoryByModel({ loadEngine: async () => engine, chosen, key: () => key });
  store.getState().open('one');
  return store.getState;
}

describe('memory by a model', () => {
  it('[A11] sends nothing before the price was confirmed, and the price is that of the chosen model', async () => {
    const state = await open('stand-in-by-model-1');
    await state().prepare(MODEL);
    const { pending } = state();
    expect(pending).toMatchObject({ model: MODEL, scope: 'all', sessions: 0, mostDollars: 1 });
    expect(pending?.price.mostDollars).toBeGreaterThan(pending?.price.leastDollars ?? 0);
    state().choose({ model: 'claude-haiku-4-5' });
    expect(state().pending?.price.mostDollars).toBeLessThan(pending?.price.mostDollars ?? 0);
    state().choose({ scope: 'open', mostDollars: 0.5 });
    await expect.poll(() => state().pending?.scope).toBe('open');
    expect(state().pending).toMatchObject({ model: 'claude-haiku-4-5', mostDollars: 0.5 });
    state().dismiss();
    await state().send();
    expect(state().pending).toBeUndefined();
    expect(standIn.seen('stand-in-by-model-1')).toEqual([]);
  });

  it('[J1] keeps the answers of a session beside the rules, also while another one is open', async () => {
    const state = await open('stand-in-by-model-2');
    await state().prepare(MODEL);
    await state().send();
    expect(state()).toMatchObject({ shows: 'model', running: undefined, failure: undefined });
    expect(state().result?.report.own.kept).toHaveLength(1);
    state().show('rules');
    const { result } = state();
    state().open('two');
    expect(state().result).toBeUndefined();
    state().open('one');
    expect(state()).toMatchObject({ shows: 'rules', result });
  });

  it('keeps what came when it is stopped', async () => {
    standIn.behave('stand-in-by-model-3', [{ type: 'hang' }]);
    const state = await open('stand-in-by-model-3');
    await state().prepare(MODEL);
    const sent = state().send();
    await expect.poll(() => standIn.seen('stand-in-by-model-3').length).toBe(1);
    expect(state().running).toMatchObject({ answered: 0 });
    state().stop();
    await sent;
    expect(state().running).toBeUndefined();
    expect(state().result).toMatchObject({ answered: 0, problem: { what: 'Stopped.' } });
  });

  it('says which session cannot be read', async () => {
    const state = await open('stand-in-by-model-4', async () => {
      throw new Refusal('No monday.', 'Import it.');
    });
    await state().prepare(MODEL);
    expect(state()).toMatchObject({ isPreparing: false, failure: { what: 'No monday.', advice: 'Import it.' } });
  });
});
