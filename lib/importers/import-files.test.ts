import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filesToImport } from '../../scripts/command-line/file-source';
import type { ByteSource } from '../reading/read-values';
import { formats } from '../transcript/formats';
import { recordedContextAt } from '../transcript/recorded-context';
import type { Message } from '../transcript/transcript';
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

const textOf = (message: Message | undefined) =>
  message?.parts.map((part) => (part.kind === 'text' ? part.text : part.kind)).join();

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

  describe('a task of Cline or Roo is the two files of its folder', () => {
    const env = { type: 'text', text: '<environment_details>\n</environment_details>' };
    const list = (path: string, items: readonly object[]) => bytes(path, JSON.stringify(items));
    const request = (ts: number, tokensIn: number) => ({
      ts,
      type: 'say',
      say: 'api_req_started',
      text: JSON.stringify({ request: 'x', tokensIn, tokensOut: 5, cacheWrites: 0, cacheReads: 0 }),
    });
    const said = (ts: number, more: object = {}) => ({ ts, type: 'say', say: 'text', text: 'x', ...more });
    const imported = async (files: Parameters<typeof all>[0]) => {
      const results = await all(files);
      expect(results.map(({ path, type }) => [path, type])).toEqual([
        ['tasks/7/ui_messages.json', 'attached'],
        ['tasks/7/api_conversation_history.json', 'imported'],
      ]);
      const task = results.find(({ type }) => type === 'imported');
      const transcript = task?.type === 'imported' ? task.file.transcripts[0] : undefined;
      if (transcript === undefined) throw new Error('It was not imported');
      return transcript;
    };

    it('of Roo: usage by time; a compaction where it happened, which its place in the list does not say', async () => {
      const sent = list('tasks/7/api_conversation_history.json', [
        { role: 'user', content: [{ type: 'text', text: '<task>\nTidy\n</task>' }, env], ts: 1000 },
        { role: 'assistant', content: 'One', ts: 1500, truncationParent: 'k' },
        { role: 'user', content: 'Two?', ts: 2000, truncationParent: 'k' },
        { role: 'user', content: 'Hidden: 2 messages', ts: 2499, isTruncationMarker: true, truncationId: 'k' },
        { role: 'assistant', content: 'Two', ts: 2500 },
        { role: 'user', content: 'Three?', ts: 3000 },
        { role: 'assistant', content: 'Three', ts: 3500 },
      ]);
      const shown = list('tasks/7/ui_messages.json', [
        { ts: 900, type: 'say', say: 'text', text: 'Tidy' },
        request(1000, 100),
        said(1400),
        request(2000, 200),
        said(2400),
        request(3000, 150),
        {
          ts: 3100,
          type: 'say',
          say: 'sliding_window_truncation',
          contextTruncation: { prevContextTokens: 260, newContextTokens: 140, messagesRemoved: 2 },
        },
        said(3400),
      ]);
      for (const files of [
        [sent, shown],
        [shown, sent],
      ]) {
        const transcript = await imported(files);
        const texts = transcript.messages.map(({ parts }) => parts.map((part) => 'text' in part && part.text)[0]);
        expect(texts.slice(1)).toEqual(['One', 'Two?', 'Two', 'Three?', 'Hidden: 2 messages', 'Three']);
        expect(transcript.calls.map(({ at, usage }) => [at, usage?.input])).toEqual([
          [1, 100],
          [3, 200],
          [6, 150],
        ]);
        const [first, , , two, three] = transcript.messages.map(({ id }) => id);
        expect(transcript.boundaries).toMatchObject([
          { at: 5, trigger: 'auto', preTokens: 260, postTokens: 140, keptMessageIds: [first, two, three] },
        ]);
        expect([transcript.title, transcript.sessionId]).toEqual(['Tidy', '7']);
      }
    });

    it('of Cline: which messages it dropped is only in what was shown', async () => {
      const turn = (n: number) => [
        { role: 'user', content: [{ type: 'text', text: `Question ${n}` }, env] },
        { role: 'assistant', content: `Answer ${n}` },
      ];
      const transcript = await imported([
        list('tasks/7/api_conversation_history.json', [1, 2, 3, 4].flatMap(turn)),
        list('tasks/7/ui_messages.json', [
          ...[1, 2, 3].flatMap((n) => [request(n * 100, n * 1000), said(n * 100 + 1)]),
          request(400, 1500),
          said(401, { conversationHistoryDeletedRange: [2, 3] }),
        ]),
      ]);
      const ids = transcript.messages.map(({ id }) => id);
      expect(transcript.boundaries).toMatchObject([
        { at: 7, kind: 'full', keptMessageIds: [ids[0], ids[1], ids[4], ids[5], ids[6]] },
      ]);
      expect(transcript.calls.map(({ usage }) => usage?.input)).toEqual([1000, 2000, 3000, 1500]);
    });
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

  it('attaches what summarised an ATIF run, and joins the files of one that continues in others', async () => {
    const step = (source: string, message: string, more: object = {}) => ({ source, message, ...more });
    const run = (name: string, steps: object[], extra: object, more: object = {}) =>
      source(name, {
        schema_version: 'ATIF-v1.7',
        session_id: 'run-1',
        agent: { name: 'terminus-2', model_name: 'model-a', extra },
        ...more,
        steps: steps.map((each, index) => ({ step_id: index + 1, ...each })),
      });
    const reference = { session_id: 'run-1-summarization-1-summary', trajectory_path: 'x.json' };
    const summarised = step('system', 'Handed off.', {
      observation: { results: [{ subagent_trajectory_ref: [reference] }] },
    });
    const copied = { is_copied_context: true };
    const first = run(
      't/trajectory.json',
      [step('user', 'Dig a well'), step('agent', 'I dig'), summarised],
      {},
      {
        continued_trajectory_ref: 'trajectory.cont-1.json',
      },
    );
    const next = run(
      't/trajectory.cont-1.json',
      [step('user', 'Dig a well', copied), step('user', 'Half is dug', copied), step('agent', 'I dig on')],
      { continuation_index: 1 },
      { continued_trajectory_ref: 'trajectory.cont-2.json' },
    );
    const last = run(
      't/trajectory.cont-2.json',
      [step('user', 'Dig a well', copied), step('user', 'Nearly done', copied), step('agent', 'Water!')],
      { continuation_index: 2 },
    );
    const summary = run('t/trajectory.summarization-1-summary.json', [step('user', 'Sum up'), step('agent', 'Half')], {
      parent_session_id: 'run-1',
    });
    const results = await all([last, next, first, summary]);
    expect(results.map(({ path, type }) => `${path} ${type}`)).toEqual([
      't/trajectory.summarization-1-summary.json attached',
      't/trajectory.cont-1.json attached',
      't/trajectory.cont-2.json attached',
      't/trajectory.json imported',
    ]);
    const whole = results.at(-1);
    const transcript = whole?.type === 'imported' ? whole.file.transcripts[0] : undefined;
    if (transcript === undefined) throw new Error('The run was not imported');
    const contexts = transcript.calls.map(({ at }) =>
      recordedContextAt(transcript, at).messages.map((index) => textOf(transcript.messages[index])),
    );
    expect(contexts).toEqual([['Dig a well'], ['Dig a well', 'Half is dug'], ['Dig a well', 'Nearly done']]);
    expect(transcript.boundaries.map(({ kind, at }) => `${kind} ${at}`)).toEqual(['full 2', 'full 5']);
    expect(new Set(transcript.messages.map(({ id }) => id)).size).toBe(8);
    expect(transcript.warnings).toEqual([]);
    expect(transcript.children).toHaveLength(1);
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
