import { expect, it } from 'vitest';
import { patchFiles } from './patch-files';

const found = (...lines: string[]) => patchFiles(lines.join('\n')).map(({ path, action }) => `${action} ${path}`);

it('[K3] reads the headers of a patch', () => {
  expect(
    found(
      '*** Begin Patch',
      '*** Add File: a.ts',
      '+x',
      '*** Update File: b.ts',
      '*** Move to: c.ts',
      '*** Delete File: d.ts',
      '*** Update File: e.ts',
      '*** End Patch',
    ),
  ).toEqual(['created a.ts', 'deleted b.ts', 'created c.ts', 'deleted d.ts', 'changed e.ts']);
});

it('[K3] reads the headers of a unified diff', () => {
  expect(found('--- a/x.ts', '+++ b/x.ts', '--- /dev/null', '+++ b/new.ts', '--- a/old.ts', '+++ /dev/null')).toEqual([
    'changed x.ts',
    'created new.ts',
    'deleted old.ts',
  ]);
});

it('does not mistake an added line for a header', () => {
  expect(found('+++ not a header', '+*** Add File: no.ts', 'text')).toEqual([]);
});
