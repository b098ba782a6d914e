import { describe, expect, it, test } from 'vitest';
import { asObject } from '../../base/json';
import { playground } from '../../policies/presets/playground';
import { policyLayers } from '../../policies/shape/policy-layer';
import type { ModelRequest } from '../journal/chat-model';
import type { Entry, ReplyBlock } from '../journal/entry';
import { decisionsOf, replayOf } from '../run/replayed-run.test-support';
import { runMeter } from '../view/run-meter';
import { ShownHooks } from '../view/shown-hooks';
import { AgentRun } from './agent-run';
import {
  answered,
  calling,
  command,
  contextOf,
  firingsOf,
  hooked,
  hookedRun,
  prompted,
  saying,
} from './hooks-run.test-support';
import { type MemoryRun, settled, withMemory } from './memory-run.test-support';
import { surroundings } from './surroundings';

const bash = (text: string) => calling('Bash', { command: text });
const fileOf = ({ host }: MemoryRun, path: string) => host.state.workspace.read(path);
const requests = ({ asked }: MemoryRun) => asked.filter(({ purpose }) => purpose === 'turn').length;

/** The same entries lead to the same run. */
function expectSame({ host, stored }: MemoryRun): void {
  const again = AgentRun.of(structuredClone(stored), surroundings);
  expect(again.run.transcript).toEqual(host.state.run.transcript);
  expect(again.run.hooks.log).toEqual(host.state.run.hooks.log);
  expect(again.run.need.type).toBe(host.state.run.need.type);
  expect(again.run.hooks.granted).toEqual(host.state.run.hooks.granted);
  expect(decisionsOf(replayOf(host.state.run))).toEqual(decisionsOf(host.state.run.result()));
}

describe('[H1] [H3] before a tool', () => {
  it('exit 2 blocks it, and its reason is the result', async () => {
    const guard = command('jq -r .tool_input.command | grep -q "^rm" && { echo "No rm." >&2; exit 2; }; exit 0');
    const after = command('echo ran >> log.txt');
    const run = hookedRun({
      settings: {
        hooks: {
          PreToolUse: [{ matcher: 'Bash', hooks: [guard] }],
          PostToolUse: [{ matcher: '*', hooks: [after] }],
        },
      },
      turns: [[bash('rm a.txt'), bash('echo two > b.txt')]],
    });
    await prompted(run);
    expect([fileOf(run, 'a.txt'), fileOf(run, 'b.txt'), fileOf(run, 'log.txt')]).toEqual(['one\n', 'two\n', 'ran\n']);
    expect(contextOf(run)[2]).toBe('tool-results: A hook blocked this call: No rm. (no output)');
    expect(run.host.state.run.transcript.hooks?.map(({ name, exit, blocks }) => [name, exit, blocks])).toEqual([
      ['PreToolUse:Bash', 2, 'No rm.'],
      ['PreToolUse:Bash', 0, undefined],
      ['PostToolUse:Bash', 0, undefined],
    ]);
    expectSame(run);
  });

  it('a hook may change the input of a tool', async () => {
    const output = {
      hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'echo safe > b.txt' } },
    };
    const run = hookedRun({
      settings: hooked({ PreToolUse: [command(`echo '${JSON.stringify(output)}'`)] }),
      turns: [[bash('rm a.txt')]],
    });
    await prompted(run);
    expect([fileOf(run, 'a.txt'), fileOf(run, 'b.txt')]).toEqual(['one\n', 'safe\n']);
    expectSame(run);
  });

  it('[H1] is told of a command that ends in another folder, though the next one starts in the workspace again', async () => {
    const run = hookedRun({
      settings: hooked({ CwdChanged: [command('jq -r .new_cwd >> told.txt')] }),
      turns: [[bash('mkdir -p deep && echo x > deep/x && cd deep && pwd')], [bash('pwd')]],
    });
    await prompted(run);
    expect(fileOf(run, 'told.txt')).toBe('/workspace/deep\n');
    expectSame(run);
  });

  it('any other exit code is a warning, and the tool runs', async () => {
    const run = hookedRun({
      settings: hooked({ PreToolUse: [command('no-such-command')] }),
      turns: [[bash('echo two > b.txt')]],
    });
    await prompted(run);
    expect(fileOf(run, 'b.txt')).toBe('two\n');
    expect(run.host.state.run.hooks.log[0]?.effect.warnings[0]).toMatch(/exit code 127/);
  });

  it('a hook gets the event as JSON on its input, and cannot write where the agent cannot', async () => {
    const run = hookedRun({
      settings: hooked({ PreToolUse: [command('cat > seen.json; echo x > /etc/claude-code/managed-settings.json')] }),
      turns: [[bash('true')]],
    });
    await prompted(run);
    const seen: unknown = JSON.parse(fileOf(run, 'seen.json') ?? '');
    expect(seen).toMatchObject({
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      cwd: '/workspace',
      session_id: 'run',
    });
    expect(fileOf(run, '/etc/claude-code/managed-settings.json')).toBeUndefined();
  });

  it('a hook that runs too long is stopped, and blocks nothing', async () => {
    const run = hookedRun({
      settings: hooked({ PreToolUse: [command('sleep 5; exit 2', { timeout: 0.2 })] }),
      turns: [[bash('echo two > b.txt')]],
    });
    await prompted(run);
    expect(fileOf(run, 'b.txt')).toBe('two\n');
    expect(run.host.state.run.hooks.log[0]?.firing.exit).toBeNull();
  });
});

