import { expect, type Locator, type Page } from '@playwright/test';
import type { Simulation } from '../../lib/simulator/pipeline/simulation';
import { compactionReport, simulate } from '../../scripts/command-line/simulate';
import { withAllSettings, withoutTour } from './sessions-page';

interface SimulatedInNode {
  readonly compactions: readonly {
    readonly call: number;
    readonly trigger: string;
    readonly before: number;
    readonly after: number;
  }[];
}

/** Opens a sample with a link, with all settings, and waits until it is simulated. */
export async function openSample(page: Page, sample: string, hash = ''): Promise<void> {
  await withoutTour(page);
  await withAllSettings(page);
  await page.goto(`/simulate?session=sample-${sample}${hash}`);
  await expect(page.locator('[data-layer="areas"] path').first()).toBeVisible();
  await expect(page.getByRole('region', { name: /^Messages/ })).toBeVisible();
}

export function sampleFile(sample: string): string {
  return `public/samples/${sample}.jsonl`;
}

export function preset(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Preset' });
}

const simulated = new Map<string, Promise<SimulatedInNode>>();

/** The command line's output for a file; for several sessions, for the first. Cached by arguments. */
export function simulatedInNode(file: string, ...words: readonly string[]): Promise<SimulatedInNode> {
  const key = JSON.stringify([file, ...words]);
  const answer = simulated.get(key) ?? saidOf([file, '--json', ...words]);
  simulated.set(key, answer);
  return answer;
}

async function saidOf(words: readonly string[]): Promise<SimulatedInNode> {
  const said: string[] = [];
  const exitCode = await simulate(words, (text) => said.push(text));
  if (exitCode !== 0) throw new Error(`highwater simulate ${words.join(' ')} ends with ${exitCode}`);
  return JSON.parse(said[0] ?? '');
}

/** Calls, from 1, and tokens before and after, of all full compactions marked in the chart. */
export async function shownCompactions(page: Page): Promise<string[]> {
  const table = page.getByRole('region', { name: 'Events by call' });
  const nothing = page.getByText('Nothing is removed from the context in this session.');
  if (!(await table.isVisible()) && !(await nothing.isVisible()))
    await page.getByText('Show events as a table').click();
  const rows = table.getByRole('row').filter({ hasText: /Full compaction/, hasNotText: /^[\d,]+\s*Recorded/ });
  return (await rows.allInnerTexts()).map((text) => text.split(/\t|\n/).slice(0, 4).join(' '));
}

/** Of the engine itself. */
export function engineRows({ compactions }: Pick<Simulation, 'compactions'>): string[] {
  return expectedRows({ compactions: compactions.map(compactionReport) });
}

export function expectedRows({ compactions }: SimulatedInNode): string[] {
  const number = (value: number) => Math.round(value).toLocaleString('en-US');
  return compactions.map(({ call, trigger, before, after }) => {
    const title = `Full compaction${trigger === 'manual' ? ', manual' : ''}`;
    return [number(call + 1), title, number(before), number(after)].join(' ');
  });
}
