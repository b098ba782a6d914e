import { describe, expect, it } from 'vitest';
import { playground } from '../../policies/presets/playground';
import type { ModelOutcome } from '../journal/chat-model';
import type { RunHost } from './run-host';
import { begun, reads, says, testRun, text, untilStopped } from './run-host.test-support';

/** Until the run is there. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve));
}

const isAnswering = ({ status }: RunHost) => status.type === 'asking' && status.text === 'I begin';

describe('a turn', () => {
  it('calls the model and its tools until a reply calls none', async () => {
    const { host, journal, asked, shown } = testRun({
      answers: [says(text('looking'), reads('a')), says(text('done'))],
    });
    await host.enter({ type: 'prompt', text: 'go' });
    expect(journal.types).toBe('begun prompt reply results reply');
    expect(journal.entries).toEqual(host.state.entries);
    expect(asked.map(({ purpose }) => purpose)).toEqual(['turn', 'turn']);
    expect(shown()).toEqual(['prompt', 'reply looking', 'reply done']);
    expect(host.status).toEqual({ type: 'idle' });
  });

  it('is followed by later prompts, each when the agent has finished, also after a stop', async () => {
    const { host, journal } = testRun({
      answers: [
        untilStopped,
        says(text('looking'), reads('a')),
        says(text('done')),
        says(text('more')),
        says(text('all')),
      ],
    });
    const going = host.enter({ type: 'prompt', text: 'go' });
    for (const later of ['and then', 'at last']) void host.enterLater(later);
    await until(() => isAnswering(host));
    expect(host.waiting).toEqual(['and then', 'at last'].map((each) => ({ type: 'prompt', text: each })));
    await host.stop();
    await going;
    expect(journal.types).toBe('begun prompt stopped');
    await host.goOn();
    expect(journal.types).toBe('begun prompt stopped reply results reply prompt reply prompt reply');
    expect(host.waiting).toEqual([]);
    expect(host.status).toEqual({ type: 'idle' });
  });

  it('waits where it is told to, until it is continued', async () => {
    const { host, journal } = testRun({
      answers: [says(text('looking'), reads('a')), says(text('done')), says(text('more'))],
      pausesAt: ({ run }) => run.calls.length === 1 && run.need.type === 'results',
    });
    await host.enter({ type: 'prompt', text: 'go' });
    expect(journal.types).toBe('begun prompt reply');
    expect(host.status).toEqual({ type: 'resting' });
    // A later prompt may only arrive there.
    await host.enterLater('and then');
    expect(journal.types).toBe('begun prompt reply');
    await host.goOn();
    expect(journal.types).toBe('begun prompt reply results reply prompt reply');
  });

  it('stores each entry before the next step begins', async () => {
    const lengths: number[] = [];
    const run = testRun({
      answers: [
        () => {
          lengths.push(run.journal.entries.length);
          return says(reads('a'));
        },
        () => {
          lengths.push(run.journal.entries.length);
          return says(text('done'));
        },
      ],
      runTools: () => {
        lengths.push(run.journal.entries.length);
        return {};
      },
    });
    await run.host.enter({ type: 'prompt', text: 'go' });
    expect(lengths).toEqual([2, 3, 4]);
  });

  it('shows a reply while it streams', async () => {
    const { host } = testRun({ answers: [untilStopped] });
    const going = host.enter({ type: 'prompt', text: 'go' });
    await until(() => isAnswering(host));
    expect(host.status).toEqual({ type: 'asking', call: 0, text: 'I begin', thinking: '', tools: [] });
    await host.stop();
    await going;
  });

  it('shows a wait that the API requested, and retries after it', async () => {
    const waiting = {
      type: 'waiting',
      leftMs: 20,
      isAskedFor: true,
      failure: { what: 'Too many.', advice: 'Wait.' },
    } as const;
    const statuses: string[] = [];
    const { host } = testRun({
      answers: [
        (_, { onEvent }) => {
          for (const event of [{ type: 'asking' }, waiting, { type: 'asking' }] as const) {
            onEvent?.(event);
            statuses.push(JSON.stringify(host.status));
          }
          return says(text('done'));
        },
      ],
    });
    await host.enter({ type: 'prompt', text: 'go' });
    const asking = JSON.stringify({ type: 'asking', call: 0, text: '', thinking: '', tools: [] });
    expect(statuses).toEqual([asking, JSON.stringify(waiting), asking]);
  });

  it('stops at a failed request, and retries when the user continues', async () => {
    const failed: ModelOutcome = { type: 'failed', what: 'The API is down.', advice: 'Wait.' };
    const { host, journal } = testRun({ answers: [failed, says(text('done'))] });
    await host.enter({ type: 'prompt', text: 'go' });
    expect(journal.types).toBe('begun prompt problem');
    expect(host.status).toEqual({ type: 'resting' });
    await host.goOn();
    expect(journal.types).toBe('begun prompt problem reply');
    expect(host.status).toEqual({ type: 'idle' });
  });

  it('pauses at a limit with a reason, and continues when told to', async () => {
    const { host, journal, shown } = testRun({ answers: [says(reads('a')), says(reads('b')), says(text('done'))] });
    await host.enter({ type: 'limits', limits: { calls: 1, dollars: 5 } });
    await host.enter({ type: 'prompt', text: 'go' });
    expect(host.status).toMatchObject({ type: 'help', why: { type: 'call-limit', calls: 1 } });
    expect(shown().at(-1)).toBe('help');
    await host.goOn();
    await host.goOn();
    expect(journal.types).toBe('begun limits prompt reply results limits reply results limits reply');
  });

  it('reports an error in our own code, keeps what is stored, and can be undone', async () => {
    const { host, journal } = testRun({
      answers: [says(reads('a'))],
      runTools: () => {
        throw new Error('a mistake');
      },
    });
    await host.enter({ type: 'prompt', text: 'go' });
    expect(journal.types).toBe('begun prompt reply problem');
    expect(host.state.log.items.at(-1)).toMatchObject({
      type: 'problem',
      what: 'Internal error in Highwater: a mistake',
    });
    await host.undo();
    expect(host.status).toEqual({ type: 'idle' });
  });
});

describe('stopping', () => {
  it('drops a reply in progress, which is requested again', async () => {
    const { host, journal, asked } = testRun({ answers: [untilStopped, says(text('done'))] });
    const going = host.enter({ type: 'prompt', text: 'go' });
    await until(() => isAnswering(host));
    await host.stop();
    await going;
    expect(journal.types).toBe('begun prompt stopped');
    expect(host.status).toEqual({ type: 'resting' });
    await host.goOn();
    expect(journal.types).toBe('begun prompt stopped reply');
    expect(asked[1]?.body).toEqual(asked[0]?.body);
  });

  it('keeps the results of finished tools', async () => {
    const { host, journal } = testRun({
      answers: [says(reads('a'))],
      runTools: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve({}))),
    });
    const going = host.enter({ type: 'prompt', text: 'go' });
    await until(() => host.status.type === 'tools');
    await host.stop();
    await going;
    expect(journal.types).toBe('begun prompt reply results stopped');
  });

  it('a compaction reports it to the layer and to the user', async () => {
    const { host, journal } = testRun({
      entries: [begun(playground)],
      answers: [says(text('x'.repeat(9_000))), untilStopped],
    });
    await host.enter({ type: 'prompt', text: 'go' });
    const compacting = host.enter({ type: 'command', command: { type: 'compact' } });
    await until(() => host.status.type === 'forking' && host.status.text !== '');
    await host.stop();
    await compacting;
    expect(journal.types).toBe('begun prompt reply command forked stopped');
    expect(host.status).toEqual({ type: 'idle' });
    const shown = host.state.log.items.slice(3);
    expect(shown).toMatchObject([
      { type: 'fork', failed: 'it was stopped' },
      { type: 'layer-failed' },
      { type: 'stopped' },
    ]);
  });

  it('while an entry is being stored sends no further request', async () => {
    const { host, journal, asked } = testRun({ answers: [] });
    void host.enter({ type: 'prompt', text: 'go' });
    await until(() => host.state.entries.length === 2);
    await host.stop();
    expect([journal.types, asked.length]).toEqual(['begun prompt stopped', 0]);
  });

  it('does nothing if nothing is running', async () => {
    const { host, journal } = testRun({ answers: [] });
    await host.stop();
    expect(journal.types).toBe('begun');
  });
});

describe('what the user does during a run', () => {
  it('waits for a suitable moment, and takes effect before the next call', async () => {
    const { host, journal, asked } = testRun({
      answers: [
        () => {
          void host.enter({ type: 'prompt', text: 'and look at b' });
          void host.enter({ type: 'policy', policy: playground });
          return says(reads('a'));
        },
        says(text('done')),
      ],
    });
    await host.enter({ type: 'prompt', text: 'go' });
    // A policy may come while tools are due, a prompt may not part them from their calls.
    expect(journal.types).toBe('begun prompt reply results prompt policy reply');
    expect(host.state.run.policy.id).toBe('playground');
    expect(JSON.stringify(asked[1]?.body)).toContain('and look at b');
    expect(host.waiting).toEqual([]);
  });

  it('[F9] executes a command without continuing the run', async () => {
    const { host, journal } = testRun({
      entries: [begun(playground)],
      answers: [says(text('x'.repeat(9_000))), says(text('a summary'))],
    });
    await host.enter({ type: 'prompt', text: 'go' });
    await host.enter({ type: 'command', command: { type: 'compact', focus: 'the parser' } });
    expect(journal.types).toBe('begun prompt reply command forked');
    expect(host.state.log.items.slice(2).map(({ type }) => type)).toEqual(['command', 'fork', 'work']);
    expect(host.state.log.items.at(-1)).toMatchObject({
      isCompaction: true,
      summary: expect.stringContaining('a summary'),
    });
    expect(host.status).toEqual({ type: 'idle' });
  });

  it('changes settings without starting anything', async () => {
    const { host, journal } = testRun({ answers: [untilStopped] });
    const going = host.enter({ type: 'prompt', text: 'go' });
    await until(() => isAnswering(host));
    await host.stop();
    await going;
    await host.enter({ type: 'policy', policy: playground });
    expect(journal.types).toBe('begun prompt stopped policy');
    expect(host.status).toEqual({ type: 'resting' });
  });
});

describe('undo', () => {
  it('removes the last prompt with everything that followed, and redo restores it', async () => {
    const { host, shown } = testRun({
      answers: [says(text('one')), says(reads('a')), says(text('two'))],
      runTools: () => ({ files: [{ path: 'a.txt', text: 'changed' }] }),
    });
    await host.enter({ type: 'prompt', text: 'first' });
    await host.enter({ type: 'prompt', text: 'second' });
    expect(host.state.workspace.read('a.txt')).toBe('changed');

    await host.undo();
    expect(shown()).toEqual(['prompt', 'reply one']);
    expect(host.state.workspace.read('a.txt')).toBe('one');
    await host.undo();
    expect([host.canUndo, host.canRedo, shown()]).toEqual([false, true, []]);
    await host.undo();

    await host.redo();
    expect(shown()).toEqual(['prompt', 'reply one']);
    await host.redo();
    expect(shown()).toEqual(['prompt', 'reply one', 'prompt', 'reply ', 'reply two']);
    expect([host.state.workspace.read('a.txt'), host.canRedo]).toEqual(['changed', false]);
  });

  it('discards the undone part as soon as something new happens', async () => {
    const { host, journal } = testRun({ answers: [says(text('one')), says(text('two'))] });
    await host.enter({ type: 'prompt', text: 'first' });
    await host.undo();
    await host.enter({ type: 'prompt', text: 'other' });
    expect(host.canRedo).toBe(false);
    expect(journal.entries).toEqual(host.state.entries);
  });

  it('first stops what is running', async () => {
    const { host } = testRun({ answers: [untilStopped] });
    void host.enter({ type: 'prompt', text: 'go' });
    await until(() => isAnswering(host));
    await host.undo();
    expect([host.isResting, host.status.type, host.state.entries.length]).toEqual([true, 'idle', 1]);
  });
});

describe('a full store', () => {
  it('stops the run with a message; nothing is lost, and it is stored first once there is room', async () => {
    const { host, journal, shown } = testRun({
      answers: [
        () => {
          journal.isFull = true;
          return says(reads('a'));
        },
        says(text('done')),
      ],
    });
    await host.enter({ type: 'prompt', text: 'go' });
    expect(host.status).toEqual({ type: 'unsaved', what: 'The store is full.', advice: 'Make room.' });
    expect([journal.types, shown().length]).toEqual(['begun prompt', 2]);
    await host.goOn();
    expect(host.status.type).toBe('unsaved');
    journal.isFull = false;
    await host.goOn();
    expect(journal.types).toBe('begun prompt reply results reply');
    expect(journal.entries).toEqual(host.state.entries);
  });
});

it('leaves a run that reopens in the same state, and waits for the user to continue', async () => {
  const first = testRun({ answers: [says(text('looking'), reads('a')), untilStopped] });
  void first.host.enter({ type: 'prompt', text: 'go' });
  await until(() => isAnswering(first.host));
  const second = testRun({ entries: first.journal.entries, answers: [says(text('done'))] });
  expect(second.shown()).toEqual(first.shown());
  expect(second.host.status).toEqual({ type: 'resting' });
  await second.host.goOn();
  expect(second.journal.types).toBe('begun prompt reply results reply');
  expect(second.asked[0]?.body).toEqual(first.asked[1]?.body);
});