describe('[H1] permissions', () => {
  const settings = { permissions: { ask: ['Bash'], deny: ['Bash(rm *)', 'Write'] } };

  it('a denied call never runs, and the agent is told of the rule', async () => {
    const run = hookedRun({
      settings: { ...settings, ...hooked({ PermissionDenied: [command('cat > denied.json')] }) },
      turns: [[calling('Write', { file_path: 'b.txt', content: 'x' })]],
    });
    await prompted(run);
    expect(fileOf(run, 'b.txt')).toBeUndefined();
    expect(contextOf(run)[2]).toMatch(/denied by the rule Write \(project\)/);
    expect(asObject(JSON.parse(fileOf(run, 'denied.json') ?? '{}'))).toMatchObject({
      hook_event_name: 'PermissionDenied',
    });
    expectSame(run);
  });

  it('a question waits for the user; once, always and no', async () => {
    const run = hookedRun({
      settings,
      turns: [[bash('echo 1 >> b.txt')], [bash('echo 2 >> b.txt')], [bash('echo 3 >> b.txt')], [bash('rm b.txt')]],
    });
    const { host } = run;
    const answer = async (given: 'once' | 'always' | 'no') => {
      const { need } = host.state.run;
      if (need.type !== 'permission') throw new Error(`The run needs "${need.type}"`);
      expect(host.status.type).toBe('asks');
      await host.enter({ type: 'permitted', callId: need.calls[0]?.call.id ?? '', answer: given });
      await settled(run);
    };
    await prompted(run);
    expect(fileOf(run, 'b.txt')).toBeUndefined();
    await answer('no');
    expect(fileOf(run, 'b.txt')).toBeUndefined();
    await answer('once');
    expect(fileOf(run, 'b.txt')).toBe('2\n');
    await answer('always');
    // The third ran without a question, and nothing lifts a denial.
    expect(fileOf(run, 'b.txt')).toBe('2\n3\n');
    expect(host.state.run.need.type).toBe('prompt');
    expect(host.state.run.hooks.granted).toEqual(['Bash(echo *)']);
    expect(contextOf(run).some((line) => line.includes('denied by the rule Bash(rm *)'))).toBe(true);
    expectSame(run);
  });

  it('a hook may answer for the user', async () => {
    const decides = (behavior: string) =>
      command(`echo '{"hookSpecificOutput":{"decision":{"behavior":"${behavior}","message":"by rule"}}}'`);
    for (const [behavior, expected] of [
      ['allow', '1\n'],
      ['deny', undefined],
    ] as const) {
      const run = hookedRun({
        settings: { ...settings, ...hooked({ PermissionRequest: [decides(behavior)] }) },
        turns: [[bash('echo 1 > b.txt')]],
      });
      await prompted(run);
      expect([behavior, fileOf(run, 'b.txt'), run.host.state.run.need.type]).toEqual([behavior, expected, 'prompt']);
    }
  });

  it('a stop while a question is open denies it, and the run can go on', async () => {
    const run = hookedRun({ settings, turns: [[bash('echo 1 > b.txt'), bash('echo 2 >> b.txt')]] });
    await prompted(run);
    await run.host.stop();
    expect([run.host.status.type, run.host.state.run.questions.length]).toEqual(['resting', 0]);
    await run.host.goOn();
    await settled(run);
    expect([run.host.status.type, fileOf(run, 'b.txt')]).toEqual(['idle', undefined]);
    expect(contextOf(run)[2]).toMatch(/The user denied this call/);
    expectSame(run);
  });

  it('a reload while a question is open asks again, and undo withdraws it', async () => {
    const run = hookedRun({ settings, turns: [[bash('echo 1 > b.txt')]] });
    await prompted(run);
    const again = hookedRun({ settings, entries: run.stored });
    expect(again.host.status).toMatchObject({ type: 'asks', questions: [{ because: 'the rule Bash (project)' }] });
    await again.host.undo();
    expect(again.host.status.type).toBe('idle');
    expect(fileOf(again, 'b.txt')).toBeUndefined();
  });
});

