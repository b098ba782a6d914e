import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { transformSync } from 'rolldown/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sentHeaders } from '../../lib/pages/sent-headers.mjs';
import { transcriptFromText } from '../../lib/transcript/transcript-from-text';
import { writeTranscripts } from '../../lib/transcript/write-transcript';
import { HELP } from '../command-line/help';
import { highwaterIn } from '../command-line/run-highwater.test-support';
import { readSweepCommand } from '../command-line/sweep';
import { workerHere } from '../command-line/sweep-transcript';
import { projectFolder, toolFile } from '../set-up/project.mjs';
import { freePort } from '../set-up/serve/free-port.mjs';
import { firstAnswer, startNextServer, stopNextServer } from '../set-up/serve/next-server.mjs';
import { writeFile } from '../set-up/test/temporary-folder';

const packageFile = (name: string) => join(folder, 'node_modules/highwater', name);

/** An empty folder, somewhere else, with the package installed. */
let folder = '';
let packed: { readonly size: number; readonly unpackedSize: number; readonly files: readonly { path: string }[] };

/** As if nobody had started these from a script of npm: it says to its children in which folder they are. */
const environment = { ...process.env };
for (const name of Object.keys(environment))
  if (/^npm_|^INIT_CWD$|^VITEST|^PORT$/i.test(name)) delete environment[name];

function run(command: string, words: readonly string[], where = folder) {
  // Commands of npm are scripts of a shell on Windows.
  const shell = process.platform === 'win32' && command !== process.execPath;
  const { status, stdout, stderr } = spawnSync(command, words, {
    env: environment,
    shell,
    cwd: where,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

function succeed(command: string, words: readonly string[], where = folder): string {
  const { status, stdout, stderr } = run(command, words, where);
  if (status !== 0) throw new Error(`${command} ${words.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

const transcript = transcriptFromText(
  [
    'window 200000',
    'user "Read them all. Never touch src/a.ts."',
    ...Array.from({ length: 24 }, (_, call) =>
      [
        `call #${call} read file-${call}.ts`,
        `usage ${20_100 + call * 10_100} output 100`,
        `result #${call} 10000 tokens`,
      ].join('\n'),
    ),
  ].join('\n'),
);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'highwater-installed-'));
  [packed] = JSON.parse(succeed('npm', ['pack', '--json', '--pack-destination', folder], projectFolder));
  const [tarball = ''] = readdirSync(folder);
  writeFile(folder, 'package.json', '{"private":true}');
  // It needs nothing else, so not even the registry.
  succeed('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, tarball)]);
  writeFile(folder, 'sessions/one.highwater.json', [...writeTranscripts([transcript])].join(''));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('installs itself and nothing else, in a few megabytes', () => {
  expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['highwater']);
  expect(packed.size).toBeLessThan(6e6);
  expect(packed.unpackedSize).toBeLessThan(20e6);
  const places = new Set(packed.files.map(({ path }) => path.split('/').slice(0, 2).join('/')));
  expect([...places].sort()).toEqual(
    ['LICENSE', 'README.md', 'package.json', 'packed/THIRD-PARTY-NOTICES.txt', 'packed/code', 'packed/page']
      .concat(['packed/types', 'scripts/highwater.mjs', 'scripts/set-up'])
      .sort(),
  );
  const paths = packed.files.map(({ path }) => path);
  const page = [
    ['public', 'open'],
    ['.next/static', 'assets'],
  ] as const;
  for (const [from, to] of page) {
    const all = readdirSync(join(projectFolder, from), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).replace(join(projectFolder, from), `packed/page/${to}`));
    expect(paths).toEqual(expect.arrayContaining(all));
  }
  const naming = packed.files.filter(({ path }) => readFileSync(packageFile(path)).includes(projectFolder));
  expect(naming).toEqual([]);
});

