import { describe, expect, it, test } from 'vitest';
import { effectOf, effectOfEvent, type HookEffect, type HookExit, together } from './hook-effect';
import { type HookEventName, hookEventNames } from './hook-events';
import { exitOfAnswer, exitOfReply, hookQuestion } from './model-answer';

/** What each kind of hook ends with when it agrees, when it refuses, and when it fails. */
const kinds: Readonly<Record<string, Readonly<Record<'fine' | 'refuses' | 'fails', HookExit>>>> = {
  command: {
    fine: { code: 0, stdout: 'said\n', stderr: '' },
    refuses: { code: 2, stdout: 'ignored', stderr: 'no\n' },
    fails: { code: 1, stdout: 'ignored', stderr: 'broken' },
  },
  prompt: {
    fine: exitOfAnswer('{"ok": true}'),
    refuses: exitOfAnswer('Well: {"ok": false, "reason": "no"}'),
    fails: exitOfAnswer('I do not know'),
  },
  agent: {
    fine: exitOfAnswer('{"ok": true}'),
    refuses: exitOfAnswer('{"ok": false, "reason": "no"}'),
    fails: exitOfAnswer(''),
  },
  http: {
    fine: exitOfReply({ status: 200, body: 'said' }),
    refuses: exitOfReply({ status: 200, body: '{"decision": "block", "reason": "no"}' }),
    fails: exitOfReply({ status: 500, body: 'broken' }),
  },
};

/** Per event: where the output of exit 0 goes, and what exit 2 does. */
const table: Readonly<Record<HookEventName, readonly [fine: string, refuses: string]>> = {
  SessionStart: ['context', 'warning'],
  InstructionsLoaded: ['', 'ignored'],
  UserPromptSubmit: ['context', 'blocks'],
  PreToolUse: ['', 'denies'],
  PermissionRequest: ['', 'denies'],
  PermissionDenied: ['', 'ignored'],
  PostToolUse: ['', 'context'],
  PostToolUseFailure: ['', 'context'],
  Stop: ['', 'blocks'],
  StopFailure: ['', 'ignored'],
  PreCompact: ['summary', 'blocks'],
  PostCompact: ['context', 'warning'],
  SubagentStart: ['', 'warning'],
  SubagentStop: ['', 'blocks'],
  ConfigChange: ['', 'blocks'],
  CwdChanged: ['', 'warning'],
  FileChanged: ['', 'warning'],
  SessionEnd: ['', 'warning'],
};

function wordFor({ blocks, permission, context, summary, warnings }: HookEffect): string {
  if (permission === 'deny') return blocks === undefined ? 'denied without a reason' : 'denies';
  if (blocks !== undefined) return 'blocks';
  if (summary !== undefined) return 'summary';
  if (context.length > 0) return 'context';
  return warnings.length > 0 ? 'warning' : '';
}

describe('[H1] [H3] the matrix of event, kind and exit', () => {
  it.each(hookEventNames)('%s', (event) => {
    const [fine, refuses] = table[event];
    for (const [kind, exits] of Object.entries(kinds)) {
      const words = (exit: HookExit) => wordFor(effectOf(event, exit));
      const speaks = kind === 'command' || kind === 'http';
      expect([kind, words(exits.fine)]).toEqual([kind, speaks ? fine : '']);
      // The answer of a server has no exit code: what it refuses, it says in JSON, which is about some events only.
      const isAsked = event === 'PermissionRequest' && kind === 'http';
      const ignored = kind === 'http' ? '' : 'warning';
      expect([kind, words(exits.refuses)]).toEqual([kind, isAsked ? '' : refuses === 'ignored' ? ignored : refuses]);
      expect([kind, effectOf(event, exits.fails)]).toMatchObject([
        kind,
        { context: [], warnings: [expect.any(String)] },
      ]);
      expect(effectOf(event, exits.fails).blocks).toBeUndefined();
      expect(wordFor(effectOf(event, { ...exits.refuses, isLate: true }))).toBe('warning');
    }
  });
});

test('[H3] exit 2 gives the reason on stderr, also an empty one', () => {
  expect(effectOf('PreToolUse', { code: 2, stdout: 'x', stderr: ' no rm \n' })).toEqual({
    blocks: 'no rm',
    permission: 'deny',
    why: 'no rm',
    context: [],
    warnings: [],
  });
  expect(effectOf('Stop', { code: 2, stdout: '', stderr: '' }).blocks).toBe('No reason was given.');
});

