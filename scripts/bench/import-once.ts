import { createReadStream, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { importFile } from '../../lib/importers/import-file';
import type { ImportTimes } from './import-large';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '1' }, 'without-floor': { type: 'boolean', default: false } },
});
const [file = ''] = positionals;
const open = () => Readable.toWeb(createReadStream(file, { highWaterMark: 1 << 20 })) as ReadableStream<Uint8Array>;

const importMs: number[] = [];
const floorMs: number[] = [];
for (let round = 0; round < Number(values.rounds); round++) {
  importMs.push(await timed(importIt));
  if (!values['without-floor']) floorMs.push(await timed(parseLines));
}
// Kilobytes, on every platform that Node runs on.
const peakBytes = process.resourceUsage().maxRSS * 1024;
process.stdout.write(JSON.stringify({ importMs, floorMs, peakBytes } satisfies ImportTimes));

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function importIt(): Promise<void> {
  const read = await importFile({ name: 'large.jsonl', size: statSync(file).size, stream: open });
  if (!read.ok) throw new Error(read.error.problem?.what);
}

/** The minimum that any reader of such a file must do. */
async function parseLines(): Promise<void> {
  const reader = open().getReader();
  const decoder = new TextDecoder();
  let parts: string[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const text = decoder.decode(value, { stream: true });
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      parts.push(text.slice(from, end));
      JSON.parse(parts.join(''));
      parts = [];
      from = end + 1;
    }
    if (from < text.length) parts.push(text.slice(from));
  }
}
