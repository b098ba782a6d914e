import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filesToImport } from '../../scripts/command-line/file-source';
import type { ByteSource } from '../reading/read-values';
import { formats } from '../transcript/formats';
import { type FileImport, importFiles } from './import-files';

function source(name: string, ...records: object[]): { path: string; source: ByteSource } {
  return bytes(name, records.map((record) => JSON.stringify(record)).join('\n'));
}

function bytes(name: string, text: string): { path: string; source: ByteSource } {
  const blob = new Blob([text]);
  return { path: name, source: { name, size: blob.size, stream: () => blob.stream() } };
}

async function all(...[files, options]: Parameters<typeof importFiles>): Promise<FileImport[]> {
  const results: FileImport[] = [];
  for await (const result of importFiles(files, options)) results.push(result);
  return results;
}

const record = (uuid: string, text: string, more: object = {}) => ({
  type: 'user',
  uuid,
  parentUuid: null,
  isSidechain: false,
  sessionId: 's1',
  version: '2.1.81',
  timestamp: '2026-03-01T10:00:00.000Z',
  message: { role: 'user', content: text },
  ...more,
});
const main = source('s1.jsonl', record('u1', 'Fix the tests'));
const agent = (id: string) => source(`agent-${id}.jsonl`, record(`${id}1`, 'Look', { isSidechain: true, agentId: id }));

describe('several files at once', () => {
  it('attaches sub-agent files to their session, in any order', async () => {
    for (const files of [
      [main, agent('a'), agent('b')],
      [agent('b'), main, agent('a')],
    ]) {
      const results = await all(files);
      expect(results.map(({ type }) => type).sort()).toEqual(['attached', 'attached', 'imported']);
      const session = results.find((result) => result.type === 'imported');
      const children = session?.type === 'imported' ? session.file.transcripts[0]?.children : [];
      expect(children?.map((child) => child.agentId).sort()).toEqual(['a', 'b']);
    }
  });

  it('attaches Codex sub-agents, which are identified by the thread that started them', async () => {
    const rollout = (id: string, more: object) =>
      source(
        `rollout-${id}.jsonl`,
        { type: 'session_meta', payload: { id, cli_version: '0.142.5', ...more } },
        { type: 'response_item', payload: { type: 'message', role: 'user', content: `Work as ${id}` } },
      );
    const results = await all([rollout('main', {}), rollout('helper', { parent_thread_id: 'main' })]);
    expect(results.map(({ path, type }) => [path, type])).toEqual([
      ['rollout-helper.jsonl', 'attached'],
      ['rollout-main.jsonl', 'imported'],
    ]);
  });

  it('attaches the sub-sessions of opencode to the one that they name', async () => {
    const said = { info: { id: 'msg_1', role: 'user', time: {} }, parts: [{ type: 'text', text: 'Look' }] };
    const session = (id: string, more: object) => source(`${id}.json`, { info: { id, ...more }, messages: [said] });
    const results = await all([session('ses_1', {}), session('ses_2', { parentID: 'ses_1' })]);
    expect(results.map(({ path, type }) => [path, type])).toEqual([
      ['ses_2.json', 'attached'],
      ['ses_1.json', 'imported'],
    ]);
  });

  it('imports a sub-agent without its session as a separate session', async () => {
    const other = source('s2.jsonl', record('u9', 'Another', { sessionId: 's2' }));
    const results = await all([agent('a'), other]);
    expect(results.map(({ path, type }) => [path, type])).toEqual([
      ['s2.jsonl', 'imported'],
      ['agent-a.jsonl', 'imported'],
    ]);
  });

  it('continues after a file that cannot be read', async () => {
    const broken: ByteSource = {
      name: 'gone.jsonl',
      size: 10,
      stream: () => {
        throw new DOMException('gone', 'NotFoundError');
      },
    };
    const results = await all([{ path: 'gone.jsonl', source: broken }, bytes('empty.jsonl', ''), main]);
    expect(results.map(({ path, type }) => [path, type])).toEqual([
      ['gone.jsonl', 'failed'],
      ['empty.jsonl', 'failed'],
      ['s1.jsonl', 'imported'],
    ]);
  });
});

describe('one file', () => {
  const outcome = async (text: string) => {
    const [result] = await all([bytes('a.json', text)]);
    return result?.type === 'failed' ? result.failure.problem : undefined;
  };

  it('names a format that is recognised but not supported yet', async () => {
    const problem = await outcome(JSON.stringify([{ display: 'Hi', project: '/w' }]));
    expect(problem?.what).toMatch(/^Could not import "a.json": .*prompt history.*not supported yet/);
  });

  it('reports JSON in an unknown format', async () => {
    expect((await outcome('{"type":"FeatureCollection","features":[]}'))?.what).toMatch(
      /not in a known transcript format/,
    );
    expect((await outcome('[1,2,3]'))?.what).toMatch(/not in a known transcript format/);
  });

  it('says why a file in a known format gives no session', async () => {
    const problem = await outcome('[{"type":"highwater","version":99}]');
    expect(problem?.what).toMatch(/format version 99/);
  });

  it('reads it in the format that the user chose, and reports that', async () => {
    const chat = bytes('a.json', '[{"role":"user","content":"Hello"},{"role":"assistant","content":"Hi"}]');
    const [result] = await all([chat], { format: 'anthropic-messages' });
    expect(result?.type === 'imported' && result.file.recognition).toMatchObject({
      format: 'anthropic-messages',
      rule: 'chosen',
    });
    expect(result?.type === 'imported' && result.file.transcripts[0]?.messages).toHaveLength(2);
  });

  it('stops when it is cancelled', async () => {
    const controller = new AbortController();
    controller.abort();
    const [result] = await all([main], { signal: controller.signal });
    expect(result).toMatchObject({ type: 'failed', failure: {} });
    expect(result?.type === 'failed' && result.failure.problem).toBeUndefined();
  });
});

describe.skipIf(!process.env.HIGHWATER_TRANSCRIPTS)('the recordings', () => {
  it('are imported, or named and rejected, without an exception', async () => {
    const folder = process.env.HIGHWATER_TRANSCRIPTS ?? '';
    expect(existsSync(folder)).toBe(true);
    const files = (await filesToImport([folder])).filter(({ path }) => !path.endsWith('README.md'));
    const results = await all(files);
    expect(results).toHaveLength(files.length);
    for (const result of results) {
      if (result.type !== 'failed') continue;
      const { recognition, problem } = result.failure;
      expect(recognition, result.path).toBeDefined();
      expect(problem?.what).toContain(recognition === undefined ? '' : formats[recognition.format].title);
      expect(problem?.what, result.path).toContain('not supported yet');
    }
    expect(results.filter(({ type }) => type === 'imported').length).toBeGreaterThanOrEqual(20);
  });
});
