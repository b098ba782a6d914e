import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { actors } from '../../lib/layers/index';
import { reasonText } from '../../lib/layers/shape/reason';
import { claudeCode21 } from '../../lib/policies/presets/claude-code-2-1';
import { none } from '../../lib/policies/presets/none';
import { replayMaterial } from '../../lib/simulator/recorded/replay-material';
import { replay } from '../../lib/simulator/replay/replay';
import { assumed } from '../../lib/summarizers/assumed';
import type { Transcript } from '../../lib/transcript/transcript';
import { transcriptFromText } from '../../lib/transcript/transcript-from-text';
import { CompactorProcess } from './compactor-process';
import { type CompactorReplay, replayWithCompactor } from './replay-with-compactor';

const script = fileURLToPath(new URL('misbehaving.test-support.mjs', import.meta.url));
const commandOf = (...words: readonly string[]) =>
  [process.execPath, script, ...words].map((word) => JSON.stringify(word)).join(' ');

const policy = { ...claudeCode21, windowTokens: 60_000 };
const summarizer = assumed();

/** Full twice within its window. */
function session(sessionId = 's1'): Transcript {
  const rounds = Array.from({ length: 12 }, (_, n) =>
    [`user "Question ${n}"`, `assistant "I read"`, `call #${n} Read a${n}.ts`, `result #${n} 5000 tokens`].join('\n'),
  );
  return transcriptFromText(`${rounds.join('\n')}\nuser "Last"\nassistant "Done"`, { sessionId });
}

function replayed(command: string, transcript = session(), timeoutMs = 20_000): Promise<CompactorReplay> {
  const choice = { command, when: 'threshold', folder: '.', limits: { timeoutMs, longestBytes: 1 << 20 } } as const;
  return replayWithCompactor(replayMaterial(transcript), policy, summarizer, choice);
}

const failuresOf = ({ simulation }: CompactorReplay) =>
  simulation.failures.map(({ layer, kind, reason }) => `${kind}: ${reasonText(reason, actors[layer].reasons)}`);

it('[Z1] a process compacts in place of the policy', async () => {
  const { simulation, report } = await replayed(commandOf('good'));
  expect(simulation.failures).toEqual([]);
  expect(simulation.compactions.map(({ layer }) => layer)).toEqual(['own', 'own']);
  expect(simulation.deadAt).toBeUndefined();
  expect(report).toMatchObject({ asked: 2, starts: 1, faults: [] });
  expect(report.slowest?.call).toBe(simulation.compactions[0]?.call);
});

it('[Z1] one that keeps everything costs what no policy costs, at the threshold and before every call', async () => {
  const material = replayMaterial(session());
  const plain = replay(material, none, summarizer);
  for (const when of ['threshold', 'always'] as const) {
    const choice = { command: commandOf('keeps'), when, folder: '.' };
    const { simulation, report } = await replayWithCompactor(material, none, summarizer, choice);
    expect(simulation.totals).toEqual(plain.totals);
    expect([...simulation.cost]).toEqual([...plain.cost]);
    expect(report.asked).toBe(when === 'always' ? plain.calls : 0);
  }
});