describe('[H1] [H3] around a turn', () => {
  it('what SessionStart and UserPromptSubmit print is in the context, before and after the prompt', async () => {
    const run = hookedRun({
      settings: hooked({
        SessionStart: [command('echo Use tabs.')],
        UserPromptSubmit: [command('echo It is Monday.')],
      }),
    });
    await prompted(run, 'Hello');
    expect(contextOf(run).slice(0, 3)).toEqual([
      'injected: <system-reminder>\nHook SessionStart:startup: Use tabs.\n</system-reminder>',
      'prompt: Hello',
      'injected: <system-reminder>\nHook UserPromptSubmit: It is Monday.\n</system-reminder>',
    ]);
    expect(run.host.state.run.hooks.log.map(({ tokens }) => tokens > 5)).toEqual([true, true]);
    await prompted(run, 'Again');
    expect(contextOf(run).filter((line) => line.includes('Use tabs.'))).toHaveLength(1);
    expectSame(run);
  });

  it('a blocked prompt is not added, and no request is made', async () => {
    const run = hookedRun({ settings: hooked({ UserPromptSubmit: [command('echo "No secrets." >&2; exit 2')] }) });
    await prompted(run, 'The password is 1234');
    expect([contextOf(run), requests(run), run.host.status.type]).toEqual([[], 0, 'idle']);
    expect(run.host.state.run.hooks.blockedPrompt).toBe('No secrets.');
    expectSame(run);
  });

  it('a Stop hook lets the agent go on, and knows when it already does', async () => {
    const run = hookedRun({
      settings: hooked({
        Stop: [command('jq -e .stop_hook_active > /dev/null && exit 0; echo "Run the tests first." >&2; exit 2')],
      }),
      turns: [[saying('Ready.')], [saying('Now it is ready.')]],
    });
    await prompted(run);
    expect(contextOf(run)).toEqual([
      'prompt: Go',
      'reply: Ready.',
      'injected: <system-reminder>\nHook Stop: Run the tests first.\n</system-reminder>',
      'reply: Now it is ready.',
    ]);
    expect(firingsOf(run).map((line) => line.at(-1))).toEqual(['2', '0']);
    expectSame(run);
  });

  it('a hook may stop the run', async () => {
    const run = hookedRun({
      settings: hooked({ PostToolUse: [command(`echo '{"continue": false, "stopReason": "Enough."}'`)] }),
      turns: [[bash('true')]],
    });
    await prompted(run);
    expect(run.host.status).toMatchObject({ type: 'help', why: { what: 'A hook stopped the run: Enough.' } });
    expect(requests(run)).toBe(1);
    await prompted(run, 'Go on');
    expect([requests(run), run.host.status.type]).toEqual([2, 'idle']);
    expectSame(run);
  });

  it('files and settings that the user changes are told at once, and a failed turn, too', async () => {
    let fails = false;
    const run = hookedRun({
      settings: hooked({
        FileChanged: [command('jq -r .file_path >> told.txt')],
        ConfigChange: [command('jq -r .source >> told.txt')],
        InstructionsLoaded: [command('jq -r .file_path >> told.txt')],
        StopFailure: [command('jq -r .error_details >> told.txt')],
      }),
      files: { 'CLAUDE.md': 'Be brief.' },
      answer: () => (fails ? { type: 'failed', what: 'No connection.', advice: 'Try again.' } : undefined),
    });
    // Before the session there is nobody to tell.
    await run.host.enter({ type: 'files', files: [{ path: 'a.txt', text: 'zero\n' }] });
    expect(fileOf(run, 'told.txt')).toBeUndefined();
    await prompted(run);
    const before = '/workspace/a.txt\n/workspace/CLAUDE.md\n';
    expect(fileOf(run, 'told.txt')).toBe(before);
    await run.host.enter({ type: 'files', files: [{ path: 'a.txt', text: 'two\n' }] });
    expect([fileOf(run, 'told.txt'), run.host.status.type]).toEqual([`${before}/workspace/a.txt\n`, 'idle']);
    await run.host.enter({ type: 'files', files: [{ path: '.claude/settings.local.json', text: '{}' }] });
    expect(fileOf(run, 'told.txt')).toBe(`${before}/workspace/a.txt\nlocal_settings\n`);
    const { log } = run.host.state.run.hooks;
    expect(log.at(-1)?.timeMs).toBeLessThanOrEqual(run.host.state.entries.at(-1)?.timeMs ?? 0);
    fails = true;
    const asked = requests(run);
    await prompted(run);
    expect(fileOf(run, 'told.txt')).toMatch(/No connection\.\n$/);
    // It was not asked again for having told that.
    expect([requests(run) - asked, run.host.state.run.need.type]).toEqual([1, 'reply']);
    fails = false;
    await run.host.goOn();
    await settled(run);
    expect(run.host.status.type).toBe('idle');
    expectSame(run);
  });

  it('an older run, which told them with the next prompt, is read as it was', async () => {
    const run = hookedRun({
      settings: hooked({ FileChanged: [command('cat > /dev/null')] }),
    });
    await prompted(run);
    const [begun, ...others] = run.stored;
    if (begun?.type !== 'begun') throw new Error('A run begins');
    const changed: Entry = { type: 'files', timeMs: 2e12, files: [{ path: 'a.txt', text: 'two\n' }] };
    const prompt: Entry = { type: 'prompt', timeMs: 2e12, text: 'Go on' };
    const { need } = AgentRun.of([begun, ...others, changed, prompt], surroundings).run;
    expect(need.type === 'hooks' && need.events.map(({ event }) => event)).toEqual(['FileChanged']);
  });
});