describe('[H3] JSON output', () => {
  const said = (event: HookEventName, json: unknown) =>
    effectOf(event, { code: 0, stdout: JSON.stringify(json), stderr: '' });
  const specific = (event: HookEventName, more: object) =>
    said(event, { hookSpecificOutput: { hookEventName: event, ...more } });

  it('decides about a tool call', () => {
    const decided = { permissionDecision: 'deny', permissionDecisionReason: 'no' };
    expect(specific('PreToolUse', decided)).toMatchObject({ blocks: 'no', permission: 'deny', why: 'no' });
    expect(specific('PreToolUse', { ...decided, permissionDecision: 'ask' })).toMatchObject({ permission: 'ask' });
    expect(specific('PreToolUse', { permissionDecision: 'allow', updatedInput: { a: 1 } })).toMatchObject({
      permission: 'allow',
      input: { a: 1 },
    });
    expect(said('PreToolUse', { decision: 'block', reason: 'old' })).toMatchObject({
      blocks: 'old',
      permission: 'deny',
    });
    expect(said('PreToolUse', { decision: 'approve' })).toMatchObject({ permission: 'allow' });
    const answer = specific('PermissionRequest', { decision: { behavior: 'deny', message: 'no' } });
    expect(answer).toMatchObject({ blocks: 'no', permission: 'deny' });
    expect(specific('PermissionRequest', { decision: { behavior: 'allow' } })).toMatchObject({ permission: 'allow' });
    expect(specific('PermissionDenied', { retry: true })).toMatchObject({ retries: true });
  });

  it('adds context where the event takes it, and says so where it does not', () => {
    const adding = { additionalContext: 'more' };
    for (const event of ['UserPromptSubmit', 'SessionStart', 'PreToolUse', 'PostToolUse', 'SubagentStart'] as const) {
      expect(specific(event, adding)).toEqual({
        context: ['more'],
        warnings: [],
        ...(event === 'PreToolUse' ? { why: '' } : {}),
      });
    }
    expect(specific('Stop', adding)).toMatchObject({ context: [], warnings: [expect.stringMatching(/no effect/)] });
    expect(said('Stop', { hookSpecificOutput: { hookEventName: 'SessionStart' } }).warnings).toHaveLength(1);
  });

  it('stops the run, and tells the user', () => {
    expect(said('PostToolUse', { continue: false, stopReason: 'enough', systemMessage: 'look' })).toEqual({
      context: [],
      warnings: ['look'],
      stops: 'enough',
    });
  });

  it('that is broken is a text', () => {
    const effect = effectOf('SessionStart', { code: 0, stdout: '{ not json', stderr: '' });
    expect(effect).toEqual({ context: ['{ not json'], warnings: [expect.stringMatching(/taken as text/)] });
  });
});

test('[H3] of several hooks the strictest decides, and each is heard', () => {
  const allow: HookEffect = { permission: 'allow', why: 'fine', context: ['a'], warnings: [], summary: 'first' };
  const ask: HookEffect = { permission: 'ask', why: 'unsure', context: [], warnings: ['w'] };
  const deny: HookEffect = {
    permission: 'deny',
    why: 'no',
    blocks: 'no',
    context: ['b'],
    warnings: [],
    summary: 'second',
  };
  expect(together([allow, ask])).toMatchObject({ permission: 'ask', why: 'unsure' });
  expect(together([allow, ask, deny])).toEqual({
    permission: 'deny',
    why: 'no',
    blocks: 'no',
    context: ['a', 'b'],
    warnings: ['w'],
    summary: 'first\n\nsecond',
  });
  expect(together([])).toEqual({ context: [], warnings: [] });
  const firings = [
    { exit: 0, stdout: 'hello', stderr: '' },
    { exit: null, stdout: '', stderr: '' },
  ];
  expect(effectOfEvent('SessionStart', firings)).toEqual({
    context: ['hello'],
    warnings: ['It was stopped at its time limit.'],
  });
  expect(effectOfEvent('unknown', firings)).toEqual({ context: [], warnings: [] });
});

test('[H4] what several hooks print before a compaction is joined by blank lines, and blank output counts as none', () => {
  const printing = (stdout: string) => effectOf('PreCompact', { code: 0, stdout, stderr: '' });
  expect(together([printing('Name all files.\n'), printing(' \n'), printing('Be short.')])).toEqual({
    context: [],
    warnings: [],
    summary: 'Name all files.\n\nBe short.',
  });
  expect(together([printing(' \n')]).summary).toBeUndefined();
});

test('[H2] a prompt gets the event in its place, or at its end', () => {
  expect(hookQuestion('Is $ARGUMENTS fine?', '{"$&": 1}')).toMatch(/^Is \{"\$&": 1\} fine\?\n\nAnswer with one JSON/);
  expect(hookQuestion('Fine?', '{}')).toMatch(/^Fine\?\n\n\{\}\n\nAnswer/);
});

test('[H2] an address without a scripted reply says nothing', () => {
  expect(exitOfReply(undefined)).toEqual({ code: 0, stdout: '', stderr: '' });
});
