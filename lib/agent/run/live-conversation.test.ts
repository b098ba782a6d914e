import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { optional } from '../../base/optional';
import { importFile } from '../../importers/import-file';
import type { Reply } from '../../layers/shape/layer';
import { policies } from '../../policies/index';
import { claudeCode21 } from '../../policies/presets/claude-code-2-1';
import { everythingOn } from '../../policies/presets/everything-on';
import { none } from '../../policies/presets/none';
import { playground } from '../../policies/presets/playground';
import { teachingV5 } from '../../policies/presets/teaching-v5';
import type { Policy } from '../../policies/shape/policy';
import { policyLayers } from '../../policies/shape/policy-layer';
import type { Simulation } from '../../simulator/pipeline/simulation';
import { recordedBill } from '../../simulator/recorded/recorded-bill';
import { replayMaterial } from '../../simulator/recorded/replay-material';
import { replay } from '../../simulator/replay/replay';
import { replayedCall } from '../../simulator/replay/replay-lookup';
import { assumed } from '../../summarizers/assumed';
import { recorded } from '../../summarizers/recorded';
import { scripted } from '../../summarizers/scripted';
import { recordedContextAt } from '../../transcript/recorded-context';
import { validateRequest } from '../../transcript/validate-request';
import { writeTranscripts } from '../../transcript/write-transcript';
import type { ReplyBlock } from '../journal/entry';
import { type Entry, emptyToolState, JOURNAL_VERSION } from '../journal/entry';
import { staticSection } from '../system/sections/section';
import type { RunSurroundings } from './live-context';
import { LiveConversation } from './live-conversation';
import { decisionsOf, replayOf } from './replayed-run.test-support';

const surroundings: RunSurroundings = {
  system: [staticSection('all', 'All', 'You work in a small repository. '.repeat(40))],
  tools: [{ name: 'Read', schemaText: '{"name":"Read","input_schema":{"type":"object"}}' }],
};

const START_MS = Date.UTC(2026, 0, 5, 9);

function begun(policy: Policy): Entry {
  const limits = { calls: 1_000, dollars: 100 };
  const setup = { version: JOURNAL_VERSION, runId: 'run-1', policy, limits, files: {} } as const;
  return { type: 'begun', timeMs: START_MS, setup: { ...setup, model: { type: 'scripted' } } };
}

/** Reads one file after another, each of another length, and says something after so many. */
class Reader {
  readonly entries: Entry[];
  readonly run: LiveConversation;
  /** In the place of the first texts, one after another. */
  readonly firstForkReplies: Reply[] = [];
  /** In the place of a text. */
  forkReply: Reply | undefined;
  beforeCall: (run: LiveConversation) => void = () => undefined;
  /** [J2] Whether a note beside the turn is done now: asked before every step. */
  isNoteDone: () => boolean = () => false;
  private made = 0;

  constructor(policy: Policy) {
    this.entries = [begun(policy)];
    this.run = LiveConversation.of(this.entries, surroundings);
  }

  give(entry: Entry): void {
    this.run.apply(entry);
    this.entries.push(entry);
  }

  /** One turn of the user's, with so many calls of the model's. */
  turn(text: string, calls: number): void {
    if (!this.waits) return;
    this.give({ type: 'prompt', timeMs: this.now(), text });
    for (let left = calls; ; ) {
      const { need } = this.run;
      if (need.type === 'prompt' || need.type === 'help') return;
      if (this.isNoteDone()) this.answerNote();
      if (need.type === 'results') this.answer(need.calls.map(({ id }) => id));
      else if (need.type === 'fork') this.fork(need.request.purpose);
      else {
        this.beforeCall(this.run);
        left -= 1;
        this.say(left > 0);
      }
    }
  }

  get waits(): boolean {
    return this.run.need.type === 'prompt';
  }

  /** If one is written beside the turn. */
  answerNote(reply?: Reply): void {
    const [task] = this.run.open;
    if (task !== undefined) this.fork('note', task, reply);
  }