describe('[H2] kinds', () => {
  it('a prompt hook is one request of the model, offline by the script', async () => {
    const run = hookedRun({
      settings: hooked({ PreToolUse: [{ type: 'prompt', prompt: 'Refuse if the command contains `push`.' }] }),
      turns: [[bash('git push'), bash('echo two > b.txt')]],
    });
    await prompted(run);
    expect(fileOf(run, 'b.txt')).toBe('two\n');
    expect(contextOf(run)[2]).toMatch(/blocked this call: .*push/);
    expect(run.asked.filter(({ purpose }) => purpose === 'hook')).toHaveLength(2);
    expectSame(run);
  });

  it('an address is never asked: what it answers is in the settings', async () => {
    const reply = { status: 200, body: { decision: 'block', reason: 'The server says no.' } };
    const run = hookedRun({
      settings: hooked({ PreToolUse: [{ type: 'http', url: 'https://example.com/', reply }] }),
      turns: [[bash('echo two > b.txt')]],
    });
    await prompted(run);
    expect(fileOf(run, 'b.txt')).toBeUndefined();
    expect(contextOf(run)[2]).toMatch(/The server says no\./);
  });
});

describe('[H4] around a compaction', () => {
  const settings = (before: string, matcher = '*') => ({
    hooks: {
      PreCompact: [{ matcher, hooks: [command(before)] }],
      SessionStart: [{ matcher: 'compact', hooks: [command('echo Use tabs.')] }],
      PostCompact: [{ hooks: [command('jq -r .trigger')] }],
    },
  });
  const long = 'The number of the day is 4711. '.repeat(100);
  const turns = [[saying(long)], [saying(long)]];
  const compact = async (run: MemoryRun, focus?: string) => {
    await run.host.enter({ type: 'command', command: { type: 'compact', ...(focus === undefined ? {} : { focus }) } });
    await settled(run);
  };
  const summaryRequest = (run: MemoryRun) => run.asked.find(({ purpose }) => purpose === 'summary');

  it('what PreCompact prints follows the focus after a blank line; what the others print is last', async () => {
    const run = hookedRun({ settings: settings('jq -r .custom_instructions; echo Name all files.'), turns });
    await prompted(run);
    await prompted(run);
    await compact(run, 'the tests');
    const request = summaryRequest(run);
    expect(request !== undefined && 'ask' in request && request.ask.focus).toBe(
      'the tests\n\nthe tests\nName all files.',
    );
    expect(contextOf(run).slice(-2)).toEqual([
      'injected: <system-reminder>\nHook SessionStart:compact: Use tabs.\n</system-reminder>',
      'injected: <system-reminder>\nHook PostCompact:manual: manual\n</system-reminder>',
    ]);
  });

  it('blank output counts as none', async () => {
    const run = hookedRun({ settings: settings('echo " "'), turns });
    await prompted(run);
    await prompted(run);
    await compact(run);
    const request = summaryRequest(run);
    expect(request !== undefined && 'ask' in request && request.ask.focus).toBeUndefined();
    await prompted(run, 'And now?');
    expectSame(run);
  });

  it('exit 2 blocks the compaction, if its matcher is the trigger', async () => {
    const run = hookedRun({ settings: settings('echo "Not now." >&2; exit 2', 'manual'), turns });
    await prompted(run);
    await prompted(run);
    await compact(run);
    const { failures, changes } = run.host.state.run.result();
    expect([changes.length, failures.map(({ kind }) => kind)]).toEqual([0, ['hook-blocked']]);
    expect(contextOf(run).some((line) => line.includes('Use tabs.'))).toBe(false);
    const other = hookedRun({ settings: settings('exit 2', 'auto'), turns });
    await prompted(other);
    await prompted(other);
    await compact(other);
    expect(other.host.state.run.compactions).toBe(1);
  });
});

