import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../set-up/test/temporary-folder';
import { highwaterIn } from './run-highwater.test-support';

const record = (uuid: string, fields: object) => ({
  uuid,
  parentUuid: null,
  sessionId: 's1',
  cwd: '/w',
  version: '2.1.200',
  ...fields,
});
const prompt = (uuid: string, content: unknown, more: object = {}) =>
  record(uuid, { type: 'user', message: { role: 'user', content }, ...more });
const reply = (uuid: string, read: number, content: unknown) =>
  record(uuid, {
    type: 'assistant',
    message: {
      id: `msg_${uuid}`,
      role: 'assistant',
      model: 'claude-x',
      content,
      stop_reason: 'end_turn',
      usage: { input_tokens: 5, cache_read_input_tokens: read, cache_creation_input_tokens: 0, output_tokens: 10 },
    },
  });
const rule = (uuid: string) =>
  record(uuid, {
    type: 'attachment',
    attachment: {
      type: 'nested_memory',
      path: '/w/.claude/rules/ts.md',
      content: { content: 'Use tabs.', globs: ['**/*.ts'] },
    },
  });
const hook = (uuid: string) =>
  record(uuid, { type: 'progress', data: { type: 'hook_progress', hookEvent: 'Stop', hookName: 'Stop\u001b[2J' } });
const read = { type: 'tool_use', id: 't1', name: 'Read', input: { file_path: '/w/a.ts' } };
const session = [
  prompt('u1', 'Go'),
  reply('a1', 20_000, [read]),
  prompt('u2', [{ type: 'tool_result', tool_use_id: 't1', content: 'x' }]),
  rule('r1'),
  reply('a2', 20_100, [{ type: 'text', text: 'Done' }]),
  hook('h1'),
  record('b1', {
    type: 'system',
    subtype: 'compact_boundary',
    compactMetadata: { trigger: 'auto', preTokens: 20_200 },
  }),
  prompt('u3', 'What was done so far', { isCompactSummary: true }),
  rule('r2'),
  reply('a3', 12_000, [{ type: 'text', text: 'Next' }]),
]
  .map((each) => JSON.stringify(each))
  .join('\n');

const folder = () =>
  temporaryFolder({
    's1.jsonl': session,
    'old.jsonl': `${JSON.stringify(prompt('u1', 'Go'))}\n${JSON.stringify(reply('a1', 9_000, []))}`,
  });

describe('highwater system', () => {
  it('lists each text with its calls, what a compaction loaded again, and hooks', async () => {
    const { status, stdout, stderr } = await highwaterIn(folder(), 'system', 's1.jsonl');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(
      /^ {4}\/w\/\.claude\/rules\/ts\.md · attachment · 2 times, static · \d+ tokens · calls 1 to 2 · \d+ tokens × calls$/m,
    );
    expect(stdout).toMatch(/^ {2}compaction before call 2: again: \/w\/\.claude\/rules\/ts\.md$/m);
    // What a name of the file holds does not reach the terminal.
    expect(stdout).toMatch(/^ {2}hook Stop {1,2}\[2J: 1 run, 0 with output for the model, before call 2$/m);
    expect(stdout).toMatch(/^ {2}instructions loaded: 2, 1 of them predicted .*; predicted elsewhere: 0$/m);
    expect(stdout).toMatch(/^ {4}call 1: \/w\/\.claude\/rules\/ts\.md, for \/w\/a\.ts$/m);
    expect(stdout).toMatch(/^ {2}not in the file: about [\d,]+ tokens of call 0, [\d,]+ of call 2$/m);
  });

  it('prints the same as JSON', async () => {
    const { status, stdout } = await highwaterIn(folder(), 'system', 's1.jsonl', '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      file: 's1.jsonl',
      format: 'claude-code',
      calls: 3,
      pieces: [
        {
          kind: 'instructions',
          texts: 1,
          times: [
            { first: 1, last: 1, because: '/w/a.ts' },
            { first: 2, last: 2 },
          ],
        },
      ],
      compactions: [{ call: 2, back: [0], added: [], gone: [] }],
      hooks: [{ event: 'Stop', runs: [{ call: 2, isSent: false }] }],
    });
  });

  it('says what a recording cannot hold', async () => {
    const { status, stdout } = await highwaterIn(folder(), 'system', 'old.jsonl');
    expect(status).toBe(0);
    expect(stdout).toContain('Claude Code does not write its system prompt');
  });

  it.each([
    [[], 'highwater system: specify one file\n'],
    [['a', 'b'], 'highwater system: specify one file\n'],
    [['--bogus', 'a'], "highwater system: Unknown option '--bogus'\n"],
  ])('exits with 2 and says why for %j', async (words, message) => {
    const { status, stdout, stderr } = await highwaterIn(folder(), 'system', ...words);
    expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: '', stderr: message });
  });

  it('exits with 1 for a file that is missing', async () => {
    const { status, stderr } = await highwaterIn(folder(), 'system', 'gone.jsonl');
    expect(status).toBe(1);
    expect(stderr).toContain('file not found');
  });
});
