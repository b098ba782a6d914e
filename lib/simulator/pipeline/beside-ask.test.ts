import { expect, it } from 'vitest';
import { type BoundLayer, bindLayer } from '../../layers/bound-layer';
import { layers } from '../../layers/index';
import { emptyNote } from '../../layers/note/note-template';
import { contextFromText } from '../../layers/shape/context-text.test-support';
import type { Ask } from '../../layers/shape/layer';
import type { Collapse } from '../../layers/shape/memory';
import { defaultsOf } from '../../layers/shape/setting';
import { playground } from '../../policies/presets/playground';
import { eraOf, policyThresholds } from '../../policies/shape/policy';
import { roughMessage, roughPart } from '../../tokens/rough';
import type { MessageId } from '../../transcript/transcript';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { LayerTurns } from './layer-turns';
import type { SimulatedFailure, SimulatedNote } from './simulation';

const settings = { ...defaultsOf(layers['note-extraction'].settings), firstTokens: 0, when: 'beside' as const };
const layer: BoundLayer = bindLayer({ layer: 'note-extraction', settings });
const { messages } = contextFromText('user "Go"\ncall #1 read a.ts\n---\nresult #1 900 tokens\nassistant "Done."');
const model = { window: 200_000, maxOutputTokens: 8_000 };
const thresholds = policyThresholds(playground, eraOf(playground, undefined).thresholds, model);
const collapse: Collapse = {
  first: 'm0' as MessageId,
  last: 'm1' as MessageId,
  summary: 's' as MessageId,
  state: 'staged',
};

function asked() {
  const notes: SimulatedNote[] = [];
  const failures: SimulatedFailure[] = [];
  const counter = { messageTokens: roughMessage, partTokens: roughPart };
  const listener = {
    changed: () => undefined,
    noted: (note: SimulatedNote) => void notes.push(note),
    failed: (failure: SimulatedFailure) => void failures.push(failure),
  };
  const turns = new LayerTurns({ policy: playground, counter, asker: 'main', pinned: new Set() }, listener, []);
  for (const message of messages) turns.addMessage(message);
  const common = { thresholds, systemTokens: 0, nowMs: 0, measured: undefined, wasTaken: false, recorded: new Map() };
  const begin = (call: number) => turns.begin({ ...common, call, transcript: transcriptFromText('') });
  begin(4);
  const step = turns.takeTurn(layer, 'auto').next();
  expect(step.done).toBe(true);
  begin(6);
  const ask: Ask | undefined = turns.open?.ask;
  return { turns, notes, failures, ask };
}

const said = { type: 'text', text: '# Learnings\nrun the linter', tokens: 40 } as const;

it('[N2] [J2] a layer is asked for nothing more while what it asked for is open', () => {
  const { turns, ask } = asked();
  expect(ask?.beside?.code).toBe('beside');
  expect(turns.hasNothingToDo(layer)).toBe(true);
  expect(turns.takeTurn(layer, 'auto').next()).toMatchObject({ done: true, value: { type: 'unchanged' } });
  turns.answered(said);
  expect(turns.open).toBeUndefined();
});

it('[N2] [J2] only the note is taken over, as it was asked for, with its call', () => {
  const { turns, notes, ask } = asked();
  const [added] = contextFromText('user "Later"').messages;
  if (added !== undefined) turns.addMessage({ ...added, message: { ...added.message, id: 'm9' as MessageId } });
  expect(ask?.context.messages).toEqual(messages);
  turns.memory = { ...turns.memory, collapses: [collapse], clearedByTimeAtCall: 5 };
  turns.answered(said);
  const { note, ...others } = turns.memory;
  expect(others).toMatchObject({ collapses: [collapse], clearedByTimeAtCall: 5 });
  expect(note?.text).toContain('run the linter');
  expect(note).toMatchObject({ last: 'm3', cursor: 'm3' });
  expect(notes.map(({ call }) => call)).toEqual([4]);
});

it('[N2] [J2] a note that was written by hand meanwhile is newer, and stays', () => {
  const { turns, notes } = asked();
  const byHand = { text: emptyNote, tokens: 5, contextTokens: 50, last: 'm9' as MessageId };
  turns.memory = { ...turns.memory, note: byHand };
  turns.answered(said);
  expect(turns.memory.note).toBe(byHand);
  expect(notes).toEqual([]);
});

it('[N3] [J2] a failure is told with its call, and the note stays as it was', () => {
  const { turns, failures } = asked();
  turns.answered({ type: 'error', what: 'overloaded' });
  expect(failures).toMatchObject([{ call: 4, kind: 'api-error' }]);
  expect(turns.memory.note).toBeUndefined();
  expect(() => turns.answered(said)).toThrow(/No work goes on/);
});
