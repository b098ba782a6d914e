import { describe, expect, it, test } from 'vitest';
import { hookEventNames, hookEvents, inputOf } from './hook-events';
import { HOOK_LIMIT_MS, hookSettings, parseSettings } from './hook-settings';
import { hooksFor } from './hooks-for';
import { placedJson } from './placed-json';

const treeOf = (files: Readonly<Record<string, unknown>>) => ({
  read: (path: string) => {
    const held = files[path];
    return held === undefined || typeof held === 'string' ? held : JSON.stringify(held);
  },
  list: () => Object.keys(files).sort(),
});
const command = (text: string, more = {}) => ({ type: 'command', command: text, ...more });
const one = (event: string, matcher: string | undefined, ...hooks: readonly unknown[]) => ({
  hooks: { [event]: [{ ...(matcher === undefined ? {} : { matcher }), hooks }] },
});
const told = (tool: string, input: Readonly<Record<string, string>> = {}) => ({
  event: 'PreToolUse',
  input: { tool_name: tool, tool_input: input },
});

test('[H3] sources in order: user, project, local, managed, plugin, session', () => {
  const say = (text: string) => one('Stop', undefined, command(text));
  const { hooks, problems } = hookSettings(
    treeOf({
      '.claude/settings.json': say('project'),
      '.claude/settings.local.json': say('local'),
      '/etc/claude-code/managed-settings.json': say('managed'),
      '/home/agent/.claude/settings.json': say('user'),
      '/home/agent/.claude/plugins/lint/hooks/hooks.json': say('plugin'),
      '.claude/other.json': say('nobody'),
    }),
    { text: JSON.stringify(say('session')) },
  );
  const said = hooks.map(({ handler }) => handler.type === 'command' && handler.command);
  expect(said).toEqual(['user', 'project', 'local', 'managed', 'plugin', 'session']);
  expect(hooks.map(({ source }) => source)).toEqual(said);
  expect(new Set(hooks.map(({ id }) => id)).size).toBe(6);
  expect(problems).toEqual([]);
});

test('[H2] a matcher is a name, names joined by |, or *; the same hook of two sources runs once', () => {
  const text = (...groups: readonly unknown[]) => ({ hooks: { PreToolUse: groups } });
  const { hooks } = hookSettings(
    treeOf({
      '.claude/settings.json': text(
        { matcher: 'Bash', hooks: [command('bash')] },
        { matcher: 'Edit|Write', hooks: [command('files')] },
        { matcher: '*', hooks: [command('all')] },
        { hooks: [command('without')] },
        { matcher: 'Bash', hooks: [command('rm', { if: 'Bash(rm *)' })] },
      ),
      '.claude/settings.local.json': text({ matcher: 'Write', hooks: [command('files')] }),
    }),
  );
  const running = (tool: string, input = {}) =>
    hooksFor(told(tool, input), hooks).map(({ handler }) => handler.type === 'command' && handler.command);
  expect(running('Bash', { command: 'ls' })).toEqual(['bash', 'all', 'without']);
  expect(running('Bash', { command: 'ls; rm a' })).toEqual(['bash', 'all', 'without', 'rm']);
  expect(running('Write')).toEqual(['files', 'all', 'without']);
  expect(running('Bas')).toEqual(['all', 'without']);
  expect(hooksFor({ event: 'PostToolUse', input: {} }, hooks)).toEqual([]);
  expect(hooksFor({ event: 'toString', input: {} }, hooks)).toEqual([]);
});

