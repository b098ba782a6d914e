import { createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { importFile } from '../importers/import-file';
import { policies, policyById } from '../policies/index';
import { readingSession } from '../simulator/replay/reading-session.test-support';
import type { Transcript } from '../transcript/transcript';
import { transcriptFromText } from '../transcript/transcript-from-text';
import { asRecorded, type RowPolicy } from './row-policy';
import { type RowRequest, rowsOf } from './rows-of';
import { ENGINE_VERSION } from './session-row';

const GOLDEN = join(import.meta.dirname, 'golden-rows.json');
const SAMPLES = join(import.meta.dirname, '../../public/samples');

const chosen = ['claude-code-2.1', 'everything-on', 'codex', 'opencode', 'gemini-cli', 'langchain'];

function named(id: string): RowPolicy {
  const policy = policyById(id);
  if (policy === undefined) throw new Error(`no policy "${id}"`);
  return { name: id, policy, replies: { type: 'recorded' } };
}

async function sample(name: string): Promise<readonly Transcript[]> {
  const stream = () => Readable.toWeb(createReadStream(join(SAMPLES, name))) as ReadableStream<Uint8Array>;
  const read = await importFile({ name, size: 0, stream });
  if (!read.ok) throw new Error(read.error.problem?.what);
  return read.value.transcripts;
}

/** One figure on each line, so that a difference shows which one changed. */
function linesOf(session: string, transcripts: readonly Transcript[], request: RowRequest): readonly string[] {
  return [...rowsOf(transcripts, session, request)].map(
    ({ session: { place, error }, policy, figures, failure }) =>
      `${session}/${place} ${policy.name}: ${JSON.stringify({ ...figures, failure, error })}`,
  );
}

const model = 'claude-sonnet-4-5';
const read = transcriptFromText(`${readingSession(40)}\nassistant "on with file-3.ts"\ncall #e edit file-3.ts`);
/** Small enough for every preset. */
const reading: Transcript = { ...read, models: [model], calls: read.calls.map((call) => ({ ...call, model })) };

async function goldenLines(): Promise<readonly string[]> {
  const counts = { losses: true, error: true };
  const some: RowRequest = { policies: [asRecorded, ...chosen.map(named)], counts };
  const all: RowRequest = { policies: policies.map(({ id }) => named(id)), counts };
  return [
    ...linesOf('long-bug-hunt', await sample('long-bug-hunt.jsonl'), some),
    ...linesOf('refactoring', await sample('refactoring.jsonl'), some),
    ...linesOf('reading', [reading], all),
  ];
}

/**
 * Stored rows are compared with new ones only if both are of the same engine. `UPDATE_GOLDEN=1` writes the file anew, but
 * only after the version was raised.
 */
it('no figure of a row changes unless ENGINE_VERSION is raised', async () => {
  const lines = await goldenLines();
  const known = existsSync(GOLDEN) ? JSON.parse(readFileSync(GOLDEN, 'utf8')) : { engine: 0, rows: [] };
  const isSame = JSON.stringify(known.rows) === JSON.stringify(lines);
  if (process.env.UPDATE_GOLDEN === '1' && !isSame && ENGINE_VERSION > known.engine) {
    writeFileSync(GOLDEN, `${JSON.stringify({ engine: ENGINE_VERSION, rows: lines }, null, 2)}\n`);
    return;
  }
  expect(lines, 'raise ENGINE_VERSION in session-row.ts, then run with UPDATE_GOLDEN=1').toEqual(known.rows);
  expect(known.engine).toBe(ENGINE_VERSION);
});