test('[H4] automatic compactions hear hooks, too, and a replay of the run decides the same', async () => {
  const long = 'The number of the day is 4711. '.repeat(100);
  const policy = { ...playground, windowTokens: 12_000, layers: policyLayers({ 'full-compact': {} }) };
  const blocksFirst =
    'test -e tried || { touch tried; echo x > tried; echo "Not yet." >&2; exit 2; }; echo "Name $(jq -r .trigger) files."';
  const run = hookedRun({
    policy,
    settings: {
      hooks: {
        PreCompact: [{ matcher: 'auto', hooks: [command(blocksFirst)] }],
        SessionStart: [{ matcher: 'compact', hooks: [command('echo Use tabs.')] }],
        PostCompact: [{ hooks: [command('echo That was it.')] }],
      },
    },
    turns: Array.from({ length: 20 }, () => [saying(long)]),
  });
  for (let turn = 0; turn < 14; turn++) await prompted(run, `Turn ${turn}. ${long}`);
  const { failures, changes } = run.host.state.run.result();
  expect(failures.map(({ kind }) => kind)).toEqual(['hook-blocked']);
  expect(changes.length).toBeGreaterThan(1);
  const focuses = run.asked.flatMap((request) => ('ask' in request ? [request.ask.focus] : []));
  expect(new Set(focuses)).toEqual(new Set(['Name auto files.']));
  expectSame(run);
});

