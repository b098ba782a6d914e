import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../set-up/test/temporary-folder';
import { command, highwater, highwaterIn } from './run-highwater.test-support';

const record = (uuid: string, parentUuid: string | null, fields: object) => ({
  uuid,
  parentUuid,
  sessionId: 's1',
  version: '2.1.81',
  isSidechain: false,
  ...fields,
});
const prompt = (uuid: string, parentUuid: string | null, content: string, more: object = {}) =>
  record(uuid, parentUuid, { type: 'user', message: { role: 'user', content }, ...more });
const reply = (uuid: string, read: number) =>
  record(uuid, null, {
    type: 'assistant',
    message: {
      id: `msg_${uuid}`,
      role: 'assistant',
      model: 'claude-x',
      content: [{ type: 'text', text: 'Done' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 5, cache_read_input_tokens: read, cache_creation_input_tokens: 0, output_tokens: 10 },
    },
  });

/** Two calls, a compaction, a call, a rewind, and a broken line between. */
const session = [
  prompt('u1', null, 'Find it'),
  reply('a1', 20_000),
  prompt('u2', 'a1', 'Go on'),
  reply('a2', 30_000),
  record('b1', null, {
    type: 'system',
    subtype: 'compact_boundary',
    compactMetadata: { trigger: 'auto', preTokens: 155_000, postTokens: 9_000 },
  }),
  prompt('u3', 'b1', 'What was done so far', { isCompactSummary: true }),
  reply('a3', 12_000),
  prompt('u4', 'a1', 'Go another way'),
  reply('a4', 13_000),
].map((item) => JSON.stringify(item));
const sessionText = session.toSpliced(3, 0, '{"type":"user","uuid":"cut').join('\n');

function jsonLines(stdout: string): unknown[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('highwater inspect', () => {
  it('prints one JSON object per file, also for unreadable ones, and exits with 1', () => {
    const folder = temporaryFolder({ 's1.jsonl': sessionText, 'notes.txt': 'No transcript' });
    const { status, stdout, stderr } = highwater(['inspect', 's1.jsonl', 'notes.txt', 'gone.jsonl', '--json'], folder);
    expect(status).toBe(1);
    const [inspected, broken, gone, ...others] = jsonLines(stdout);
    expect(others).toEqual([]);
    expect(inspected).toEqual({
      highwater: 1,
      file: 's1.jsonl',
      format: 'claude-code',
      agent: { name: 'Claude Code', version: '2.1.81' },
      models: ['claude-x'],
      window: 200_000,
      messages: 8,
      calls: 4,
      peakTokens: 30_015,
      boundaries: [
        { kind: 'full', trigger: 'auto', preTokens: 155_000, postTokens: 9_000, beforeCall: 2, version: '2.1.81' },
        { kind: 'rewind', trigger: 'manual', preTokens: null, postTokens: null, beforeCall: 3, version: '2.1.81' },
      ],
      counters: expect.objectContaining({ anchored: { median: 0, p90: 0 }, rough: expect.anything() }),
      warnings: [{ line: 4, what: 'Skipped an incomplete record' }],
      children: [],
    });
    expect(broken).toMatchObject({ file: 'notes.txt', error: { what: expect.stringContaining('contains no JSON') } });
    expect(gone).toMatchObject({ file: 'gone.jsonl', error: { what: expect.stringContaining('file not found') } });
    expect(stderr).toContain('Could not import "notes.txt": the file contains no JSON; it starts with "No transcript"');
    expect(stderr).not.toContain('    at ');
  });

  it('prints the same as text for a whole folder, with sub-agents listed separately', async () => {
    const agent = prompt('x1', null, 'Look around', { isSidechain: true, agentId: 'a9' });
    const folder = temporaryFolder({
      's1.jsonl': sessionText,
      's1/subagents/agent-a9.jsonl': JSON.stringify(agent),
    });
    for (const path of ['.', 's1.jsonl']) {
      const { status, stdout, stderr } = await highwaterIn(folder, 'inspect', path);
      expect(stderr).toBe('');
      expect(status).toBe(0);
      expect(stdout).toContain('8 messages, 4 calls, peak 30,015 tokens, 1 sub-agent\n');
      expect(stdout).toContain('full compaction (auto) before call 2, from 155,000 to 9,000\n');
      expect(stdout).toContain('rewind (manual) before call 3\n');
      expect(stdout).toContain('line 4: Skipped an incomplete record\n');
    }
  });

  it('resolves a relative path from where the user called npm', () => {
    const folder = temporaryFolder({ 's1.jsonl': sessionText });
    const project = fileURLToPath(new URL('../..', import.meta.url));
    const environment = { npm_lifecycle_event: 'highwater', INIT_CWD: folder };
    expect(highwater(['inspect', 's1.jsonl'], project, environment)).toMatchObject({ status: 0, stderr: '' });
  });

  it.each([
    [[], 'highwater inspect: specify at least one file or folder\n'],
    [['--bogus', 'a'], "highwater inspect: Unknown option '--bogus'\n"],
    [['--format', 'word', 'a'], 'highwater inspect: "word" cannot be imported; these can: highwater, '],
  ])('exits with 2 and says why for %j', async (words, message) => {
    const { status, stdout, stderr } = await highwaterIn(temporaryFolder({}), 'inspect', ...words);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
  });

  it('reports an empty folder, and exits with 1', async () => {
    expect(await highwaterIn(temporaryFolder({}), 'inspect', '.')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Could not read ".": no files found. Specify a file of a session, or a folder with some.\n',
    });
  });

  it('ends silently when the pipe is closed early', async () => {
    const warnings = Array.from({ length: 5000 }, (_, n) => `{"type":"user","uuid":"cut ${n}`).join('\n');
    const names = Array.from({ length: 12 }, (_, n) => `s${n}.jsonl`);
    const folder = temporaryFolder(Object.fromEntries(names.map((name) => [name, `${sessionText}\n${warnings}`])));
    const child = spawn(process.execPath, [command, 'inspect', '--json', ...names], { cwd: folder });
    let stderr = '';
    child.stderr.on('data', (data) => {
      stderr += data;
    });
    child.stdout.once('data', () => child.stdout.destroy());
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
