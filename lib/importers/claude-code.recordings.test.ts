import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readValues } from '../reading/read-values';
import type { Boundary, Transcript } from '../transcript/transcript';
import { unpairedTools } from '../transcript/unpaired-tools';
import { contextTotal } from '../transcript/usage';
import { claudeCode } from './claude-code';
import type { Reading } from './read/importer';

const ROOT = process.env.HIGHWATER_TRANSCRIPTS ?? '';
const FOLDER = join(ROOT, 'claude-code');
const isThere = ROOT !== '' && existsSync(FOLDER);

interface Warned {
  readonly kind: string;
  readonly line: number;
  readonly what: string;
}

interface Import {
  readonly transcripts: readonly Transcript[];
  readonly records: number;
  readonly warnings: readonly Warned[];
}

async function importRecording(file: string): Promise<Import> {
  const bytes = readFileSync(join(FOLDER, file));
  const warnings: Warned[] = [];
  let records = 0;
  let reading: Reading | undefined;
  const read = await readValues(
    { name: file, size: bytes.length, stream: () => new Blob([bytes]).stream() },
    {
      begin() {
        reading = claudeCode.start({
          fileName: file,
          warn: (kind, line, what) => warnings.push({ kind, line, what }),
        });
        return 'values';
      },
      value(value, line) {
        records += 1;
        reading?.add(value, line);
      },
      note() {},
    },
  );
  expect(read.ok).toBe(true);
  return { transcripts: reading?.finish() ?? [], records, warnings };
}

/**
 * The numbers of the recordings' README. Calls and the largest one are those of the main thread; a call is one response
 * of a model, so the agent's own error messages are none. Tool calls are those of the side chains as well. Missing
 * parents are records, not the ids they name.
 */
interface Facts {
  readonly records: number;
  /** kind, trigger, preTokens. */
  readonly boundaries?: readonly string[];
  readonly largest: number;
  readonly calls: number;
  readonly toolCalls: number;
  readonly unanswered?: number;
  readonly orphans?: number;
  readonly missingParents?: number;
}

const recordings: Readonly<Record<string, Facts>> = {
  'auto-compaction-v2.0.76.jsonl': {
    records: 424,
    boundaries: ['full auto 155377'],
    largest: 155_105,
    calls: 97,
    toolCalls: 119,
  },
  'two-auto-compactions-v2.1.1.jsonl': {
    records: 811,
    boundaries: ['full auto 155301', 'full auto 155539'],
    largest: 155_413,
    calls: 219,
    toolCalls: 224,
  },
  'two-microcompacts-then-auto-v2.1.17.jsonl': {
    records: 723,
    boundaries: ['micro auto 60364', 'micro auto 56973', 'full auto 157692'],
    largest: 154_508,
    calls: 131,
    toolCalls: 128,
  },
  'auto-compaction-dangling-tool-use-v2.1.42.jsonl': {
    records: 539,
    boundaries: ['full auto 170485'],
    largest: 167_551,
    calls: 93,
    toolCalls: 106,
    unanswered: 2,
    missingParents: 1,
  },
  'auto-compaction-huge-last-output-v2.1.39.jsonl': {
    records: 213,
    boundaries: ['full auto 169796'],
    largest: 156_338,
    calls: 30,
    toolCalls: 49,
  },
  'manual-compaction-with-images-v2.1.49.jsonl': {
    records: 591,
    boundaries: ['full manual 132627'],
    largest: 132_153,
    calls: 82,
    toolCalls: 88,
  },
  'one-million-window-two-manual-v2.1.170.jsonl': {
    records: 1326,
    boundaries: ['full manual 224255', 'full manual 284092'],
    largest: 284_092,
    calls: 180,
    toolCalls: 271,
  },
  'one-million-window-file-starts-at-boundary-v2.1.219.jsonl': {
    records: 1718,
    boundaries: ['full auto 998659'],
    largest: 560_141,
    calls: 610,
    toolCalls: 591,
  },
  'no-compaction-414k-v2.1.108.jsonl': {
    records: 1497,
    boundaries: ['rewind manual undefined'],
    largest: 414_469,
    calls: 389,
    toolCalls: 388,
  },
  'glued-lines.jsonl': { records: 171, largest: 90_455, calls: 42, toolCalls: 41 },
  'broken-lines-and-errors-v2.1.9.jsonl': {
    records: 365,
    largest: 130_332,
    calls: 117,
    toolCalls: 125,
    unanswered: 6,
    orphans: 18,
    missingParents: 25,
  },
  'sidechain-inline-v1.0.98.jsonl': { records: 438, largest: 21_562, calls: 9, toolCalls: 167 },
  'comment-lines-and-large-image.jsonl': {
    records: 2,
    largest: 29_805,
    calls: 1,
    toolCalls: 1,
    missingParents: 1,
  },
  'with-subagents/0ccf1a04-1b4c-43b6-8aa5-79e41db43a68.jsonl': {
    records: 86,
    largest: 24_664,
    calls: 11,
    toolCalls: 7,
  },
};