  answerForks(): void {
    while (this.run.need.type === 'fork') this.fork(this.run.need.request.purpose);
  }

  private say(goesOn: boolean): void {
    const number = this.made;
    const text: ReplyBlock = { type: 'text', text: `Step ${number}.` };
    const calls = Array.from({ length: 1 + (number % 3) }, (_, place): ReplyBlock => {
      return {
        type: 'tool-call',
        id: `call-${number}-${place}`,
        name: 'Read',
        input: { file_path: `src/${number}.ts` },
      };
    });
    const blocks = goesOn ? [text, ...calls] : [text];
    const stopReason = goesOn ? 'tool_use' : 'end_turn';
    this.give({ type: 'reply', timeMs: this.now(), reply: { blocks, stopReason, timeMs: 10 } });
  }

  private answer(ids: readonly string[]): void {
    const results = ids.map((callId, place) => {
      const length = 200 + ((this.made * 7_919 + place * 104_729) % 2_600);
      return { callId, text: 'some text of a file '.repeat(length / 20), isError: false, tookMs: 1 };
    });
    this.give({ type: 'results', timeMs: this.now(), results, files: [], desk: emptyToolState });
  }

  private fork(purpose: string, task?: string, given?: Reply): void {
    const text =
      purpose === 'note' ? `# Current State\nAt step ${this.made}.` : `The user wants all files read. ${this.made}`;
    const reply = given ??
      this.firstForkReplies.shift() ??
      this.forkReply ?? { type: 'text', text, tokens: Math.round(text.length / 4) };
    this.give({ type: 'forked', timeMs: this.now(), reply, tookMs: 5, ...optional('task', task) });
  }

  private now(): number {
    this.made += 1;
    return START_MS + this.made * 1_000;
  }
}

test('a run under the playground policy uses all of its layers, and a replay of it does the same', () => {
  const reader = new Reader(playground);
  reader.turn('Look around', 30);
  reader.turn('Read everything', 140);
  const simulation = reader.run.result();
  expect(simulation.calls).toBe(170);
  expect([...new Set(simulation.changes.map(({ layer }) => layer))].sort()).toEqual([
    'full-compact',
    'microcompact-cached',
    'session-memory',
  ]);
  expect(simulation.notes.length).toBeGreaterThan(0);
  expect(decisionsOf(replayOf(reader.run))).toEqual(decisionsOf(simulation));
});

test('[E2] a run costs the same as its recording and as its replay: with what layers asked the model for', () => {
  const reader = new Reader(playground);
  reader.turn('Read everything', 60);
  const { totals, forks } = reader.run.result();
  expect(forks.length).toBeGreaterThan(1);
  const recorded = recordedBill(replayMaterial(structuredClone(reader.run.transcript)));
  expect(recorded?.cost).toBeCloseTo(totals.cost.dollars, 6);
  expect(replayOf(reader.run).totals.cost.dollars).toBeCloseTo(totals.cost.dollars, 6);
});

test.each([0, 1, 2, 3, 4, 5, 6, 7])('a replay changes the policy where the run did (%i)', (offset) => {
  const reader = new Reader(inWindow(playground, 14_000));
  const changes = new Map([
    [17 + offset, inWindow(playground, 20_000)],
    [18 + offset, inWindow(everythingOn, 40_000)],
    [40 + offset, inWindow(playground, 12_000)],
  ]);
  reader.beforeCall = (run) => {
    const policy = changes.get(run.calls.length);
    changes.delete(run.calls.length);
    if (policy !== undefined) reader.give({ type: 'policy', timeMs: 1, policy });
    reader.answerForks();
  };
  reader.turn('Look around', 14);
  reader.turn('Read everything', 80);
  const simulation = reader.run.result();
  expect(decisionsOf(replayOf(reader.run))).toEqual(decisionsOf(simulation));
  expect(simulation.steps?.map(({ from, thresholds }) => [from, thresholds.window])).toEqual([
    [0, 14_000],
    [17 + offset, 20_000],
    [18 + offset, 40_000],
    [40 + offset, 12_000],
  ]);
  expect(replayOf(reader.run).steps).toEqual(simulation.steps);
});

