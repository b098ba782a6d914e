import { expect, test } from 'vitest';
import { sessionMeta } from '../simulate/empty-values.test-support';
import { exportedFile } from './exported-file';

const meta = (title: string) => sessionMeta({ title });

async function zipped(text: string): Promise<Blob> {
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).blob();
}

test('exports a stored session as the original text', async () => {
  const file = await exportedFile({ type: 'kept', meta: meta('My session'), body: await zipped('[1]') });
  expect(file.ok && file.value.name).toBe('My session.highwater.json');
  expect(file.ok && (await file.value.content.text())).toBe('[1]');
});

test('uses no characters in the file name that a file system rejects', async () => {
  const body = await zipped('');
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
