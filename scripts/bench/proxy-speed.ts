import { Agent } from 'node:http';
import { StandIn } from '../../e2e/stand-in/stand-in';
import { addedMs, arrivalsMs } from '../../e2e/support/raw-request';
import { projectFolder } from '../set-up/project.mjs';
import { freePort } from '../set-up/serve/free-port.mjs';
import { firstAnswer, startNextServer, stopNextServer } from '../set-up/serve/next-server.mjs';
import { ensureBuild } from '../set-up/serve/production-build.mjs';
import type { BenchOptions, Measurement } from './measurement';

const KEY = 'stand-in-bench';
const WARM_PAIRS = 20;
const DELTA_MS = 5;

/** What the proxy of the production build adds, compared with the stand-in directly, in pairs. */
export async function proxySpeed({ isQuick }: BenchOptions): Promise<Measurement[]> {
  if (!(await ensureBuild(projectFolder, (line: string) => process.stderr.write(`${line}\n`)))) {
    throw new Error('The build failed, so there is no proxy to measure.');
  }
  const standIn = await StandIn.start();
  process.env.ANTHROPIC_BASE_URL = standIn.address;
  const server = startNextServer(projectFolder, 'start', (await freePort(4770)) ?? 4770);
  const agent = new Agent({ keepAlive: true });
  try {
    await firstAnswer(server, 30_000);
    const arrivals = (address: string) =>
      arrivalsMs(agent, `${address}/v1/messages`, headersFor(server.address), QUESTION);
    const compared = (pairs: number, figure: (arrivals: readonly number[]) => number) =>
      addedMs(
        pairs,
        async () => figure(await arrivals(standIn.address)),
        async () => figure(await arrivals(`${server.address}/api/anthropic`)),
      );
    await compared(WARM_PAIRS, firstOf);
    const first = await compared(isQuick ? 60 : 300, firstOf);
    const slow = Array.from({ length: 200 }, () => ({ type: 'answer', text: TEXT, deltaMs: DELTA_MS }) as const);
    standIn.behave(KEY, slow);
    const gaps = await compared(isQuick ? 5 : 25, longestGap);
    return [
      {
        name: `proxy: added to the first byte, median of ${first.length} pairs`,
        value: at(first, 0.5),
        unit: 'ms',
        limit: 5,
      },
      { name: 'proxy: the same, of the slowest twentieth', value: at(first, 0.95), unit: 'ms', limit: null },
      {
        name: `proxy: added to the longest gap of a stream, median of ${gaps.length} pairs`,
        value: at(gaps, 0.5),
        unit: 'ms',
        limit: 5,
      },
    ];
  } finally {
    agent.destroy();
    await stopNextServer(server);
    await standIn.close();
  }
}

const TEXT = 'piece by piece '.repeat(80);
const QUESTION = JSON.stringify({
  model: 'claude-opus-5',
  max_tokens: 4_000,
  stream: true,
  messages: [{ role: 'user', content: 'What is in it?' }],
});

function headersFor(origin: string) {
  return { origin, 'content-type': 'application/json', 'anthropic-version': '2026-10-21', 'x-api-key': KEY };
}

function firstOf([first = Number.POSITIVE_INFINITY]: readonly number[]): number {
  return first;
}

function longestGap(arrivals: readonly number[]): number {
  return Math.max(...arrivals.map((ms, piece) => ms - (arrivals[piece - 1] ?? ms)));
}

function at(rising: readonly number[], share: number): number {
  return rising[Math.floor(rising.length * share)] ?? Number.NaN;
}