test('[H3] the settings of the session come last, and are stored with the run', async () => {
  const run = hookedRun({ settings: hooked({ UserPromptSubmit: [command('echo first')] }) });
  await run.host.enter({
    type: 'hook-settings',
    text: JSON.stringify(hooked({ UserPromptSubmit: [command('echo last')] })),
  });
  await prompted(run);
  expect(firingsOf(run)).toEqual(['UserPromptSubmit echo first 0', 'UserPromptSubmit echo last 0']);
  expectSame(run);
});

describe('[H1] agents', () => {
  const agent = (prompt: string) => calling('Agent', { description: 'Look', prompt, subagent_type: 'general-purpose' });
  const byPurpose = (own: readonly (readonly ReplyBlock[])[]) => {
    const rest = [...own];
    return ({ purpose }: ModelRequest) =>
      purpose === 'agent' ? answered(rest.shift() ?? [saying('Found.')]) : undefined;
  };

  it('have the hooks of the run: at their start, before their tools, and at their end', async () => {
    const run = hookedRun({
      own: { agents: 'in-tool' },
      settings: {
        hooks: {
          SubagentStart: [{ hooks: [command(`echo '{"hookSpecificOutput":{"additionalContext":"Be brief."}}'`)] }],
          PreToolUse: [{ matcher: 'Bash', hooks: [command('echo No rm. >&2; exit 2')] }],
          SubagentStop: [
            { hooks: [command('jq -e .stop_hook_active > /dev/null && exit 0; echo Look again. >&2; exit 2')] },
          ],
        },
      },
      turns: [[agent('Remove a.txt')]],
      answer: byPurpose([[bash('rm a.txt')], [saying('Not possible.')], [saying('Still not.')]]),
    });
    await prompted(run);
    const [child] = run.host.state.run.agents.all;
    expect([child?.state, child?.answer, fileOf(run, 'a.txt')]).toEqual(['done', 'Still not.', 'one\n']);
    const texts = JSON.stringify(child?.run.transcript.messages);
    for (const words of ['Be brief.', 'A hook blocked this call: No rm.', 'Look again.'])
      expect(texts).toContain(words);
    expect(child?.run.hooks.log.map(({ event }) => event)).toEqual([
      'SubagentStart',
      'PreToolUse',
      'SubagentStop',
      'SubagentStop',
    ]);
    const again = AgentRun.of(structuredClone(run.stored), surroundings);
    expect(again.run.agents.all[0]?.run.transcript).toEqual(child?.run.transcript);
  });

  it('ask the user, too, and Always counts for all of them', async () => {
    const run = hookedRun({
      own: { agents: 'in-tool' },
      settings: { permissions: { ask: ['Bash'] } },
      turns: [[agent('Write b.txt')], [bash('echo 2 >> b.txt')]],
      answer: byPurpose([[bash('echo 1 >> b.txt')], [saying('Written.')]]),
    });
    await prompted(run);
    const [question] = run.host.state.run.questions;
    expect([question?.task, run.host.status.type]).toEqual(['agent-1', 'asks']);
    await run.host.enter({
      type: 'permitted',
      task: question?.task ?? '',
      callId: question?.call.id ?? '',
      answer: 'always',
    });
    await settled(run);
    expect([fileOf(run, 'b.txt'), run.host.state.run.need.type]).toEqual(['1\n2\n', 'prompt']);
  });
});

test('[H1] what saves memories beside the turn obeys the rules, too, and asks nobody', async () => {
  const results = async (permissions: object) => {
    const run = hookedRun({
      policy: withMemory(),
      settings: { permissions },
      turns: [[saying('Noted.')]],
      answer: ({ purpose }) =>
        purpose === 'memory' && writes.length > 0 ? answered([writes.shift() ?? saying('')]) : undefined,
    });
    const writes = [calling('Read', { file_path: 'a.txt' })];
    await prompted(run, 'From now on, always use tabs.');
    return JSON.stringify(run.stored.filter(({ type }) => type === 'task-results'));
  };
  expect(await results({})).toContain('one');
  expect(await results({ deny: ['Read(a.txt)'] })).toContain('The settings do not allow Read here.');
  expect(await results({ ask: ['Read'] })).toContain('The settings do not allow Read here.');
});

