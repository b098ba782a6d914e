import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Json } from '../base/json';
import { formatAsText } from '../transcript/format-as-text';
import type { Warning } from '../transcript/transcript';
import { importers } from './index';

const FIXTURES = join(import.meta.dirname, 'fixtures');

/** `fixtures/<format>/<case>.input.jsonl` or `.input.json` → `<case>.golden.txt`. `UPDATE_GOLDEN=1` writes them anew. */
for (const importer of importers) {
  const folder = join(FIXTURES, importer.format);
  describe(`${importer.format} fixtures`, () => {
    const inputs = existsSync(folder) ? readdirSync(folder).filter((name) => /\.input\.jsonl?$/.test(name)) : [];
    it('has at least one', () => expect(inputs.length).toBeGreaterThan(0));
    it.each(inputs)('%s imports as in its golden file', (name) => {
      const warnings: Warning[] = [];
      const reading = importer.start({
        fileName: name,
        warn: (kind, line, what) => warnings.push({ kind, line, what }),
      });
      const text = readFileSync(join(folder, name), 'utf8');
      if (name.endsWith('.jsonl')) {
        text.split('\n').forEach((line, index) => {
          if (line !== '') reading.add(JSON.parse(line) as Json, index + 1);
        });
      } else reading.add(JSON.parse(text) as Json, 1);
      const got = [
        ...reading.finish().map(formatAsText),
        ...warnings.map(({ kind, line, what }) => `warned ${kind} line ${line}: ${what}\n`),
      ].join('---\n');
      const golden = join(folder, name.replace(/\.input\.jsonl?$/, '.golden.txt'));
      if (process.env.UPDATE_GOLDEN === '1') writeFileSync(golden, got);
      expect(got).toBe(readFileSync(golden, 'utf8'));
    });
  });
}
