import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';

interface SimulatedInNode {
  readonly compactions: readonly { readonly call: number; readonly before: number; readonly after: number }[];
}

export function preset(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Preset' });
}

/** What the command line says of a file; of several sessions in it, of the first. */
export function simulatedInNode(file: string, ...words: readonly string[]): SimulatedInNode {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const run = spawnSync(process.execPath, ['scripts/highwater.mjs', 'simulate', file, '--json', ...words], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(run.stdout.split('\n')[0] ?? '');
}

/** Calls, from 1, and tokens before and after, of all full compactions of the policy that the chart has marks for. */
export async function shownCompactions(page: Page): Promise<string[]> {
  const table = page.getByRole('region', { name: 'Events by call, as a table' });
  const nothing = page.getByText('Nothing is taken out of the context in this session.');
  if (!(await table.isVisible()) && !(await nothing.isVisible())) await page.getByText('Show events as table').click();
  const rows = table.getByRole('row').filter({ hasText: /Full compaction/ });
  return (await rows.allInnerTexts()).map((text) => text.split(/\t|\n/).slice(0, 4).join(' '));
}

export function expectedRows({ compactions }: SimulatedInNode): string[] {
  const number = (value: number) => value.toLocaleString('en-US');
  return compactions.map(({ call, before, after }) =>
    [number(call + 1), 'Full compaction', number(before), number(after)].join(' '),
  );
}
