import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asObject, asText, type Json, type JsonObject, parseJson } from '../base/json';
import { intactOn, mutated, mutation } from '../reading/damaged-text.test-support';
import { inPieces, sourceOf } from '../reading/read-for-test';
import type { Warning } from '../transcript/transcript';
import { importFile } from './import-file';

const CLAUDE_CODE_RUNS = 2_500;
const OTHER_RUNS = 600;

/** A word that stands nowhere else, in the content of the record with that number. */
function mark(number: number): string {
  return `mark${number}é`;
}

type Make = (n: number, link: JsonObject) => readonly JsonObject[];

const usage = { input_tokens: 5, cache_read_input_tokens: 20_000, cache_creation_input_tokens: 90, output_tokens: 30 };
const model = { role: 'assistant', model: 'claude-x', usage, stop_reason: 'tool_use' };
const user = (n: number, more: JsonObject = {}): JsonObject => ({
  type: 'user',
  message: { role: 'user', content: `Look at ${mark(n)}, "quoted" \\ {"a":1}` },
  ...more,
});

/** What a session consists of: each makes one or more records that belong together. */
const stretches: readonly Make[] = [
  (n, link) => [{ ...link, ...user(n) }],
  (n, link) => [
    {
      ...link,
      type: 'assistant',
      message: { ...model, id: `msg_${n}`, content: [{ type: 'thinking', thinking: mark(n) }] },
    },
    {
      ...link,
      uuid: `${n}-call`,
      type: 'assistant',
      message: {
        ...model,
        id: `msg_${n}`,
        content: [{ type: 'tool_use', id: `toolu_${n}`, name: 'Read', input: { file_path: `${mark(n)}.ts` } }],
      },
    },
    {
      ...link,
      uuid: `${n}-result`,
      type: 'user',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: `toolu_${n}`, content: `line\n${mark(n)}` }],
      },
      toolUseResult: { file: { content: 'a copy for the screen' } },
    },
  ],
  (n, link) => [
    {
      ...link,
      type: 'attachment',
      attachment: { type: 'file', content: { type: 'text', file: { content: mark(n) } } },
    },
  ],
  (n, link) => [
    {
      ...link,
      parentUuid: null,
      type: 'system',
      subtype: 'compact_boundary',
      compactMetadata: { trigger: 'auto', preTokens: 155_000 },
    },
    { ...link, uuid: `${n}-summary`, ...user(n, { isCompactSummary: true }) },
  ],
  (n, link) => [{ ...link, ...user(n, { isSidechain: true, agentId: `agent${n % 2}` }) }],
  (n, link) => [{ ...link, ...user(n, { isMeta: true }) }],
  // Two prompts after the same record: a rewind.
  (n, link) => [{ ...link, parentUuid: '0', ...user(n) }],
];

/** Records that no model saw: they come through without being kept. */
const bookKeeping: readonly Make[] = [
  (_, link) => [{ ...link, type: 'progress', data: { type: 'bash_progress', output: 'running' } }],
  (n) => [{ type: 'summary', summary: 'A title', leafUuid: String(n - 1) }],
  (n) => [{ type: 'file-history-snapshot', messageId: String(n), snapshot: {} }],
];

const claudeCodeLines = recordsOf([...stretches, ...stretches, ...bookKeeping], (n) => ({
  parentUuid: n === 0 ? null : String(n - 1),
  isSidechain: false,
  cwd: '/project',
  sessionId: 'session',
  version: '2.1.81',
  uuid: String(n),
  timestamp: new Date(Date.UTC(2026, 2, 1) + n * 1000).toISOString(),
}));

const codexItem = (payload: JsonObject): JsonObject => ({
  timestamp: '2026-03-01T10:00:00Z',
  type: 'response_item',
  payload,
});
const codexLines = recordsOf(
  [
    (n) => [codexItem({ type: 'message', role: 'user', content: [{ type: 'input_text', text: mark(n) }] })],
    (n) => [
      codexItem({ type: 'reasoning', summary: [{ type: 'summary_text', text: mark(n) }], encrypted_content: 'x' }),
      codexItem({ type: 'function_call', name: 'shell', call_id: `call_${n}`, arguments: `{"command":"${mark(n)}"}` }),
      codexItem({ type: 'function_call_output', call_id: `call_${n}`, output: mark(n) }),
    ],
    (n) => [
      {
        type: 'event_msg',
        payload: {
          type: 'token_count',
          info: { total_token_usage: { input_tokens: n }, last_token_usage: { input_tokens: 500, output_tokens: 5 } },
        },
      },
    ],
    () => [{ type: 'turn_context', payload: { model: 'gpt-x' } }],
    () => [{ type: 'compacted', payload: { message: '', replacement_history: [] } }],
    () => [{ type: 'event_msg', payload: { type: 'thread_rolled_back', num_turns: 1 } }],
  ],
  () => ({}),
);