test('[H2] the kinds of a hook, with their settings', () => {
  const { hooks, problems } = parseSettings(
    JSON.stringify(
      one(
        'Stop',
        undefined,
        command('lint', { timeout: 5 }),
        { type: 'prompt', prompt: 'Done?' },
        { type: 'agent', prompt: 'Check the tests' },
        { type: 'http', url: 'https://example.com/hook', reply: { status: 200, body: { decision: 'block' } } },
        { type: 'http', url: 'http://localhost/hook', reply: { body: 'fine' } },
      ),
    ),
    'project',
    '.claude/settings.json',
  );
  expect(problems).toEqual([]);
  expect(hooks.map(({ handler, limitMs }) => [handler, limitMs])).toEqual([
    [{ type: 'command', command: 'lint' }, 5_000],
    [{ type: 'prompt', prompt: 'Done?' }, HOOK_LIMIT_MS],
    [{ type: 'agent', prompt: 'Check the tests' }, HOOK_LIMIT_MS],
    [{ type: 'http', url: 'https://example.com/hook', reply: { status: 200, body: '{"decision":"block"}' } }, 600_000],
    [{ type: 'http', url: 'http://localhost/hook', reply: { status: 200, body: 'fine' } }, 600_000],
  ]);
});

describe('[H2] problems are told with their line and place', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['not JSON', '{\n  "hooks": {,\n}', 'error 2: It is not JSON: expected a name in quotes, but found ",".'],
    ['a comma too many', '{\n "hooks": {},\n}', 'error 3: It is not JSON: a comma before "}".'],
    ['a comment', '{\n // mine\n}', 'error 2: It is not JSON: JSON has no comments.'],
    ['a list', '[]', 'error 1: The settings must be an object with "hooks" or "permissions".'],
    [
      'an unknown key',
      '{\n "model": "x" }',
      'warning 2: "model" has no effect here; known are $schema, hooks, permissions, disableAllHooks.',
    ],
    [
      'the case of an event',
      '{ "hooks":\n { "preToolUse": [] } }',
      'error 2: The event "preToolUse" is unknown: it must be PreToolUse.',
    ],
    ['no list', '{ "hooks": { "Stop": {} } }', 'error 1: hooks.Stop must be a list of { matcher, hooks }.'],
    [
      'hooks without a group',
      '{ "hooks": { "Stop": [\n{ "type": "command", "command": "x" } ] } }',
      'error 2: hooks.Stop[0].hooks must be a list of hooks.',
    ],
    [
      'a kind',
      '{ "hooks": { "Stop": [ { "hooks": [\n { "type": "shell" } ] } ] } }',
      'error 2: hooks.Stop[0].hooks[0].type must be one of command, prompt, agent, http.',
    ],
    [
      'a matcher',
      '{ "hooks": { "PreToolUse": [ {\n "matcher": "Edit.*", "hooks": [] } ] } }',
      'error 2: hooks.PreToolUse[0].matcher must be a name, names joined by |, or *.',
    ],
    [
      'a matcher without effect',
      '{ "hooks": { "Stop": [ { "matcher": "x", "hooks": [] } ] } }',
      'warning 1: hooks.Stop[0].matcher has no effect: every hook of Stop runs.',
    ],
    [
      'a time limit',
      '{ "hooks": { "Stop": [ { "hooks": [ { "type": "command", "command": "x", "timeout": 900 } ] } ] } }',
      'warning 1: hooks.Stop[0].hooks[0].timeout is 900 seconds; the limit is 600.',
    ],
    [
      'an address',
      '{ "hooks": { "Stop": [ { "hooks": [ { "type": "http", "url": "file:///a" } ] } ] } }',
      'error 1: hooks.Stop[0].hooks[0].url must start with http:// or https://.',
    ],
    [
      'a rule',
      '{ "permissions": { "deny": [ "Bash(rm *)",\n "Bash rm" ] } }',
      'error 2: permissions.deny[1] must be a tool, or a tool with a pattern such as Bash(rm *).',
    ],
  ];
  it.each(cases)('%s', (_, text, expected) => {
    const { problems } = parseSettings(text, 'local');
    expect(problems.map(({ level, line, what }) => `${level} ${line}: ${what}`)).toEqual([expected]);
  });

  it('and leave the rest in effect', () => {
    const { hooks, rules, problems } = parseSettings(
      JSON.stringify({
        ...one('Stop', undefined, command('good'), { type: 'command' }, command('later')),
        permissions: { deny: ['Bash(', 'Write'] },
      }),
      'user',
    );
    expect([hooks.length, rules.length, problems.length]).toEqual([2, 1, 2]);
  });
});