describe('[Z2] [Z3] a compactor that', () => {
  const cases: Readonly<Record<string, readonly [kind: string, what: RegExp]>> = {
    hangs: ['no-answer', /no answer within 0\.7 s/],
    busy: ['no-answer', /no answer within 0\.7 s/],
    late: ['no-answer', /no answer within 0\.7 s/],
    'closes-output': ['no-answer', /no answer within 0\.7 s|ended/],
    rubbish: ['no-answer', /not JSON: "I think you should/],
    binary: ['no-answer', /not JSON/],
    gigabyte: ['no-answer', /more than 1,048,576 bytes/],
    dies: ['no-answer', /ended with exit code 3/],
    'dies-by-error': ['no-answer', /exit code 1: TypeError: the compactor has a bug/],
    'dies-by-signal': ['no-answer', /ended with (?:signal SIGKILL|exit code 137)/],
    'dies-in-the-middle': ['no-answer', /ended with exit code 0/],
    'an-error': ['no-answer', /it says "the model is overloaded"/],
    'not-an-answer': ['invalid', /neither "keep": true nor "messages"/],
    'a-list': ['invalid', /must be an object/],
    deep: ['invalid', /nested too deeply/],
    orphans: ['invalid', /provider would refuse its message 2: The call "#\d+" of this result is missing/],
    empty: ['invalid', /at least one message/],
    'empty-text': ['invalid', /empty or blank text/],
    'from-the-model': ['invalid', /first message to be from the user/],
    more: ['inflated', /is not smaller than before/],
    much: ['inflated', /is not smaller than before/],
    'another-order': ['invalid', /stood before the one in front of it/],
    'unknown-ids': ['invalid', /"nobody", which is not in the context/],
    'another-call': ['invalid', /it is for call \d+, but call \d+ is asked about/],
  };

  it.concurrent.each(Object.entries(cases))(
    '%s leaves a reason, and nothing of the context',
    async (mode, [kind, what]) => {
      const isSlow = ['hangs', 'busy', 'late', 'closes-output'].includes(mode);
      const replay = await replayed(commandOf(mode), session(), isSlow ? 700 : 20_000);
      const { simulation, report } = replay;
      const said = failuresOf(replay);
      expect(said.length).toBeGreaterThan(0);
      expect(said[0]).toMatch(new RegExp(`^${kind}: `));
      expect(said[0]).toMatch(what);
      expect(simulation.changes.filter(({ layer }) => layer === 'own')).toEqual([]);
      // It gives up, the session fills up, and the replay comes to its end.
      expect(report.faults.length).toBeLessThanOrEqual(3);
      expect(report.receivedBytes).toBeLessThan((1 << 20) * 4 * Math.max(1, report.asked));
    },
  );
});

it.concurrent.each(['twice', 'endless-lines'])(
  '[Z3] prints %s: no line is the answer to another question',
  async (mode) => {
    // What comes behind an answer may come a little later.
    const { report, simulation } = await replayed(commandOf(mode));
    expect(report.faults.map(({ what }) => what).join()).toMatch(/more than one line|without being asked/);
    expect(simulation.failures.filter(({ kind }) => kind === 'invalid')).toEqual([]);
  },
);

it('[Z3] does no harm to other sessions', async () => {
  const command = commandOf('gigabyte', 'bad');
  const [before, bad, after] = await Promise.all(['a', 'bad', 'b'].map((id) => replayed(command, session(id))));
  const alone = await replayed(commandOf('good'), session('a'));
  expect(bad?.simulation.failures.length).toBeGreaterThan(0);
  for (const each of [before, after]) {
    expect(each?.simulation.failures).toEqual([]);
    expect(each?.simulation.totals).toEqual(alone.simulation.totals);
  }
});

it('[Z3] ends what the process has started', async () => {
  const compactor = new CompactorProcess(commandOf('with-a-child'), '.', { timeoutMs: 1_500, longestBytes: 1_000 });
  const answer = await compactor.ask('{"session":"s"}');
  expect(answer).toEqual({ ok: false, error: 'no answer within 1.5 s' });
  const [, pid] = /child (\d+)/.exec(compactor.lastWords) ?? [];
  expect(Number(pid)).toBeGreaterThan(0);
  await expect.poll(() => isRunning(Number(pid))).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it('[Z3] starts it again after a fault, and tells it everything', async () => {
  const compactor = new CompactorProcess(commandOf('dies'), '.', { timeoutMs: 20_000, longestBytes: 1_000 });
  expect(compactor.isNew).toBe(true);
  expect((await compactor.ask('{"session":"s"}')).ok).toBe(false);
  expect(compactor.isNew).toBe(true);
  expect((await compactor.ask('{"session":"s"}')).ok).toBe(false);
  expect(compactor.starts).toBe(2);
});