it('finds the files that its modules name beside them', () => {
  const named = packed.files
    .filter(({ path }) => path.startsWith('packed/code/'))
    .flatMap(({ path }) => {
      const code = readFileSync(packageFile(path), 'utf8');
      return [...code.matchAll(/new URL\((.*?), import\.meta\.url\)/g)].map(([, name = '']) => [path, name] as const);
    });
  const missing = named.filter(([path, name]) => {
    const said = /^["'`]([^"'`$]+)["'`]$/.exec(name)?.[1];
    return said === undefined || !existsSync(new URL(said, pathToFileURL(packageFile(path))));
  });
  expect(named.length).toBeGreaterThan(0);
  expect(missing).toEqual([]);
});

describe('npx highwater', () => {
  it('answers --help and --version', () => {
    expect(run('npx', ['highwater', '--help'])).toMatchObject({ status: 0, stdout: HELP });
    const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8'));
    expect(run('npx', ['highwater', '--version'])).toMatchObject({ status: 0, stdout: `${version}\n` });
  });

  it('analyses a folder', () => {
    const { status, stdout } = run('npx', ['highwater', 'inspect', 'sessions']);
    expect(status).toBe(0);
    expect(stdout).toContain('24 calls');
  });

  const file = join('sessions', 'one.highwater.json');
  const swept = ['--param', 'policy.windowTokens', '--from', '150000', '--to', '250000', '--steps', '3'] as const;
  it.each([
    ['inspect', 'sessions', '--json'],
    ['simulate', file, '--policy', 'claude-code-2.1', '--json'],
    ['sweep', file, ...swept, '--json'],
    ['score', file, '--at', '3', '--summary', file, '--json'],
    ['system', file, '--json'],
    ['memory', 'sessions', '--json'],
    ['replay', file, '--policy', 'pi', '--losses', '--json', '--threads', '1'],
    ['check', 'sessions', '--policy', 'pi', '--baseline', 'codex', '--fail-if', 'sent > +900%', '--json'],
    ['validate', 'sessions', '--json'],
  ] as const)('%s prints what the sources print', async (name, ...words) => {
    const { status, stdout, stderr } = run(process.execPath, [packageFile('scripts/highwater.mjs'), name, ...words]);
    expect({ status, stdout, stderr }).toEqual(await highwaterIn(folder, name, ...words));
    expect(status).toBe(0);
  });

  it('starts threads', async () => {
    const code = packageFile('packed/code');
    const words = [file, ...swept];
    const command = readSweepCommand(words);
    if (!command.ok) throw new Error(command.error);
    const thread = new Worker(join(code, 'sweep-worker.mjs'), { workerData: { transcript, words } });
    thread.postMessage(command.value.values);
    const [rows] = await once(thread, 'message');
    await thread.terminate();
    expect(rows).toEqual(await workerHere(transcript, command.value).rows(command.value.values));
    const threads = ['scripts/command-line', 'scripts/rows'].flatMap((room) =>
      readdirSync(join(projectFolder, room), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('-worker.mjs'))
        .map((name) => basename(name)),
    );
    expect(readdirSync(code)).toEqual(expect.arrayContaining(threads));
  });
});

describe('highwater serve', () => {
  const started: ChildProcess[] = [];

  afterAll(() => {
    for (const child of started) child.kill('SIGKILL');
  });

  async function serve() {
    const port = (await freePort(4820)) ?? 4820;
    const child = spawn(
      process.execPath,
      [packageFile('scripts/highwater.mjs'), 'serve', '--port', `${port}`, '--no-open'],
      { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    started.push(child);
    const said = text(child.stdout);
    await once(child.stdout, 'data');
    return { child, said, address: `http://127.0.0.1:${port}` };
  }

  it('serves the page, its scripts and workers and the proxy’s status, until it is stopped', async () => {
    const { child, said, address } = await serve();
    const page = await (await fetch(address)).text();
    expect(page).toContain('Highwater');
    const scripts = [...page.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, path = '']) => path);
    const workers = packed.files
      .filter(({ path }) => /^packed\/page\/assets\/.*worker.*\.js$/.test(path))
      .map(({ path }) => path.replace('packed/page/assets', '/_next/static'));
    expect([scripts.length > 0, workers.length > 0]).toEqual([true, true]);
    for (const path of [...scripts, ...workers]) {
      const answer = await fetch(address + path);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        200,
        expect.stringContaining('javascript'),
      ]);
    }
    const status = await fetch(`${address}/api/proxy-status`, { headers: { origin: address } });
    expect(await status.json()).toMatchObject({ openai: {} });
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    expect(await said).toMatch(/Highwater is running at .*Stopped\./s);
  });

  it('answers as Next’s own server does', async () => {
    const { address } = await serve();
    const next = startNextServer(projectFolder, 'start', (await freePort(4840)) ?? 4840);
    try {
      await firstAnswer(next, 30_000);
      const pages = packed.files.flatMap(({ path }) => {
        const name = /^packed\/page\/rendered\/([^_].*)\.html$/.exec(path)?.[1];
        return name === undefined ? [] : [name === 'index' ? '' : name];
      });
      expect(pages).toEqual(expect.arrayContaining(['', 'simulate', 'playground/ab']));
      for (const page of [...pages, 'no-such-page']) {
        for (const headers of askedFor(page)) {
          const ours = await answerOf(`${address}/${page}`, headers);
          expect([page, ours.ofPage]).toEqual([page, expect.arrayContaining([expect.stringContaining('sha256-')])]);
          expect([page, headers, ours]).toEqual([page, headers, await answerOf(`${next.address}/${page}`, headers)]);
        }
      }
    } finally {
      await stopNextServer(next);
    }
  });
});

