import { describe, expect, it } from 'vitest';
import type { Message } from '../../transcript/transcript';
import { contextFromText, environment } from '../shape/context-text.test-support';
import { recordedContext } from '../shape/made-message';
import type { Notice } from './notices';
import { restoredNotices } from './restored-notices';

const ALL: readonly Notice[] = ['tools', 'agents', 'mcp', 'instructions'];

function restored(text: string, keptFrom = Number.POSITIVE_INFINITY, kinds = ALL): string[] {
  const { messages } = contextFromText(text);
  return restoredNotices(kinds, messages, messages.slice(keptFrom), environment()).map(
    ({ message, tokens }) =>
      `${message.id} ${tokens} ${message.parts.map((part) => part.kind === 'text' && part.text)}`,
  );
}

describe('[F6] notices', () => {
  it.each<[string, string]>([
    ['tools', 'CronCreate\nWebFetch\nmcp__docs__search'],
    ['tools', 'mcp__docs__search'],
    ['tools', '<system-reminder>\nThese deferred tools can be loaded:\nWebFetch'],
    ['agents', '- Explore: looks around. (Tools: Read, Grep)\n- Plan: plans. (Tools: Read)'],
    ['agents', '<system-reminder>\nAvailable agent types:\n- Explore: looks around'],
    ['mcp', '## docs:search\nUse this server for questions.'],
    ['mcp', '<system-reminder>\n# MCP Server Instructions\nUse it.'],
    ['instructions', '<system-reminder>\nFor your work:\n# claudeMd\nAlways test.'],
    ['instructions', '# AGENTS.md instructions for /work\nAlways test.'],
  ])('of %s are recognised in %j', (kind, text) => {
    expect(restored(`injected ${JSON.stringify(text)}`)).toEqual([
      `made-7-${kind} ${Math.ceil(text.length / 4)} ${text}`,
    ]);
  });

  it.each<[string, string]>([
    ['a list of skills', 'injected "- review: reviews a change\\n- commit: writes a commit"'],
    ['hook output', 'injected "Success"'],
    ['rules of a folder', 'injected "# Rules for the docs\\nShort sentences."'],
    ['a typed prompt', 'user "## docs\\nWrite them."'],
    ['a reply', 'assistant "<system-reminder>\\n# claudeMd"'],
    ['a summary', 'summary "## docs\\nThey were written."'],
  ])('do not include %s', (_, line) => {
    expect(restored(line)).toEqual([]);
  });

  it('are restored in a fixed order, the latest of each kind, and only the requested kinds', () => {
    const text = [
      'injected "## old\\nFirst words."',
      'injected "# AGENTS.md instructions for /work"',
      'injected "## new\\nOther words."',
      'user "Go on"',
      'injected "ToolA\\nToolB"',
    ].join('\n---\n');
    expect(restored(text)).toEqual([
      'made-7-tools 3 ToolA\nToolB',
      'made-7-mcp 5 ## new\nOther words.',
      'made-7-instructions 9 # AGENTS.md instructions for /work',
    ]);
    expect(restored(text, 99, ['instructions'])).toHaveLength(1);
  });

  it('are not restored if the latest is in the kept messages', () => {
    const text = 'injected "## old\\nFirst words."\n---\ninjected "## new\\nOther words."\n---\nuser "Go on"';
    expect(restored(text, 1)).toEqual([]);
    expect(restored(text, 2)).toEqual(['made-7-mcp 5 ## new\nOther words.']);
  });

  it('[N7] are found beside a prompt if requests were recorded', () => {
    const { messages } = contextFromText('user "<system-reminder>\\n# claudeMd\\nAlways test."');
    const texts = messages.map(({ message }): Message => {
      return { ...message, parts: [...message.parts, { kind: 'text', text: 'Fix it' }] };
    });
    const typed = recordedContext(texts, () => 7);
    const [only, ...others] = restoredNotices(ALL, typed, [], environment());
    expect(others).toEqual([]);
    expect(only?.message.parts).toEqual([{ kind: 'text', text: '<system-reminder>\n# claudeMd\nAlways test.' }]);
    expect(only?.tokens).toBe(7);
  });

  it('[L8] are restored again at the next compaction', () => {
    const { messages } = contextFromText('injected "ToolA\\nToolB"\nuser "Go on"');
    const once = restoredNotices(ALL, messages, [], environment());
    const again = restoredNotices(ALL, once, [], environment({ call: 9 }));
    expect(again.map(({ message }) => message.id)).toEqual(['made-9-tools']);
    expect(again[0]?.parts).toEqual(once[0]?.parts);
  });
});