const piLines = recordsOf(
  [
    (n, link) => [{ ...link, message: { role: 'user', content: [{ type: 'text', text: mark(n) }] } }],
    (n, link) => [
      {
        ...link,
        message: {
          role: 'assistant',
          content: [{ type: 'toolCall', id: `call_${n}`, name: 'read', arguments: { path: mark(n) } }],
          usage: { input: 5, output: 5 },
        },
      },
    ],
    (n, link) => [{ ...link, message: { role: 'toolResult', toolCallId: `call_${n}`, content: mark(n) } }],
    (n, link) => [{ ...link, type: 'compaction', summary: mark(n), firstKeptEntryId: `${n - 1}`, tokensBefore: 9 }],
    (n, link) => [{ ...link, type: 'custom_message', content: mark(n) }],
    (n, link) => [{ ...link, parentId: '0', message: { role: 'user', content: mark(n) } }],
  ],
  (n) => ({ type: 'message', id: String(n), parentId: n === 0 ? null : String(n - 1) }),
).map((lines) => [JSON.stringify({ type: 'session', version: 3, id: 's', cwd: '/project' }), ...lines]);

const copilotLines = recordsOf(
  [
    (n, link) => [{ ...link, type: 'user.message', data: { content: 'short', transformedContent: mark(n) } }],
    (n, link) => [
      {
        ...link,
        type: 'assistant.message',
        data: { content: mark(n), toolRequests: [{ toolCallId: `c${n}`, name: 'view', arguments: { path: mark(n) } }] },
      },
    ],
    (n, link) => [
      {
        ...link,
        type: 'tool.execution_complete',
        data: { toolCallId: `c${n}`, success: true, result: { content: mark(n) } },
      },
    ],
    (n, link) => [{ ...link, type: 'session.compaction_complete', data: { success: true, summaryContent: mark(n) } }],
  ],
  (n) => ({ id: String(n), parentId: n === 0 ? null : String(n - 1) }),
);

const qwenLines = recordsOf(
  [
    (n, link) => [{ ...link, type: 'user', message: { role: 'user', parts: [{ text: mark(n) }] } }],
    (n, link) => [
      {
        ...link,
        type: 'assistant',
        message: {
          role: 'model',
          parts: [{ functionCall: { id: `c${n}`, name: 'read_file', args: { path: mark(n) } } }],
        },
        usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 1 },
      },
    ],
    (n, link) => [{ ...link, parentUuid: '0', type: 'user', message: { role: 'user', parts: [{ text: mark(n) }] } }],
    (n, link) => [
      {
        ...link,
        type: 'system',
        subtype: 'chat_compression',
        systemPayload: { compressedHistory: [{ role: 'user', parts: [{ text: mark(n) }] }] },
      },
    ],
  ],
  (n) => ({ uuid: String(n), parentUuid: n === 0 ? null : String(n - 1), sessionId: 's' }),
);

const anthropicLines = recordsOf(
  [
    (n) => [{ role: 'user', content: mark(n) }],
    (n) => [
      { role: 'assistant', content: [{ type: 'tool_use', id: `toolu_${n}`, name: 'Read', input: { path: mark(n) } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: `toolu_${n}`, content: mark(n) }] },
    ],
  ],
  () => ({}),
);

/** Each run has its own conversation, so that none of its content is a repetition. */
const runLines = recordsOf(
  [
    (n) => [
      {
        id: `run${n}`,
        run_type: 'llm',
        trace_id: `trace${n}`,
        start_time: new Date(Date.UTC(2026, 2, 1) + n * 1000).toISOString(),
        inputs: { messages: [[{ type: 'human', content: mark(n) }]] },
        outputs: { generations: [[{ text: 'x' }]] },
      },
    ],
    (n) => [{ id: `tool${n}`, run_type: 'tool', trace_id: `trace${n}`, inputs: { input: 'x' }, outputs: {} }],
  ],
  () => ({}),
);

