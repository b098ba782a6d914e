import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json';
import { mainOf, prompt, reply, text } from './given-records.test-support';

const attached = (uuid: string, attachment: JsonObject): JsonObject => ({
  type: 'attachment',
  uuid,
  sessionId: 's1',
  timestamp: '2026-03-01T10:00:00Z',
  attachment,
});

describe('what the program added', () => {
  it.each([
    [
      { type: 'nested_memory', path: '/w/.claude/rules/a.md', content: { content: 'Use tabs.', globs: ['*.ts', 7] } },
      { kind: 'instructions', name: '/w/.claude/rules/a.md', paths: ['*.ts'] },
    ],
    [
      { type: 'nested_memory', path: '/w/src/CLAUDE.md', content: 'Old form' },
      { kind: 'instructions', name: '/w/src/CLAUDE.md' },
    ],
    [
      { type: 'hook_success', hookEvent: 'SessionStart', hookName: 'SessionStart:startup', content: 'Hello' },
      { kind: 'hook', name: 'SessionStart:startup' },
    ],
    [
      { type: 'edited_text_file', filename: 'a.ts', snippet: '1 x' },
      { kind: 'changed-file', name: 'a.ts' },
    ],
    [
      { type: 'plan_mode', content: 'Plan' },
      { kind: 'mode', name: 'plan' },
    ],
    [{ type: 'queued_command', prompt: 'And then', commandMode: 'prompt' }, { kind: 'queued' }],
    [{ type: 'recalled_memories', files: ['a'] }, { kind: 'memories' }],
    [{ type: 'novelty', content: 'x' }, undefined],
  ])('[Y6] is known of %j', (attachment, origin) => {
    const { messages } = mainOf(attached('x', attachment));
    expect(messages).toHaveLength(1);
    expect(messages[0]?.origin).toEqual(origin);
  });

  it('[Y6] does not count differently for it', () => {
    const [message] = mainOf(attached('x', { type: 'recalled_memories', files: ['a'] })).messages;
    expect(message?.parts).toEqual([
      { kind: 'unknown', type: 'recalled_memories', json: { type: 'recalled_memories', files: ['a'] } },
    ]);
  });
});

describe('runs of hooks', () => {
  it('[Y1] are listed at their places, with the message if the model saw their output', () => {
    const progress = { type: 'hook_progress', hookEvent: 'PostToolUse', hookName: 'PostToolUse:Edit', command: 'lint' };
    const { hooks, messages } = mainOf(
      attached('h1', {
        type: 'hook_success',
        hookEvent: 'SessionStart',
        hookName: 'SessionStart:startup',
        content: 'Hello',
      }),
      attached('h2', { type: 'hook_success', hookEvent: 'Stop', content: 'not for the model' }),
      prompt('u1', 'Go'),
      { type: 'progress', uuid: 'p1', sessionId: 's1', data: progress },
      { type: 'progress', uuid: 'p2', sessionId: 's1', isSidechain: true, data: progress },
      reply('a1', { id: 'm1', content: text('Done') }),
      attached('h3', { type: 'hook_system_message', hookEvent: 'Stop', content: 'for the user' }),
    );
    expect(messages.map(({ id }) => id)).toEqual(['h1', 'u1', 'm1']);
    expect(
      hooks?.map(({ event, name, command, at, messageId, line }) => [event, name, command, at, messageId, line]),
    ).toEqual([
      ['SessionStart', 'SessionStart:startup', undefined, 0, 'h1', 1],
      ['Stop', undefined, undefined, 1, undefined, 2],
      ['PostToolUse', 'PostToolUse:Edit', 'lint', 2, undefined, 4],
      ['Stop', undefined, undefined, 3, undefined, 7],
    ]);
  });

  it('are missing if there are none', () => {
    expect(mainOf(prompt('u1', 'Go'))).not.toHaveProperty('hooks');
  });

  it.each([{}, { hookEvent: 7 }, { hookEvent: '\ud800', hookName: 'x'.repeat(9_000) }, null, 'text'])(
    'bear any damage: %j',
    (data) => {
      const { hooks } = mainOf(prompt('u1', 'Go'), {
        type: 'progress',
        uuid: 'p',
        sessionId: 's1',
        data: typeof data === 'object' && data !== null ? { type: 'hook_progress', ...data } : data,
      });
      for (const { event, name } of hooks ?? []) {
        expect(event.isWellFormed()).toBe(true);
        expect(name?.length ?? 0).toBeLessThanOrEqual(2_000);
      }
    },
  );
});
