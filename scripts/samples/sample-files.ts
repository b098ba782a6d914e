import { readFileSync } from 'node:fs';
import { asArray, asObject, asText, type Json, type JsonObject, parseJson } from '../../lib/base/json';
import { optional } from '../../lib/base/optional';
import { importFile } from '../../lib/importers/import-file';
import { listedSummaryOf } from '../../lib/simulator/recorded/summary-of';
import { type OpenedSession, openSession } from '../../lib/worker/engine/open-session';
import { completeRecords } from './complete-records';
import { recount } from './recount';
import { thresholdTable } from './threshold-table';

export const SAMPLES_FOLDER = new URL('../../public/samples/', import.meta.url);

interface SampleFile {
  readonly name: string;
  readonly text: string;
}

/** The files of `public/samples` as they should be: complete, with every number consistent with what precedes it. */
export async function sampleFiles(): Promise<readonly SampleFile[]> {
  const index = (asArray(parsed(textOf('index.json'), 'index.json')) ?? []).map((entry) => asObject(entry) ?? {});
  const sessions = index.map((entry) => {
    const name = asText(entry.file);
    if (name === undefined) throw new Error(`index.json: "${asText(entry.id)}" names no file`);
    return { entry, name, text: builtSession(textOf(name), name) };
  });
  const files: SampleFile[] = [];
  const entries: object[] = [];
  for (const session of sessions) {
    const opened = await openedSample(session);
    const table = asText(session.entry.thresholds);
    entries.push(await indexEntry(session, opened));
    files.push({ name: session.name, text: session.text });
    if (table !== undefined) files.push({ name: table, text: `${JSON.stringify(thresholdTable(opened))}\n` });
  }
  return [...files, { name: 'index.json', text: `${JSON.stringify(entries, null, 2)}\n` }];
}

interface SampleSession extends SampleFile {
  readonly entry: JsonObject;
}

function openedSample({ name, text }: SampleFile): Promise<OpenedSession> {
  return openSession({ type: 'file', path: name, file: new Blob([text]), child: [] }, new AbortController().signal);
}

export function builtSession(text: string, name: string): string {
  const records = text
    .trimEnd()
    .split('\n')
    .map((line, index) => asObject(parsed(line, `${name}, line ${index + 1}`)) ?? {});
  return `${recount(completeRecords(records))
    .map((record) => JSON.stringify(record))
    .join('\n')}\n`;
}

/** With what the list shows about a session, so that it need not be opened. */
async function indexEntry({ entry, name, text }: SampleSession, opened: OpenedSession) {
  const source = new Blob([text]);
  const read = await importFile({ name, size: source.size, stream: () => source.stream() });
  const transcript = read.ok ? read.value.transcripts[0] : undefined;
  if (transcript === undefined) throw new Error(`The sample ${name} cannot be imported`);
  const { firstCompaction: _, summary: __, ...written } = entry;
  const summary = { ...listedSummaryOf(transcript), ...optional('title', asText(entry.title)) };
  const first = opened.overview().timeline.events.find(({ kind }) => kind === 'full');
  return { ...written, bytes: source.size, ...optional('firstCompaction', first?.call), summary };
}

function textOf(name: string): string {
  return readFileSync(new URL(name, SAMPLES_FOLDER), 'utf8');
}

function parsed(text: string, place: string): Json {
  const result = parseJson(text);
  if (!result.ok) throw new Error(`${place}: ${result.error}`);
  return result.value;
}
