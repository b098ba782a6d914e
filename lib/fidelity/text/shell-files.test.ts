import { expect, it } from 'vitest';
import { shellFiles } from './shell-files';

const found = (command: string) => shellFiles(command).map(({ path, action }) => `${action} ${path}`);

it.each([
  ['cat a.ts b.ts | head -n 5', ['read a.ts', 'read b.ts']],
  ["sed -n '1,5p' a.ts", ['read a.ts']],
  ["sed -i 's/a/b/' a.ts && npm test", ['changed a.ts']],
  ['echo x > out/a.txt', ['written out/a.txt']],
  ['echo "a > b" >> log.txt 2>&1', ['changed log.txt']],
  ['make 2>/dev/null >/dev/null', []],
  ["cat > a.sh <<'EOF'\nrm -rf b\nEOF\nrm c", ['written a.sh', 'deleted c']],
  ['cp a.ts b.ts; mv b.ts c.ts', ['read a.ts', 'written b.ts', 'deleted b.ts', 'written c.ts']],
  ['git mv a.ts b.ts && git rm c.ts', ['deleted a.ts', 'written b.ts', 'deleted c.ts']],
  ['for f in *; do cat $f; done', []],
  ['rm -f "with blank.txt"', ['deleted with blank.txt']],
  ["apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: n.ts\n+a\n*** End Patch\nEOF", ['written n.ts']],
])('[K3] %s', (command, files) => expect(found(command)).toEqual(files));

it.each(['<<a\n', '"', "'", '"\\', '> ', 'cat a;', '\n'])('finishes with %j repeated', (piece) => {
  // Of a command so long only the first 20,000 characters are read.
  expect(shellFiles(piece.repeat(200_000))).toHaveLength(piece === 'cat a;' ? 3_333 : 0);
});