function factsOf({ transcripts: [main], records, warnings }: Import): Facts {
  if (main === undefined) throw new Error('nothing was imported');
  const missing = warnings.map(({ what }) => /^(\d+) records? refers? to /.exec(what)?.[1]).find(Boolean);
  const inAll = (count: (transcript: Transcript) => number) =>
    [main, ...main.children.filter((child) => !isMirror(child))].reduce((sum, each) => sum + count(each), 0);
  return {
    records,
    boundaries: main.boundaries.map(({ kind, trigger, preTokens }) => `${kind} ${trigger} ${preTokens}`),
    largest: Math.max(...main.calls.map(({ usage }) => (usage === undefined ? 0 : contextTotal(usage)))),
    calls: main.calls.length,
    toolCalls: inAll(toolCalls),
    unanswered: unpairedTools(main).unanswered.length,
    orphans: unpairedTools(main).orphans.length,
    missingParents: Number(missing ?? 0),
  };
}

/** The README does not count what `progress` records repeat of a sub-agent. Side chains of old versions have no id. */
function isMirror(child: Transcript): boolean {
  return child.agentId !== undefined;
}

function toolCalls(transcript: Transcript): number {
  return transcript.messages.flatMap((message) => message.parts).filter((part) => part.kind === 'tool-call').length;
}

