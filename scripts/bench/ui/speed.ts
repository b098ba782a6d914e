import { loadavg } from 'node:os';
import type { Browser } from 'playwright';
import { withBuiltApp } from '../built-app';
import type { BenchOptions, Measurement } from '../measurement';
import { dragging } from './drag';
import { eightAgents } from './eight-agents';
import { longMessageLists } from './rows';
import { zooming } from './zoom';

type Part = (browser: Browser, baseURL: string, options: BenchOptions) => Promise<Measurement[]>;

/** What users wait for, in the production build, and what stays in memory. */
const parts: Readonly<Record<string, Part>> = {
  drag: async (browser, baseURL, options) => [
    ...(await dragging(browser, baseURL, { calls: 1_500, limit: 50 }, options)),
    ...(options.isQuick ? [] : await dragging(browser, baseURL, { calls: 10_000, limit: 150 }, options)),
  ],
  zoom: zooming,
  rows: longMessageLists,
  agents: eightAgents,
};

/** All of them, or one. */
export function uiSpeed(only: string | undefined, options: BenchOptions): Promise<Measurement[]> {
  const chosen = Object.entries(parts).filter(([name]) => only === undefined || name === only);
  if (chosen.length === 0) throw new Error(`--ui --only takes one of: ${Object.keys(parts).join(', ')}`);
  return withBuiltApp(async (browser, baseURL) => {
    const measurements: Measurement[] = [];
    for (const [, part] of chosen) measurements.push(...(await part(browser, baseURL, options)));
    // Times are only meaningful if the machine had nothing else to do.
    return [
      ...measurements,
      { name: 'load of the machine meanwhile', value: loadavg()[0] ?? 0, unit: 'processes', limit: null },
    ];
  });
}
