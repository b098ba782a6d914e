import { loadavg } from 'node:os';
import { withBuiltApp } from '../built-app';
import type { BenchOptions, Measurement } from '../measurement';
import { dragging } from './drag';
import { eightAgents } from './eight-agents';
import { longMessageLists } from './rows';
import { zooming } from './zoom';

/** What users of the Simulate view wait for, in the production build, and what stays in memory. */
export function uiSpeed(options: BenchOptions): Promise<Measurement[]> {
  return withBuiltApp(async (browser, baseURL) => {
    const measurements = await dragging(browser, baseURL, { calls: 1_500, limit: 50 }, options);
    if (!options.isQuick)
      measurements.push(...(await dragging(browser, baseURL, { calls: 10_000, limit: 150 }, options)));
    measurements.push(...(await zooming(browser, baseURL, options)));
    measurements.push(...(await longMessageLists(browser, baseURL, options)));
    measurements.push(...(await eightAgents(browser, baseURL)));
    // Times are only meaningful if the machine had nothing else to do.
    return [
      ...measurements,
      { name: 'load of the machine meanwhile', value: loadavg()[0] ?? 0, unit: 'processes', limit: null },
    ];
  });
}