test('[H1] the session before this one of its project ends where this one begins', async () => {
  const [first] = hookedRun({
    settings: hooked({ SessionEnd: [command('jq -r .reason')], SessionStart: [command('jq -r .source')] }),
  }).stored;
  if (first?.type !== 'begun') throw new Error('A run begins');
  const project = { id: 'p', session: 2, homeVersion: 0 };
  const run = hookedRun({ entries: [{ ...first, setup: { ...first.setup, project } }] });
  await prompted(run);
  expect(run.host.state.run.hooks.log.map(({ event, firing }) => `${event} ${firing.stdout}`)).toEqual([
    'SessionEnd clear\n',
    'SessionStart clear\n',
  ]);
  expectSame(run);
});

test('[H2] what a hook asked a model is in the bill, and counts for the limit', async () => {
  const usage = { input: 1_000_000, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 10 };
  const reply = { blocks: [saying('{"ok": true}')], stopReason: 'end_turn', timeMs: 1, usage };
  const run = hookedRun({
    settings: hooked({ UserPromptSubmit: [{ type: 'prompt', prompt: 'Fine?' }] }),
    choice: { type: 'api', id: 'claude-sonnet-5-5', thinks: false, serverClears: false },
    answer: ({ purpose }) => (purpose === 'hook' ? { type: 'answered', reply } : undefined),
  });
  await prompted(run);
  const { run: live } = run.host.state;
  expect(live.hooks.usages).toMatchObject([{ model: 'claude-sonnet-5-5', usage }]);
  expect(runMeter(live).forkDollars).toBeGreaterThan(1);
  expect(live.spent.dollars).toBeGreaterThan(1);
});

test('[H1] [H3] the page is shown what ran, cut to size, and nothing anew that did not change', async () => {
  const run = hookedRun({
    settings: {
      permissions: { deny: ['Bash(rm *)'], ask: ['Write'] },
      ...hooked({ PostToolUse: [command('echo {}')], UserPromptSubmit: [command('echo Be brief.')] }),
    },
    files: { '.claude/settings.local.json': '{ "hooks": [] }', 'long.txt': 'word '.repeat(10_000) },
    turns: [[calling('Read', { file_path: 'long.txt' }), bash('rm a.txt')]],
  });
  const shown = new ShownHooks();
  await prompted(run);
  const view = shown.view(run.host.state.run, ['Bash', 'Write', 'Read']);
  expect(shown.view(run.host.state.run, ['Bash', 'Write', 'Read'])).toBe(view);
  expect(
    view.sources.map(({ source, isThere, hooks, rules, problems }) => [source, isThere, hooks, rules, problems.length]),
  ).toEqual([
    ['user', false, 0, 0, 0],
    ['project', true, 2, 2, 0],
    ['local', true, 0, 0, 1],
    ['managed', false, 0, 0, 0],
    ['session', false, 0, 0, 0],
  ]);
  expect(view.permissions).toEqual([
    { tool: 'Bash', effect: 'allow', patterns: ['deny Bash(rm *)'] },
    { tool: 'Write', effect: 'ask', because: 'Write, project', patterns: [] },
    { tool: 'Read', effect: 'allow', patterns: [] },
  ]);
  expect(view.log.map(({ event, effect }) => [event, effect])).toEqual([
    ['UserPromptSubmit', ['For the model: Be brief.']],
    ['PostToolUse', []],
  ]);
  expect(view.log[1]?.input.length).toBeLessThan(5_000);
  expect(view.sums).toMatchObject({ runs: 2, blocked: 0 });
  expect(view.sums.tokens).toBeGreaterThan(5);
  await run.host.enter({ type: 'hook-settings', text: '{}' });
  expect(shown.view(run.host.state.run, []).log).toEqual(view.log);
});

test('[H2] without hooks, nothing is asked and nothing is logged', async () => {
  const run = hookedRun({ turns: [[bash('echo two > b.txt')]] });
  await prompted(run);
  expect(run.stored.map(({ type }) => type)).toEqual(['begun', 'prompt', 'reply', 'results', 'reply']);
  expect(run.host.state.run.transcript.hooks).toBeUndefined();
});
