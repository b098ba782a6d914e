import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** The rows have more than a hundred megabytes of titles alone. */
const MOST_MEGABYTES = 64;

it('keeps numbers of rows and not the rows, so that there may be any number of them', () => {
  const script = fileURLToPath(new URL('fold-many.test-support.ts', import.meta.url));
  const { status, stdout } = spawnSync(
    process.execPath,
    [`--max-old-space-size=${MOST_MEGABYTES}`, '--import', 'tsx', script],
    { encoding: 'utf8' },
  );
  expect([status, stdout]).toEqual([0, '{"compared":30000,"verdict":"passed"}']);
});