test('[H3] one source can turn all hooks off, and keeps its permissions', () => {
  const { hooks, rules } = hookSettings(
    treeOf({
      '.claude/settings.json': one('Stop', undefined, command('x')),
      '.claude/settings.local.json': { disableAllHooks: true, permissions: { ask: ['Bash'] } },
    }),
  );
  expect([hooks.length, rules.length]).toEqual([0, 1]);
});

test('[H1] every event has an input with its fields, and its matcher is one of them', () => {
  const tool = { tool: 'Bash', input: { command: 'ls' }, callId: 't1' };
  const inputs = [
    inputOf({ event: 'PreToolUse', ...tool }, session),
    inputOf({ event: 'PostToolUse', ...tool, response: 'a' }, session),
    inputOf({ event: 'PostToolUseFailure', ...tool, error: 'a' }, session),
    inputOf({ event: 'PermissionRequest', ...tool }, session),
    inputOf({ event: 'PermissionDenied', ...tool, reason: 'a' }, session),
    inputOf({ event: 'UserPromptSubmit', prompt: 'a' }, session),
    inputOf({ event: 'SessionStart', source: 'compact' }, session),
    inputOf({ event: 'SessionEnd', reason: 'clear' }, session),
    inputOf({ event: 'Stop', isActive: false, lastMessage: 'a' }, session),
    inputOf({ event: 'StopFailure', error: 'a', details: 'b' }, session),
    inputOf({ event: 'PreCompact', trigger: 'auto', instructions: '' }, session),
    inputOf({ event: 'PostCompact', trigger: 'auto', summary: 'a' }, session),
    inputOf({ event: 'SubagentStart', agentId: 'a', agentType: 'Explore' }, session),
    inputOf({ event: 'SubagentStop', agentId: 'a', agentType: 'b', isActive: true, lastMessage: 'c' }, session),
    inputOf({ event: 'ConfigChange', source: 'user', path: 'a' }, session),
    inputOf({ event: 'CwdChanged', from: 'a', to: 'b' }, session),
    inputOf({ event: 'FileChanged', path: 'src/a.ts', change: 'change' }, session),
    inputOf({ event: 'InstructionsLoaded', path: 'a', level: 'project', reason: 'b' }, session),
  ];
  expect(inputs.map((input) => input.hook_event_name).sort()).toEqual([...hookEventNames].sort());
  const common = ['session_id', 'transcript_path', 'cwd', 'permission_mode', 'hook_event_name'];
  for (const input of inputs) {
    const spec = hookEventNames.find((name) => name === input.hook_event_name);
    if (spec === undefined) throw new Error('An unknown event');
    expect(Object.keys(input)).toEqual([...common, ...hookEvents[spec].fields]);
    const { matcher } = hookEvents[spec];
    if (matcher !== undefined) expect(typeof input[matcher.field]).toBe('string');
  }
});

const session = { sessionId: 's', transcriptPath: '/tmp/s.jsonl', cwd: '/workspace' };

test('JSON with lines reads what JSON.parse reads', () => {
  const value = { a: [1, -2.5e3, true, null, '\u{1f600} \n"'], b: { c: [] }, constructor: {} };
  for (const space of [0, 1]) {
    const read = placedJson(JSON.stringify(value, null, space));
    expect(read.ok && read.value.value).toEqual(value);
  }
  const read = placedJson('{\n"a": [\n1,\n{ "b":\n 2 } ] }');
  if (!read.ok) throw new Error(read.error.what);
  expect([read.value.lineOf(['a']), read.value.lineOf(['a', 1, 'b']), read.value.lineOf(['a', 9])]).toEqual([2, 4, 2]);
  for (const bad of ['', '{', '[1,]', '{"a":1,"a":2}', '01', '"a', '"\\x"', '{} {}', 'undefined', '['.repeat(100)]) {
    expect(placedJson(bad).ok, bad).toBe(false);
  }
});