function inWindow(policy: Policy, windowTokens: number): Policy {
  // With a buffer larger than the window, an agent would compact before its first call.
  const eras = policy.eras.map(({ thresholds, ...era }) => {
    const bufferTokens = Math.min(thresholds.bufferTokens, windowTokens / 2);
    return { ...era, thresholds: { ...thresholds, bufferTokens } };
  });
  return { ...policy, windowTokens, maxOutputTokens: 2_000, eras };
}

/** [F11] */
const keepingRounds: Policy = {
  ...claudeCode21,
  id: 'keeping rounds',
  layers: policyLayers({ 'full-compact': { keptRounds: 3, keptRoundTokens: 5_000, restoredTokens: 2_000 } }),
};

const tight = [15_000, 40_000].flatMap((window) =>
  [...policies, keepingRounds].map((policy) => [policy.id, window, policy] as const),
);

test.each(tight)('under "%s" in a window of %i, a replay repeats the run call by call', (_, window, policy) => {
  const reader = new Reader(inWindow(policy, window));
  reader.turn('Look around', 14);
  reader.turn('Read everything', 80);
  expect(decisionsOf(replayOf(reader.run))).toEqual(decisionsOf(reader.run.result()));
});

const collapsing = policyLayers({ collapse: { summaryTokens: 100 }, 'strip-media': {} });

test.each([
  ['snip', inWindow(everythingOn, 12_000)],
  ['collapse', { ...inWindow(everythingOn, 12_000), layers: collapsing }],
  ['full-compact', inWindow(teachingV5, 40_000)],
  ['session-memory', playground],
  ['full-compact', inWindow(keepingRounds, 40_000)],
])('after "%s", the recording has what was sent at each call, in order', (layer, policy) => {
  const reader = new Reader(policy);
  const sent: (readonly string[])[] = [];
  reader.beforeCall = ({ context }) => sent.push(context.map(({ message }) => message.id));
  reader.turn('Look around', 30);
  reader.turn('Read everything', 60);
  const { transcript } = reader.run;
  expect(reader.run.result().changes.map((change) => change.layer)).toContain(layer);
  transcript.calls.forEach(({ at }, call) => {
    const { messages } = recordedContextAt(transcript, at);
    expect(messages.map((index) => transcript.messages[index]?.id)).toEqual(sent[call]);
  });
});

test('[F11] kept rounds of a run are there once in a following replay, also under a policy that keeps them itself', () => {
  const reader = new Reader(inWindow(keepingRounds, 40_000));
  reader.turn('Look around', 30);
  reader.turn('Read everything', 60);
  const { transcript, policy } = reader.run;
  const compacted = transcript.boundaries.filter(({ kind }) => kind === 'full');
  expect(compacted.length).toBeGreaterThan(1);
  const material = replayMaterial(structuredClone(transcript));
  const replies = assumed(300);
  const firstCalls = compacted.map(({ at }) => transcript.calls.findIndex((call) => call.at >= at));
  // A percentage at which the replay compacts some calls before each recorded compaction.
  const early = {
    ...policy,
    eras: policy.eras.map(({ thresholds }) => ({ thresholds: { ...thresholds, percent: 60 } })),
  };
  for (const under of [policy, early]) {
    const simulation = replay(material, under, replies, { mode: 'following' });
    expect(simulation.changes.length).toBeGreaterThan(0);
    for (const call of firstCalls) {
      const { messages } = recordedContextAt(transcript, transcript.calls[call]?.at ?? 0);
      const ids = messages.map((index) => transcript.messages[index]?.id);
      const { before, after } = replayedCall(material, under, replies, call, { mode: 'following' });
      expect(before.map(({ message }) => message.id)).toEqual(ids);
      expect(new Set(after.map(({ message }) => message.id)).size).toBe(after.length);
    }
  }
});

