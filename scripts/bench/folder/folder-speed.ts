import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { writeCorpus } from '../../corpus/write-corpus';
import type { BenchOptions, Measurement } from '../measurement';

/** About 100 MB. */
const SESSIONS = 120;

interface Times {
  readonly ms: number;
  readonly cpuMs: number;
}

/** The first run over a folder, the second from the index, and one after a session grew. */
export async function folderSpeed({ isQuick }: BenchOptions): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'highwater-bench-'));
  try {
    const corpus = join(folder, 'corpus');
    const plan = {
      sessions: SESSIONS,
      seed: '1',
      calls: [4, 150],
      codexShare: 0.25,
      untilMs: Date.UTC(2026, 4, 31),
    } as const;
    const { bytes } = writeCorpus(corpus, plan);
    const bundle = join(folder, 'bundle');
    await bundled(bundle);
    const run = (name: string, ...words: readonly string[]): Times =>
      runOnce(join(bundle, `${name}.mjs`), [corpus, ...words]);
    const rounds = Array.from({ length: isQuick ? 3 : 7 }, (_, round) => {
      const index = join(folder, `index-${round}.json`);
      const parse = run('parse-once');
      const first = run('read-once', index);
      const second = run('read-once', index);
      grow(corpus);
      return { parse, first, second, grown: run('read-once', index) };
    });
    const least = (of: (round: (typeof rounds)[number]) => number) => Math.min(...rounds.map(of));
    const parseMs = least(({ parse }) => parse.ms);
    const megabytes = `${Math.round(bytes / 1_000_000)} MB of sessions`;
    return [
      {
        name: `first run over ${megabytes}`,
        value: least(({ first }) => first.ms) / parseMs,
        unit: '× JSON.parse',
        limit: 2 / Math.min(2, availableParallelism()),
      },
      {
        name: 'the same, in time of all cores',
        value: least(({ first }) => first.cpuMs) / least(({ parse }) => parse.cpuMs),
        unit: '× JSON.parse',
        limit: 2,
      },
      { name: 'second run, from the index', value: least(({ second }) => second.ms) / 1000, unit: 's', limit: 0.2 },
      { name: 'run after a session grew', value: least(({ grown }) => grown.ms) / 1000, unit: 's', limit: 0.2 },
      { name: 'bare JSON.parse of all lines', value: parseMs / 1000, unit: 's', limit: null },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** As the package is: loading TypeScript would take longer than the reading. */
async function bundled(outDir: string): Promise<void> {
  const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      target: 'es2023',
      rollupOptions: {
        input: {
          'parse-once': source('./parse-once.ts'),
          'read-once': source('./read-once.ts'),
          'figures-worker': source('../../command-line/bills/figures-worker.ts'),
        },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
      },
    },
  });
}

function runOnce(script: string, words: readonly string[]): Times {
  const run = spawnSync(process.execPath, [script, ...words], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`Reading the bench's own folder failed: ${run.stderr}`);
  return JSON.parse(run.stdout) as Times;
}

/** By a turn: its last one again, with other ids. */
function grow(corpus: string): void {
  const [path] = readdirSync(join(corpus, 'projects'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.jsonl') && !entry.parentPath.includes('subagents'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  if (path === undefined) throw new Error('The corpus has no session of Claude Code');
  const last = readFileSync(path, 'utf8').trimEnd().split('\n').at(-1) ?? '';
  const id = `${Date.now()}`;
  appendFileSync(
    path,
    `${last.replace(/"uuid":"[^"]*"/, `"uuid":"${id}"`).replace(/"id":"msg_[^"]*"/, `"id":"msg_${id}"`)}\n`,
  );
}