describe.skipIf(!isThere)('recorded Claude Code sessions', () => {
  it.each(Object.entries(recordings))('%s has the facts that its README states', async (file, facts) => {
    expect(factsOf(await importRecording(file))).toEqual({
      boundaries: [],
      unanswered: 0,
      orphans: 0,
      missingParents: 0,
      ...facts,
    });
  });

  it.each(Object.keys(recordings))('%s is valid: ids, order and boundary references', async (file) => {
    const { transcripts } = await importRecording(file);
    expect(transcripts).toHaveLength(1);
    for (const transcript of transcripts.flatMap((main) => [main, ...main.children])) expectSound(transcript);
  });

  it('skips nothing but a copied record', async () => {
    for (const file of Object.keys(recordings)) {
      const { warnings } = await importRecording(file);
      const skipped = warnings.filter(({ kind }) => kind === 'skipped').map(({ what }) => what);
      expect(skipped).toEqual(file === 'glued-lines.jsonl' ? ['Duplicate of an earlier record'] : []);
    }
  });

  it('[5.3.10] finds the only real rewind: the prompt and what followed it, up to the same prompt again', async () => {
    const { transcripts } = await importRecording('no-compaction-414k-v2.1.108.jsonl');
    const [main] = transcripts;
    const [rewind] = main?.boundaries ?? [];
    const dropped = main?.messages.filter(({ id }) => rewind?.droppedMessageIds?.includes(id));
    expect(dropped?.map(({ kind }) => kind)).toEqual(['prompt', 'injected', 'injected']);
    expect(dropped?.[0]?.parts).toEqual(main?.messages[rewind?.at ?? 0]?.parts);
  });

  it('[5.4.5] keeps the last reply across a manual compaction as one message, though two of its records are named', async () => {
    const { transcripts } = await importRecording('one-million-window-two-manual-v2.1.170.jsonl');
    expect(transcripts[0]?.boundaries.map(({ keptMessageIds }) => keptMessageIds?.length)).toEqual([1, 1]);
  });

  it('[5.6] makes each side chain in the same file a child', async () => {
    const { transcripts } = await importRecording('sidechain-inline-v1.0.98.jsonl');
    const children = transcripts[0]?.children ?? [];
    expect(children).toHaveLength(5);
    expect(children.every((child) => child.messages[0]?.kind === 'prompt')).toBe(true);
    expect(children.reduce((sum, child) => sum + child.messages.length, 0)).toBe(322);
    expect(children.every((child) => child.parentSessionId === transcripts[0]?.sessionId)).toBe(true);
  });

  it('[5.6] makes each sub-agent that is mirrored in progress records a child', async () => {
    const { transcripts } = await importRecording('manual-compaction-with-images-v2.1.49.jsonl');
    expect(transcripts[0]?.children.map(({ agentId, calls }) => [agentId, calls.length])).toEqual([
      ['a2ffcc6', 10],
      ['af26473', 6],
    ]);
  });

  it('[5.6] imports each agent file as a separate session that names its parent', async () => {
    const folder = 'with-subagents/0ccf1a04-1b4c-43b6-8aa5-79e41db43a68/subagents';
    const files = readdirSync(join(FOLDER, folder)).filter((name) => name.endsWith('.jsonl'));
    expect(files).toHaveLength(5);
    let records = 0;
    for (const file of files) {
      const got = await importRecording(join(folder, file));
      records += got.records;
      const [agent] = got.transcripts;
      expect(got.transcripts).toHaveLength(1);
      expect(`agent-${agent?.agentId}.jsonl`).toBe(file);
      expect(agent?.parentSessionId).toBe('0ccf1a04-1b4c-43b6-8aa5-79e41db43a68');
      expect(agent?.calls).toHaveLength(2);
      if (agent !== undefined) expectSound(agent);
    }
    expect(records).toBe(32);
  });

  it('shows the largest call at the end of what a boundary or the file accumulated', async () => {
    const { transcripts } = await importRecording('two-auto-compactions-v2.1.1.jsonl');
    const [main] = transcripts;
    const before = (boundary: Boundary) => main?.calls.findLast((call) => call.at < boundary.at)?.usage;
    for (const boundary of main?.boundaries ?? []) {
      const usage = before(boundary);
      const excess = (boundary.preTokens ?? 0) - (usage === undefined ? 0 : contextTotal(usage));
      expect(excess).toBeGreaterThanOrEqual(0);
      expect(excess).toBeLessThan(26_000);
    }
  });
});

function expectSound(transcript: Transcript): void {
  const ids = new Set<string>(transcript.messages.map(({ id }) => id));
  expect(ids.size).toBe(transcript.messages.length);
  for (const list of [transcript.calls, transcript.boundaries, transcript.events]) {
    const places = list.map(({ at }) => at);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places.every((at) => at >= 0 && at <= transcript.messages.length)).toBe(true);
  }
  for (const call of transcript.calls) expect(transcript.messages[call.at]?.callId).toBe(call.id);
  const toolCallIds = new Set<string>(
    transcript.messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'tool-call' ? [part.id] : []))),
  );
  for (const boundary of transcript.boundaries) {
    const named = [...(boundary.keptMessageIds ?? []), ...(boundary.droppedMessageIds ?? [])];
    for (const id of named) expect(transcript.messages.findIndex((each) => each.id === id)).toBeLessThan(boundary.at);
    for (const id of [...named, boundary.summaryMessageId ?? named[0]]) if (id !== undefined) expect(ids).toContain(id);
    for (const id of boundary.clearedToolCallIds ?? []) expect(toolCallIds).toContain(id);
    if (boundary.kind === 'full') expect(transcript.messages[boundary.at]?.id).toBe(boundary.summaryMessageId);
  }
}