test('a run rebuilt from its entries is the same', () => {
  const reader = new Reader(playground);
  reader.turn('Look around', 6);
  reader.turn('Read everything', 30);
  const again = LiveConversation.of(structuredClone(reader.entries), surroundings);
  expect(again.transcript).toEqual(reader.run.transcript);
  expect(again.result()).toEqual(reader.run.result());
  expect(again.need).toEqual(reader.run.need);
});

test('[L2] every context is valid for a provider', () => {
  const reader = new Reader(playground);
  for (let turn = 0; turn < 5; turn++) {
    reader.turn(`Turn ${turn}`, 12);
    expect(
      validateRequest(
        reader.run.context.map(({ message }) => message),
        'anthropic',
      ),
    ).toEqual([]);
  }
});

test('exporting and reimporting a run gives the same transcript, with forks and boundaries', async () => {
  const reader = new Reader(playground);
  reader.turn('Look around', 14);
  reader.turn('Read everything', 60);
  const { transcript } = reader.run;
  expect(transcript.forks?.length).toBeGreaterThan(2);
  const text = [...writeTranscripts([transcript])].join('');
  const read = await importFile({
    name: 'run.highwater.json',
    size: text.length,
    stream: () => new Blob([text]).stream(),
  });
  expect(read).toMatchObject({ ok: true });
  expect(read.ok && read.value.transcripts).toEqual([transcript]);
});

describe('pauses for the user', () => {
  const twoCalls = { calls: 2, dollars: 100 };

  test('after the call limit of a prompt; a new limit counts from there', () => {
    const reader = new Reader(playground);
    reader.give({ type: 'limits', timeMs: 1, limits: twoCalls });
    reader.turn('Read everything', 10);
    expect(reader.run.need).toEqual({ type: 'help', why: { type: 'call-limit', calls: 2 } });
    reader.give({ type: 'limits', timeMs: 2, limits: twoCalls });
    expect(reader.run.need.type).toBe('reply');
    expect(reader.run.spent.calls).toBe(0);
  });

  test('after the cost limit, which includes forks', () => {
    const reader = new Reader(playground);
    const model = { type: 'api', id: 'claude-opus-5-5', thinks: false, serverClears: false } as const;
    reader.give({ type: 'model', timeMs: 1, model });
    reader.give({ type: 'limits', timeMs: 1, limits: { calls: 100, dollars: 0.02 } });
    reader.turn('Read everything', 100);
    const { need, calls, forks } = reader.run;
    expect(need).toMatchObject({ type: 'help', why: { type: 'money-limit' } });
    const spent = [...calls, ...forks].reduce((sum, { dollars = 0 }) => sum + dollars, 0);
    expect(spent).toBeGreaterThanOrEqual(0.02);
    expect(reader.run.spent.dollars).toBeCloseTo(spent, 10);
  });

  test('not for the price of a script, which costs nothing', () => {
    const reader = new Reader(playground);
    reader.give({ type: 'limits', timeMs: 1, limits: { calls: 100, dollars: 0.02 } });
    reader.turn('Read everything', 40);
    expect(reader.run.need).toEqual({ type: 'prompt' });
    expect(reader.run.calls.reduce((sum, { dollars = 0 }) => sum + dollars, 0)).toBeGreaterThan(0.02);
    expect(reader.run.spent.dollars).toBe(0);
  });

  test('[X3] at the blocking limit without automatic compaction; a manual compaction lets the run continue', () => {
    const [era] = playground.eras;
    const byHand = { ...playground, eras: [{ thresholds: { ...era?.thresholds, isAutomatic: false } }] } as Policy;
    const reader = new Reader(byHand);
    reader.turn('Read everything', 200);
    expect(reader.run.need).toMatchObject({ type: 'help', why: { type: 'blocked' } });
    reader.give({ type: 'command', timeMs: 3, command: { type: 'compact', focus: 'the files' } });
    expect(reader.run.need.type).toBe('fork');
    reader.answerForks();
    expect(reader.run.need.type).toBe('reply');
  });

  test('[X1] if nothing makes the context fit; another policy lets the run continue', () => {
    const reader = new Reader(inWindow(none, 15_000));
    reader.turn('Read everything', 200);
    expect(reader.run.need).toMatchObject({ type: 'help', why: { type: 'dead' } });
    reader.give({ type: 'policy', timeMs: 3, policy: playground });
    reader.answerForks();
    expect(reader.run.need.type).toBe('reply');
    expect(reader.run.result().changes.length).toBeGreaterThan(0);
  });
});