/** What a browser asks of a page, then what Next's router does: all of it, and parts ahead. */
function askedFor(page: string): readonly Readonly<Record<string, string>>[] {
  const parts = ['/_tree', '/_full', `/${page === '' ? '' : `${page}/`}__PAGE__`, '/none'];
  return [
    {},
    { rsc: '1' },
    ...parts.map((part) => ({ rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': part })),
  ];
}

async function answerOf(address: string, headers: Readonly<Record<string, string>>) {
  const answer = await fetch(address, { headers });
  const ofRouter = ['content-type', 'x-nextjs-stale-time', 'x-nextjs-postponed'].map((name) =>
    answer.headers.get(name),
  );
  const ofPage = ['content-security-policy', ...Object.keys(sentHeaders)].map((name) => answer.headers.get(name));
  return { status: answer.status, ofRouter, ofPage, text: await answer.text() };
}

describe('import … from "highwater"', () => {
  it('has the library', () => {
    const script = 'import { policies } from "highwater"; console.log(policies.length > 10);';
    expect(succeed(process.execPath, ['--input-type=module', '-e', script])).toBe('true\n');
  });

  it('replays with a layer of your own, as a clone does', () => {
    const example = readFileSync(join(projectFolder, 'examples/own-layer.ts'), 'utf8');
    const script = transformSync('own-layer.ts', example).code.replace('../scripts/library/library', 'highwater');
    writeFile(folder, 'own-layer.mjs', script);
    const sample = join(projectFolder, 'public/samples/refactoring.jsonl');
    const said = succeed(process.execPath, ['own-layer.mjs', sample]);
    expect(said).toMatch(/^policy alone: \$[\d.]+, 2 compactions.*\nshort results, \d+ ms: \$[\d.]+, \d compactions/);
  });

  it('has its types, for whoever resolves modules as Node does', () => {
    const lines = [
      "import { defineLayer, policies, replay, type Policy } from 'highwater';",
      "const layer = defineLayer({ name: 'mine', when: 'always', compact: (messages) => messages.slice(-5) });",
      "export const cost: number | null = (await replay('a.jsonl', { layers: [layer] })).cost;",
      'export const first: Policy | undefined = policies[0];',
      '// @ts-expect-error: it is no number',
      'export const whole: number | undefined = policies[0];',
      '// @ts-expect-error: nor is its id',
      'export const part: number | undefined = policies[0]?.id;',
    ];
    writeFile(folder, 'uses.mts', lines.join('\n'));
    const strict = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', ''];
    expect(run(process.execPath, [toolFile('tsc'), ...strict, 'uses.mts'])).toMatchObject({ status: 0, stdout: '' });
  });
});
