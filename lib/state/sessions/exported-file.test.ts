import { expect, test } from 'vitest';
import { compressLines } from '../../base/compress-lines';
import { importFile } from '../../importers/import-file';
import { sourceOf } from '../../reading/read-for-test';
import type { SessionId } from '../../storage/session-meta';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { writeTranscripts } from '../../transcript/write-transcript';
import { sessionMeta } from '../simulate/empty-values.test-support';
import { brokenFile, exportedFile } from './exported-file';

const meta = (title: string) => sessionMeta({ title });

test('exports a stored session as the original text', async () => {
  const file = await exportedFile({ type: 'kept', meta: meta('My session'), body: await compressLines(['[', '1]']) });
  expect(file.ok && file.value.name).toBe('My session.highwater.json');
  expect(file.ok && (await file.value.content.text())).toBe('[1]');
});

test('appends the edits of rules, which the importer attaches', async () => {
  const body = await compressLines([...writeTranscripts([transcriptFromText('user "Never push."')])]);
  const edits = { places: [{ child: '', edits: [{ type: 'added', text: 'Be brief' }] }] };
  const file = await exportedFile({ type: 'kept', meta: meta('A'), body }, edits);
  const read = await importFile(sourceOf(file.ok ? await file.value.content.text() : ''));
  expect(read.ok && read.value.attached).toEqual([{ type: 'rules', ...edits }]);
  expect(read.ok && read.value.transcripts[0]?.warnings).toEqual([]);
});

test('exports a truncated body as it is stored, instead of a shorter text', async () => {
  const body = await compressLines([Array.from({ length: 9_000 }, (_, index) => `${index * 7919}\n`).join('')]);
  const truncated = body.slice(0, body.size - 100);
  const file = await exportedFile({ type: 'kept', meta: meta('A'), body: truncated });
  expect(file).toEqual({ ok: true, value: { name: 'A.damaged.gz', content: truncated } });
});

test('exports what is there of a session that cannot be opened: its content, or else its record', async () => {
  const id = 'a' as SessionId;
  const body = await compressLines(['[', '1]']);
  const whole = await brokenFile('A', { id, record: 'nonsense', bodies: [['a/1', body]] });
  expect([whole.name, await whole.content.text()]).toEqual(['A.highwater.json', '[1]']);
  const cut = await brokenFile('A', { id, record: 'nonsense', bodies: [['a/1', body.slice(0, 12)]] });
  expect([cut.name, cut.content.size]).toEqual(['A.damaged.gz', 12]);
  const record = await brokenFile('A', { id, record: { calls: Number.NaN, window: 2n }, bodies: [['a/1', 'no blob']] });
  expect([record.name, JSON.parse(await record.content.text())]).toEqual([
    'A.record.json',
    { calls: 'NaN', window: '2' },
  ]);
});

test('uses no characters in the file name that a file system rejects', async () => {
  const body = await compressLines(['']);
  const nameFor = async (title: string) => {
    const file = await exportedFile({ type: 'kept', meta: meta(title), body });
    return file.ok && file.value.name;
  };
  expect(await nameFor('a/b: <c> "d"?')).toBe('a b c d.highwater.json');
  expect(await nameFor('../..')).toBe('session.highwater.json');
  expect(await nameFor('')).toBe('session.highwater.json');
});

test('exports a sample unchanged', async () => {
  const sample = { sessionId: 'sample-a', title: 'A', description: '', file: 'a.jsonl', bytes: 1 };
  const file = await exportedFile({ type: 'sample', sample, file: new Blob(['{}']) });
  expect(file.ok && file.value.name).toBe('a.jsonl');
});