test('[X2] retries a rejected call after a compaction, and finally gives up', () => {
  const reader = new Reader(playground);
  reader.turn('Look around', 10);
  reader.give({ type: 'prompt', timeMs: 9, text: 'Go on' });
  const refused = { type: 'refused', timeMs: 10, what: 'prompt is too long' } as const;
  reader.give(refused);
  reader.answerForks();
  const { changes } = reader.run.result();
  // It was rejected below the size that was expected to fit.
  const reason = { rule: 'X2', code: 'refused-early' };
  expect(changes.at(-1)).toMatchObject({ turn: 'gate', trigger: 'reactive', reason });
  const [before, after] = [reader.run.lastStep?.before, reader.run.lastStep?.after];
  expect(after).toEqual(reader.run.context);
  expect(after).not.toEqual(before);
  expect(reader.run.need.type).toBe('reply');
  for (let times = 0; times < 4 && reader.run.need.type === 'reply'; times++) {
    reader.give(refused);
    reader.answerForks();
  }
  expect(reader.run.need).toMatchObject({ type: 'help', why: { type: 'dead' } });
});

test('[B5] finds a stored result by the path in its stub', () => {
  const reader = new Reader(
    inWindow(
      {
        ...playground,
        layers: policyLayers({ 'result-budget': { limit: 500, limitsByTool: {}, previewLength: 100 } }),
      },
      40_000,
    ),
  );
  reader.turn('Look around', 6);
  const stub = JSON.stringify(reader.run.context.map(({ parts }) => parts.map(({ part }) => part)));
  const [path] = /tool-results\/[^\s"\\]+\.txt/.exec(stub) ?? [];
  expect(reader.run.storedResult(path ?? '')).toMatch(/^(some text of a file ){20}/);
  expect(reader.run.storedResult('tool-results/run-1/none.txt')).toBeUndefined();
});

test('treats an entry that the run does not need as an internal error', () => {
  const reader = new Reader(playground);
  const reply = { blocks: [], stopReason: 'end_turn', timeMs: 0 };
  expect(() => reader.run.apply({ type: 'reply', timeMs: 1, reply })).toThrow(/"reply" does not fit/);
});

test('[F3] requests a summary again after two interruptions, and a replay does the same', () => {
  const policy = inWindow({ ...playground, layers: policyLayers({ 'full-compact': {} }) }, 15_000);
  const reader = new Reader(policy);
  const broken = { type: 'error', what: 'the stream broke off' } as const;
  reader.firstForkReplies.push(broken, broken);
  reader.turn('Read everything', 60);
  const simulation = reader.run.result();
  expect(simulation.failures).toEqual([]);
  expect(reader.run.forks.length).toBe(simulation.compactions.length + 2);
  expect(decisionsOf(replayOf(reader.run))).toEqual(decisionsOf(simulation));
});

test('[G3] stops compacting after three failures in a row until a call would not fit; cancelled ones do not count', () => {
  const failing = { ...playground, layers: policyLayers({ 'full-compact': {} }) };
  const compactions = (reply: Reply) => {
    const reader = new Reader(inWindow(failing, 15_000));
    reader.forkReply = reply;
    reader.turn('Read everything', 200);
    return reader.run.forks.length;
  };
  // Each is asked for once and twice again.
  expect(compactions({ type: 'error', what: 'overloaded' })).toBe(3 * (3 + 1));
  expect(compactions({ type: 'aborted' })).toBeGreaterThan(3 + 1);
});

describe('a note beside the turn', () => {
  const beside = noteBeside(playground);

  test('[N2] [J2] is written while the turn goes on, which asks for no other meanwhile, and then replaces the one before', () => {
    const reader = new Reader(beside);
    reader.turn('Read everything', 24);
    expect(reader.run.open).toEqual(['note-1']);
    expect(reader.run.need.type).toBe('prompt');
    expect(reader.run.note).toBeUndefined();
    const before = reader.run.besideNote?.start.call ?? Number.NaN;
    expect(reader.run.calls.length).toBeGreaterThan(before + 3);
    reader.answerNote();
    expect(reader.run.open).toEqual([]);
    expect(reader.run.note?.text).toContain('At step');
    // It knows what there was when it was requested.
    const last = reader.run.transcript.forks?.[0]?.lastMessageId;
    expect(reader.run.note?.last).toBe(last);
    reader.isNoteDone = () => reader.run.open.length > 0;
    reader.turn('Go on', 30);
    expect(reader.run.forks.filter(({ purpose }) => purpose === 'note').length).toBeGreaterThan(1);
  });

  test.each([0, 1, 2, 3, 5, 8, 13, 21, 34, 55])(
    '[N2] [J2] [E2] a replay takes it over where the run did, after %i more steps, at the same cost',
    (delay) => {
      for (const windowTokens of [undefined, 15_000, 24_000, 40_000]) {
        const reader = new Reader(windowTokens === undefined ? beside : inWindow(beside, windowTokens));
        let waited = 0;
        reader.isNoteDone = () => {
          if (reader.run.open.length === 0) return false;
          waited = (waited + 1) % (delay + 1);
          return waited === 0;
        };
        for (let turn = 0; turn < 12; turn++) reader.turn(`Turn ${turn}`, 9);
        reader.answerNote();
        const simulation = reader.run.result();
        expect(simulation.notes.length).toBeGreaterThan(0);
        const again = replayOf(reader.run);
        expect(decisionsOf(again)).toEqual(decisionsOf(simulation));
        expectSameNoteRequests(again, simulation);
        const recordedCost = recordedBill(replayMaterial(structuredClone(reader.run.transcript)))?.cost;
        expect(recordedCost).toBeCloseTo(simulation.totals.cost.dollars, 6);
      }
    },
  );

  test('[N5] [J2] a compaction in between does not wait for it, and a note from before it is not used', () => {
    const reader = new Reader(beside);
    reader.turn('Read everything', 24);
    const compact = () => {
      reader.give({ type: 'command', timeMs: 3, command: { type: 'compact' } });
      reader.answerForks();
      return reader.run.result().changes.at(-1)?.layer;
    };
    expect(compact()).toBe('full-compact');
    reader.answerNote();
    const { note, context } = reader.run;
    expect(note?.last).toBeDefined();
    expect(context.some(({ message }) => message.id === note?.last)).toBe(false);
    reader.turn('Go on', 4);
    expect(compact()).toBe('full-compact');
  });

  test('[J2] the file of a run says when it came', async () => {
    const reader = new Reader(beside);
    let waited = 0;
    reader.isNoteDone = () => reader.run.open.length > 0 && ++waited % 8 === 0;
    for (let turn = 0; turn < 5; turn++) reader.turn(`Turn ${turn}`, 9);
    reader.answerNote();
    const { transcript } = reader.run;
    expect(transcript.forks?.filter(({ arrivedAt }) => arrivedAt !== undefined).length).toBeGreaterThan(1);
    const text = [...writeTranscripts([transcript])].join('');
    const stream = () => new Blob([text]).stream();
    const read = await importFile({ name: 'run.highwater.json', size: text.length, stream });
    expect(read.ok && read.value.transcripts).toEqual([transcript]);
  });

  test('[J2] a recording that does not say when: it comes before the next call', () => {
    const reader = new Reader({ ...beside, id: 'at once', layers: withNote(beside, 'at-once') });
    for (let turn = 0; turn < 8; turn++) reader.turn(`Turn ${turn}`, 9);
    const material = replayMaterial(structuredClone(reader.run.transcript));
    const replies = recorded(material.transcript, material.counter, scripted({ type: 'aborted' }));
    const under = (policy: Policy) => decisionsOf(replay(material, policy, replies));
    expect(under(beside).notes.length).toBeGreaterThan(2);
    expect(under(beside)).toEqual(under(reader.run.policy));
  });

  test('[N2] [J2] whenever it comes, whatever comes of it, and whatever the user does: a replay decides the same, and so does a look-up', () => {
    const RUNS = process.env.HIGHWATER_LONG === '1' ? 1_000 : 60;
    let late = 0;
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(99)), fc.constantFrom(15_000, 20_000, 40_000), (chances, window) => {
        const chance = () => chances.next().value ?? 0;
        const patience = 1 + (chance() % 30);
        const reader = new Reader(inWindow(beside, window));
        const reply = (): Reply | undefined => {
          const dice = chance();
          if (dice < 6) return { type: 'error', what: 'overloaded' };
          return dice < 10 ? { type: 'text', text: '', tokens: 0 } : undefined;
        };
        reader.isNoteDone = () => {
          if (chance() % patience === 0) reader.answerNote(reply());
          return false;
        };
        let policy = reader.run.policy;
        reader.beforeCall = (run) => {
          // In the middle of a call, after its layers have decided.
          if (chance() % patience === 0) reader.answerNote(reply());
          if (chance() >= 3) return;
          policy =
            policy === run.policy && chance() < 50 ? inWindow(playground, window) : inWindow(beside, window + 2_000);
          reader.give({ type: 'policy', timeMs: 1, policy });
          reader.answerForks();
        };
        for (let turn = 0; turn < 7; turn++) {
          reader.turn(`Turn ${turn}`, 1 + (chance() % 14));
          if (chance() < 30) reader.answerNote(reply());
          if (chance() < 12 && reader.waits && reader.run.size > 5_000) {
            reader.give({ type: 'command', timeMs: 3, command: { type: 'compact' } });
            if (chance() < 30) reader.answerNote();
            reader.answerForks();
          }
        }
        reader.answerNote();
        const { run } = reader;
        expect(run.open).toEqual([]);
        late += (run.transcript.forks ?? []).filter(({ call, arrivedAt = 0 }) => {
          return arrivedAt > (run.transcript.calls[call + 1]?.at ?? Number.POSITIVE_INFINITY);
        }).length;
        const simulation = run.result();
        const again = replayOf(run);
        expect(decisionsOf(again)).toEqual(decisionsOf(simulation));
        expectSameNoteRequests(again, simulation);
        const rebuilt = LiveConversation.of(structuredClone(reader.entries), surroundings);
        expect(rebuilt.result()).toEqual(simulation);
        expect(rebuilt.note).toEqual(run.note);
      }),
      { numRuns: RUNS, seed: 3 },
    );
    expect(late).toBeGreaterThan(RUNS);
  }, 600_000);
});

/** A sum of parts may be rounded to another token. A run books an answer when it comes. */
function expectSameNoteRequests(...simulations: readonly [Simulation, Simulation]) {
  const [of, others] = simulations.map(({ forks }) =>
    forks.filter(({ purpose }) => purpose === 'note').toSorted((a, b) => a.call - b.call),
  );
  expect(of?.map(({ call, output }) => [call, output])).toEqual(others?.map(({ call, output }) => [call, output]));
  of?.forEach(({ read, uncached }, place) => {
    expect(Math.abs(read - (others?.[place]?.read ?? 0))).toBeLessThanOrEqual(1);
    expect(Math.abs(uncached - (others?.[place]?.uncached ?? 0))).toBeLessThanOrEqual(1);
  });
}

function withNote(policy: Policy, when: 'at-once' | 'beside'): Policy['layers'] {
  return policy.layers.map((row) =>
    row.layer === 'note-extraction' ? { ...row, settings: { ...row.settings, toolCalls: 3, when } } : row,
  );
}

function noteBeside(policy: Policy): Policy {
  return { ...policy, id: 'note beside', layers: withNote(policy, 'beside') };
}
