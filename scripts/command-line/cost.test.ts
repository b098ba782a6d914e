import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { asArray, asNumber, asObject, asText, type JsonObject, parseJson } from '../../lib/base/json';
import { command, highwaterHere } from './run-highwater.test-support';

const DAYS = ['--since', '2026-01-01'];
let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'highwater-cost-'));
  vi.stubEnv('HOME', folder);
  await highwaterHere('corpus', folder, '--sessions', '6', '--seed', '7', '--calls', '45-70', '--codex', '60');
});

beforeEach(() => {
  vi.stubEnv('HOME', folder);
  vi.stubEnv('CLAUDE_CONFIG_DIR', folder);
  vi.stubEnv('CODEX_HOME', folder);
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
});

afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const indexFile = () => join(folder, 'cache', 'highwater', 'sessions.json');

async function answer(...words: readonly string[]): Promise<JsonObject> {
  const { status, stdout, stderr } = await highwaterHere('cost', '--json', ...DAYS, ...words);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const parsed = parseJson(stdout);
  return (parsed.ok && asObject(parsed.value)) || {};
}

describe('highwater without a command', () => {
  it('answers what compaction cost, which sessions were worst, what 60 % would have cost, and what to paste', async () => {
    const found = await answer();
    const compaction = asObject(found.compaction) ?? {};
    const sums = asObject(compaction.sums) ?? {};
    const worst = (asArray(compaction.worst) ?? []).map((each) => asObject(each) ?? {});
    expect(found).toMatchObject({ highwater: 1, since: '2026-01-01', sessions: 6, unreadable: [] });
    expect(asNumber(asObject(found.bill)?.dollars)).toBeGreaterThan(1);
    expect(asNumber(sums.compactions)).toBeGreaterThan(1);
    expect(worst).toHaveLength(Math.min(10, asNumber(sums.sessions) ?? 0));
    const costs = worst.map(({ compactionCost }) => asNumber(compactionCost) ?? 0);
    expect(costs).toEqual([...costs].sort((a, b) => b - a));
    expect(asObject(compaction.tried)).toMatchObject({ percent: 60, leftOut: 0 });
    expect(found.paste).toMatchObject({
      claudeCode: { CLAUDE_AUTOCOMPACT_PCT_OVERRIDE: '60', CLAUDE_CODE_AUTO_COMPACT_WINDOW: '200000' },
      codex: 'model_auto_compact_token_limit = 163200',
      focus: expect.stringMatching(/^\/compact focus on these rules, word for word: [^\n]+$/),
    });
  });

  it('says the same from its index, which has no text of a session, and without one', async () => {
    const first = await answer();
    const index = readFileSync(indexFile(), 'utf8');
    const focus = asText(asObject(first.paste)?.focus) ?? '';
    expect(index).not.toContain('migrations');
    expect(index).not.toContain('Made-up session');
    expect(focus).toMatch(/migrations|commit|names|main|dependency|tabs/);
    expect(await answer()).toEqual(first);
    expect(readFileSync(indexFile(), 'utf8')).toBe(index);
    vi.stubEnv('XDG_CACHE_HOME', '/dev/null');
    expect(await answer('--no-index')).toEqual(first);
  });

  it('makes a damaged index anew', async () => {
    rmSync(indexFile(), { force: true });
    const first = await answer('--quick');
    const good = readFileSync(indexFile(), 'utf8');
    const wrongFigure = good.replace(/"dollars":\d/, '"dollars":9');
    for (const bad of ['', 'not JSON', good.slice(0, -500), wrongFigure, good.replace('sha256', 'sha1')]) {
      writeFileSync(indexFile(), bad);
      expect(await answer('--quick')).toEqual(first);
      expect(readFileSync(indexFile(), 'utf8')).toBe(good);
    }
  });

  it('reads on where a session only grew, and again where it was changed otherwise', async () => {
    const before = asNumber(asObject((await answer('--quick')).bill)?.dollars) ?? 0;
    const [path = ''] = sessionFiles();
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    const reply = lines.findLast((line) => line.includes('"type":"assistant"')) ?? '';
    appendFileSync(path, `${reply.replace(/"uuid":"[^"]*"/, '"uuid":"new"').replace(/"id":"msg_/, '"id":"msg_new')}\n`);
    const grown = await answer('--quick');
    expect(asNumber(asObject(grown.bill)?.dollars)).toBeGreaterThan(before);
    expect(grown).toEqual(await answer('--quick', '--no-index'));
    writeFileSync(path, `${lines.slice(0, -3).join('\n')}\n`);
    expect(await answer('--quick')).toEqual(await answer('--quick', '--no-index'));
    writeFileSync(path, `${lines.join('\n')}\n`);
    expect(asObject((await answer('--quick')).bill)?.dollars).toBeCloseTo(before, 9);
  });

  it('bills once what a forked session has copied', async () => {
    const before = await answer();
    const [path = ''] = sessionFiles();
    const fork = path.replace(/[^/]+$/, 'fork.jsonl');
    writeFileSync(fork, readFileSync(path, 'utf8').replaceAll(/"sessionId":"[^"]*"/g, '"sessionId":"fork"'));
    const after = await answer();
    const sums = ({ compaction }: JsonObject) => asObject(asObject(compaction)?.sums);
    expect(after.sessions).toBe(7);
    expect(asObject(after.bill)?.dollars).toBeCloseTo(asNumber(asObject(before.bill)?.dollars) ?? 0, 9);
    expect(sums(after)?.compactions).toBe(sums(before)?.compactions);
    rmSync(fork);
  });

  it('may run twice at once', async () => {
    rmSync(indexFile(), { force: true });
    const [one, other] = await Promise.all([startedAlone(), startedAlone()]);
    expect(one.status).toBe(0);
    expect(other).toEqual(one);
    expect(readdirSync(join(folder, 'cache', 'highwater'))).toEqual(['sessions.json']);
  });

  it('says where it looked if there is nothing', async () => {
    vi.stubEnv('CLAUDE_CONFIG_DIR', join(folder, 'none'));
    vi.stubEnv('CODEX_HOME', join(folder, 'none'));
    const { status, stdout, stderr } = await highwaterHere('cost');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('~/none/projects\n  ~/none/sessions');
    expect(stderr).toContain('CODEX_HOME');
  });

  it('prints the bill first, and the four answers in order', async () => {
    const { stdout } = await highwaterHere('cost', ...DAYS, folder);
    const titles = stdout.split('\n').filter((line) => /^\d/.test(line));
    expect(titles.map((title) => title.slice(0, 20))).toEqual([
      '6 sessions since 202',
      '1. What compaction c',
      '2. Worst sessions, b',
      '3. What 60 % of the ',
      '4. To compact at 60 ',
    ]);
  });

  it('deletes its index when asked, and rejects what it does not know', async () => {
    await answer('--quick');
    expect((await highwaterHere('cost', '--clear-index')).status).toBe(0);
    expect(readdirSync(join(folder, 'cache', 'highwater'))).toEqual([]);
    for (const words of [['--days', 'many'], ['--since', 'yesterday'], ['--what']])
      expect((await highwaterHere('cost', ...words)).status).toBe(2);
  });
});

function sessionFiles(): readonly string[] {
  return readdirSync(join(folder, 'projects'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.jsonl') && !entry.parentPath.includes('subagents'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** In a process of its own, without the name of the command. */
function startedAlone(): Promise<{ readonly status: number | null; readonly stdout: string }> {
  const child = spawn(process.execPath, [command, '--quick', '--json', ...DAYS], { env: process.env });
  let stdout = '';
  child.stdout.on('data', (text) => {
    stdout += text;
  });
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, stdout })));
}
