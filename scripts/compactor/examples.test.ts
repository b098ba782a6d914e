import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pi } from '../../lib/policies/agents/pi';
import { none } from '../../lib/policies/presets/none';
import type { Policy } from '../../lib/policies/shape/policy';
import type { Simulation } from '../../lib/simulator/pipeline/simulation';
import { type ReplayMaterial, replayMaterial } from '../../lib/simulator/recorded/replay-material';
import { replay } from '../../lib/simulator/replay/replay';
import { assumed } from '../../lib/summarizers/assumed';
import type { Summarizer } from '../../lib/summarizers/summarizer';
import { arbitraryRecording } from '../../lib/transcript/arbitrary-recording.test-support';
import type { Transcript } from '../../lib/transcript/transcript';
import { readSessions } from '../library/library';
import { projectFolder } from '../set-up/project.mjs';
import { type CompactorChoice, replayWithCompactor } from './replay-with-compactor';

const example = (name: string, when: CompactorChoice['when']): CompactorChoice => ({
  command: `"${process.execPath}" examples/compactors/${name}.mjs`,
  when,
  folder: projectFolder,
});
const sample = async (name: string) => {
  const [session] = await readSessions(join(projectFolder, 'public/samples', `${name}.jsonl`));
  if (session === undefined) throw new Error(`The sample ${name} is empty`);
  return session;
};

/** The example has no model, and writes how many messages its summary stands for. */
const asTheExample = ({ counter }: ReplayMaterial): Summarizer => ({
  id: 'scripted',
  reply: ({ context: { messages } }) => {
    const text = `[A summary of ${messages.length} messages would stand here.]`;
    return { type: 'text', text, tokens: counter.partTokens({ kind: 'text', text }) };
  },
});

/** Before which calls, and which parts of the recording left. */
const cuts = ({ compactions, deadAt }: Simulation) => ({
  deadAt,
  cuts: compactions.map(({ call, changes }) => ({
    call,
    gone: changes.flatMap(({ fate, parts }) =>
      fate === 'summarised' ? parts.filter(({ message }) => !message.startsWith('made-')) : [],
    ),
  })),
});

async function bothWays(session: Transcript, policy: Policy) {
  const material = replayMaterial(session);
  const outside = await replayWithCompactor(material, policy, assumed(), example('pi', 'threshold'));
  return { outside, preset: replay(material, policy, asTheExample(material)) };
}

describe('the example of pi', () => {
  it('[Z1] cuts a sample as the preset of pi does', async () => {
    const { outside, preset } = await bothWays(await sample('long-bug-hunt'), { ...pi, windowTokens: 120_000 });
    expect(preset.compactions.length).toBeGreaterThan(0);
    expect(outside.report.faults).toEqual([]);
    expect(cuts(outside.simulation)).toEqual(cuts(preset));
  });

  it('[Z1] cuts any recording as the preset does', async () => {
    // One that is not compacted needs no process.
    const policy = { ...pi, windowTokens: 60_000 };
    let compacted = 0;
    for (const session of fc.sample(arbitraryRecording, { numRuns: 400, seed: 11 })) {
      const material = replayMaterial(session);
      if (replay(material, policy, asTheExample(material)).compactions.length === 0 || compacted === 8) continue;
      compacted += 1;
      const { outside, preset } = await bothWays(session, policy);
      expect(cuts(outside.simulation)).toEqual(cuts(preset));
    }
    expect(compacted).toBe(8);
  });

  const folder = process.env.HIGHWATER_TRANSCRIPTS ?? '';
  it.skipIf(folder === '')(
    '[Z1] cuts the shared recordings as the preset does',
    async () => {
      let compactions = 0;
      const sessions = await Promise.all(['pi', 'claude-code'].map((format) => readSessions(join(folder, format))));
      const policy = { ...pi, windowTokens: 120_000 };
      for (const session of sessions.flat()) {
        const material = replayMaterial(session);
        if (replay(material, policy, asTheExample(material)).compactions.length === 0) continue;
        const { outside, preset } = await bothWays(session, policy);
        expect([session.sessionId, cuts(outside.simulation)]).toEqual([session.sessionId, cuts(preset)]);
        compactions += preset.compactions.length;
      }
      expect(compactions).toBeGreaterThan(0);
    },
    600_000,
  );
});

it('[Z1] the example of LangChain keeps a session going that would die without it', async () => {
  const material = replayMaterial(await sample('long-bug-hunt'));
  expect(replay(material, none, assumed()).deadAt).toBeDefined();
  const { simulation, report } = await replayWithCompactor(material, none, assumed(), example('langchain', 'always'));
  expect(simulation.failures).toEqual([]);
  expect(report.faults).toEqual([]);
  expect(report.asked).toBeGreaterThan(0);
  expect(simulation.deadAt).toBeUndefined();
  expect(simulation.changes.length).toBeGreaterThan(3);
});

it('[Z1] the example of a layer in TypeScript runs', () => {
  const words = ['--import', 'tsx', 'examples/own-layer.ts', 'public/samples/refactoring.jsonl'];
  const printed = execFileSync(process.execPath, words, { cwd: projectFolder, encoding: 'utf8' });
  expect(printed).toMatch(/^policy alone: \$[\d.]+, \d+ compactions.*\nshort results, \d+ ms: /);
});
