export interface SessionOptions {
  readonly id?: string;
  readonly calls?: number;
  /** Calls before which a compaction is recorded. */
  readonly compactBefore?: readonly number[];
  /** The first prompt. */
  readonly prompt?: string;
  /** The tool result of the first call. */
  readonly firstResult?: string;
  /** Growth of the context from call to call; the text of tool results has that size. */
  readonly tokensPerCall?: number;
  /** Without it, one that has no price. */
  readonly model?: string;
}

const START_MS = Date.parse('2026-03-01T10:00:00Z');

/** A small Claude Code session: every call reads a file, and its context grows a little. */
export function claudeSession(options: SessionOptions = {}): string {
  const { id = 'session-1', calls = 12, compactBefore = [], prompt = 'Find the leak in the pool' } = options;
  const { tokensPerCall = 2_000, model = 'claude-made-up-1' } = options;
  const resultLines = Math.max(1, Math.round(tokensPerCall * 0.03));
  const lines: object[] = [];
  const add = (record: object) => {
    const uuid = `${id}-${lines.length}`;
    lines.push({
      parentUuid: lines.length === 0 ? null : `${id}-${lines.length - 1}`,
      isSidechain: false,
      userType: 'external',
      cwd: '/project',
      sessionId: id,
      version: '2.1.81',
      uuid,
      timestamp: new Date(START_MS + lines.length * 30_000).toISOString(),
      ...record,
    });
    return uuid;
  };
  const user = (content: unknown, more: object = {}) =>
    add({ type: 'user', message: { role: 'user', content }, ...more });

  let context = 20_000;
  user(prompt);
  for (let call = 0; call < calls; call++) {
    if (compactBefore.includes(call)) {
      add({
        type: 'system',
        subtype: 'compact_boundary',
        content: 'Conversation compacted',
        compactMetadata: { trigger: 'auto', preTokens: context },
      });
      user('The summary of what was done so far.', { isCompactSummary: true, isVisibleInTranscriptOnly: true });
      context = 22_000;
    }
    const usage = {
      input_tokens: 10,
      cache_read_input_tokens: context - 1_010,
      cache_creation_input_tokens: 1_000,
      output_tokens: 90,
    };
    const tool = `toolu_${id}_${call}`;
    add({
      type: 'assistant',
      requestId: `req_${call}`,
      message: {
        id: `msg_${id}_${call}`,
        role: 'assistant',
        model,
        content: [
          { type: 'text', text: `Step ${call}: reading the next file.` },
          { type: 'tool_use', id: tool, name: 'Read', input: { file_path: `/project/src/part-${call}.ts` } },
        ],
        stop_reason: 'tool_use',
        usage,
      },
    });
    const text = call === 0 && options.firstResult !== undefined ? options.firstResult : fileText(call, resultLines);
    user([{ type: 'tool_result', tool_use_id: tool, content: text, is_error: false }], {
      toolUseResult: { type: 'text' },
    });
    context += tokensPerCall;
  }
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

function fileText(call: number, lines: number): string {
  return Array.from(
    { length: lines },
    (_, line) => `export const value${line} = ${call * lines + line}; // of part ${call}`,
  ).join('\n');
}