const geminiLines = recordsOf(
  [
    (n) => [{ sessionId: 's', projectHash: 'h', kind: 'main', startTime: `2026-03-01T10:00:${n}Z` }],
    // In real files only the first record names the session: a user's message alone is recognised as nothing.
    (n) => [{ sessionId: 's', projectHash: 'h', id: `u${n}`, type: 'user', content: [{ text: mark(n) }] }],
    (n) => [
      {
        ...{ id: `g${n}`, type: 'gemini', content: mark(n), tokens: { input: 900, output: 5 }, thoughts: [] },
        toolCalls: [
          {
            ...{ id: `c${n}`, name: 'read_file', args: { path: mark(n) }, status: 'success' },
            result: [{ functionResponse: { id: `c${n}`, name: 'read_file', response: { output: mark(n) } } }],
          },
        ],
      },
    ],
    () => [{ $set: { lastUpdated: '2026-03-01T10:00:00Z' } }],
  ],
  () => ({}),
);

const openhandsLines = recordsOf(
  [
    (n, link) => [{ ...link, kind: 'MessageEvent', source: 'user', llm_message: { role: 'user', content: mark(n) } }],
    (n, link) => [
      {
        ...link,
        ...{ kind: 'ActionEvent', source: 'agent', thought: [{ type: 'text', text: mark(n) }], tool_name: 'terminal' },
        ...{
          tool_call_id: `call_${n}`,
          tool_call: { arguments: `{"command":"${mark(n)}"}` },
          llm_response_id: `r${n}`,
        },
      },
      {
        ...link,
        id: `${link.id}-result`,
        ...{ kind: 'ObservationEvent', source: 'environment', tool_call_id: `call_${n}` },
        observation: { content: [{ type: 'text', text: mark(n) }], is_error: false },
      },
    ],
    (n, link) => [
      { ...link, kind: 'Condensation', source: 'environment', forgotten_event_ids: [`e${n - 1}`], summary: mark(n) },
    ],
    () => [{ kind: 'PauseEvent', source: 'user' }],
  ],
  (n) => ({ id: `e${n}` }),
);

function recordsOf(makes: readonly Make[], link: (n: number) => JsonObject): fc.Arbitrary<readonly string[]> {
  return fc
    .array(fc.constantFrom(...makes), { minLength: 1, maxLength: 8 })
    .map((chosen) => chosen.flatMap((make, n) => make(n, link(n)).map((record) => JSON.stringify(record))));
}

const damage = fc.tuple(fc.array(mutation, { minLength: 1, maxLength: 4 }), fc.integer({ min: 20, max: 4000 }));

interface Imported {
  /** Everything that came out, as one text. */
  readonly out: string;
  readonly warnings: readonly Warning[];
  readonly problem: string | undefined;
}

async function imported(bytes: Uint8Array, pieceSize: number): Promise<Imported> {
  const read = await importFile(sourceOf(...inPieces(bytes, pieceSize)));
  if (!read.ok) {
    const { problem } = read.error;
    if (problem === undefined) throw new Error('it failed and does not say why');
    return { out: '', warnings: [], problem: problem.what };
  }
  const { transcripts } = read.value;
  return {
    out: JSON.stringify(transcripts),
    warnings: transcripts[0]?.warnings ?? [],
    problem: undefined,
  };
}

function objectOn(line: string): JsonObject | undefined {
  const parsed = parseJson(line.replace(/^[\s,]+|[\s,]+$/g, ''));
  return parsed.ok ? asObject(parsed.value) : undefined;
}

/** The marks of a text; all of them were written by us. */
function marksIn(text: string): string[] {
  return [...new Set(text.match(/mark\d+é/g) ?? [])];
}

/** The marks of the records that stand intact somewhere in the file, each with the line it stands on. */
function goodMarks(lines: readonly string[], originals: readonly string[]) {
  return lines.flatMap((line, index) =>
    intactOn(line, originals).flatMap((record) => marksIn(record).map((found) => ({ found, record, line: index + 1 }))),
  );
}

/** In a log of operations, a record with the same id replaces the earlier one: a damaged copy, too. */
function isWrittenAgain(record: string, line: number, lines: readonly string[]): boolean {
  const id = asText(objectOn(record)?.id);
  const rest = lines.slice(line - 1).join('\n');
  return id !== undefined && rest.split(`"id":"${id}"`).length > 2;
}

