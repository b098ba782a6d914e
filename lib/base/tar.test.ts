import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tarOf } from './tar';

it('writes what tar unpacks, including long and non-ASCII names', async () => {
  const files = {
    'README.md': '# One\n',
    'src/total.awk': 'x'.repeat(512),
    'empty.txt': '',
    'wörter/größe.txt': 'zwölf\n',
    [`deep/${'folder/'.repeat(30)}end.txt`]: 'far down\n',
  };
  const folder = mkdtempSync(join(tmpdir(), 'tar-'));
  try {
    const archive = join(folder, 'all.tar');
    writeFileSync(archive, await tarOf(files).bytes());
    execFileSync('tar', ['-xf', archive, '-C', folder]);
    for (const [path, text] of Object.entries(files)) expect(readFileSync(join(folder, path), 'utf8'), path).toBe(text);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