/** A file without any message fails as a whole, and then its one sentence is all that is told. */
function isCopy(record: string, line: number, lines: readonly string[], { warnings, problem }: Imported): boolean {
  const uuid = asText(objectOn(record)?.uuid);
  const isTold =
    problem !== undefined ||
    warnings.some((warning) => warning.line === line && warning.what.includes('Duplicate of an earlier'));
  return isTold && lines.slice(0, line).some((earlier) => earlier.includes(`"uuid":"${uuid}"`));
}

/**
 * Lines whose content neither came out nor is told of by a warning at them or at damage that runs on into them. An object
 * that was cut so that it is still one, or whose keys are damaged, is for every reader a record with other fields.
 */
function silent(lines: readonly string[], originals: readonly string[], { out, warnings }: Imported): string[] {
  const isCounted = warnings.some(({ what }) => what.includes(' unknown type'));
  const told = new Set(warnings.map(({ line }) => line));
  let isCovered = isCounted;
  return lines.filter((line, index) => {
    const isWhole = objectOn(line) !== undefined;
    if (told.has(index + 1)) isCovered = isCounted || !isWhole;
    else if (!isCovered && (!isWhole || hasDamagedValue(line, originals))) {
      return marksIn(line).some((found) => !out.includes(found));
    }
    return false;
  });
}

function hasDamagedValue(line: string, originals: readonly string[]): boolean {
  const keys = (text: string) => (text.match(/"\w+":/g) ?? []).join();
  return originals.some((original) => original.length === line.length && keys(original) === keys(line));
}

describe('damaged files', () => {
  it(`of Claude Code keep every intact record and drop nothing silently, ${CLAUDE_CODE_RUNS} times`, async () => {
    await fc.assert(
      fc.asyncProperty(claudeCodeLines, damage, async (originals, [mutations, pieceSize]) => {
        const bytes = mutated(originals.join('\n'), mutations);
        const lines = new TextDecoder().decode(bytes).split('\n');

        const result = await imported(bytes, pieceSize);

        const lost = goodMarks(lines, originals).filter(
          ({ found, record, line }) => !result.out.includes(found) && !isCopy(record, line, lines, result),
        );
        expect(lost, `${lines.join('\n')}\n${JSON.stringify(result)}`).toEqual([]);
        if (result.problem === undefined)
          expect(silent(lines, originals, result), JSON.stringify(result.warnings) + lines.join('\n')).toEqual([]);
      }),
      {
        numRuns: CLAUDE_CODE_RUNS,
      },
    );
  }, 60_000);

  it.each([
    ['Codex', codexLines, 1],
    ['pi', piLines, 1],
    ['Copilot', copilotLines, 4],
    ['Qwen Code', qwenLines, 4],
    ['OpenHands', openhandsLines, 1],
    ['Gemini CLI', geminiLines, 1],
    // A lone message, or one among as many records that are none, is recognised as nothing.
    ['messages, one a line,', anthropicLines, 4],
    ['LangSmith runs', runLines, 2],
  ] as const)(
    'of %s keep every intact record',
    async (format, records, leastGood) => {
      await fc.assert(
        fc.asyncProperty(records, damage, async (originals, [mutations, pieceSize]) => {
          const bytes = mutated(originals.join('\n'), mutations);
          const lines = new TextDecoder().decode(bytes).split('\n');

          const result = await imported(bytes, pieceSize);

          // Only the header that it begins with says that a file is pi's.
          const isUnknown = format === 'pi' && lines[0]?.startsWith(originals[0] ?? '') !== true;
          const good = goodMarks(lines, originals);
          const lost =
            isUnknown || good.length < leastGood
              ? []
              : good.filter(
                  ({ found, record, line }) => !result.out.includes(found) && !isWrittenAgain(record, line, lines),
                );
          expect(lost, `${lines.join('\n')}\n${JSON.stringify(result)}`).toEqual([]);
        }),
        { numRuns: OTHER_RUNS },
      );
    },
    60_000,
  );

  it('with one document give what is intact, or say what is wrong', async () => {
    const bodies = anthropicLines.map((lines) => {
      const messages = lines.map((line) => JSON.parse(line) as Json);
      return JSON.stringify({ model: 'claude-x', max_tokens: 5, system: 'Be brief', messages });
    });
    await fc.assert(
      fc.asyncProperty(bodies, damage, async (body, [mutations, pieceSize]) => {
        const bytes = mutated(body, mutations);
        const result = await imported(bytes, pieceSize);
        expect(result.out.length + (result.problem?.length ?? 0)).toBeGreaterThan(0);
      }),
      { numRuns: OTHER_RUNS },
    );
  }, 60_000);
});
