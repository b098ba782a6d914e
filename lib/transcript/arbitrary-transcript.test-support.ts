import fc from 'fast-check';
import type { Json } from '../base/json';
import { optional } from '../base/optional';
import type {
  Base64,
  Boundary,
  Call,
  CallId,
  Message,
  MessageId,
  Origin,
  Part,
  ResultPart,
  ToolCallId,
  Transcript,
  Usage,
} from './transcript';
import { originKinds } from './transcript';

const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constant('{"json": [1, 2]}'));
const count = fc.nat(200_000);
/** As parsed from text: `-0` is written as `0`, and no file gives it back. */
const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as Json);
const toolCallId = fc.nat(20).map((number) => `tool${number}` as ToolCallId);

const resultPart: fc.Arbitrary<ResultPart> = fc.oneof(
  text.map((value) => ({ kind: 'text' as const, text: value })),
  fc.record({ bytes: count, width: count, height: count }).map((size) => ({
    kind: 'image' as const,
    mediaType: 'image/png',
    data: 'iVBORw0KGgo=' as Base64,
    ...size,
  })),
  text.map((value) => ({ kind: 'document' as const, mediaType: 'text/plain', text: value })),
  json.map((value) => ({ kind: 'unknown' as const, type: 'novelty', json: value })),
);

const toolResult: fc.Arbitrary<Part> = fc.record({
  kind: fc.constant('tool-result' as const),
  callId: toolCallId,
  toolName: fc.constantFrom('Read', 'Bash'),
  parts: fc.array(resultPart, { maxLength: 3 }),
  isError: fc.boolean(),
});

const replyPart: fc.Arbitrary<Part> = fc.oneof(
  text.map((value) => ({ kind: 'text' as const, text: value })),
  fc.record({ kind: fc.constant('thinking' as const), text, opaqueLength: count }),
  fc.record({
    kind: fc.constant('tool-call' as const),
    id: toolCallId,
    name: fc.constantFrom('Read', 'Bash'),
    input: json,
  }),
);

type MessageDraft = Omit<Message, 'id' | 'line' | 'callId'>;

const message: fc.Arbitrary<MessageDraft> = fc.oneof(
  fc.record({
    role: fc.constant('user' as const),
    kind: fc.constantFrom('prompt' as const, 'injected' as const, 'summary' as const),
    parts: fc.array(resultPart, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    role: fc.constant('tool' as const),
    kind: fc.constant('tool-results' as const),
    parts: fc.array(toolResult, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    role: fc.constant('assistant' as const),
    kind: fc.constant('reply' as const),
    parts: fc.array(replyPart, { minLength: 1, maxLength: 3 }),
    timeMs: fc.integer({ min: 1_700_000_000_000, max: 1_800_000_000_000 }),
  }),
);

const origin: fc.Arbitrary<Origin> = fc.oneof(
  fc.constantFrom(...originKinds).map((kind) => ({ kind })),
  text.map((name) => ({ kind: 'instructions' as const, name, paths: ['*.ts'] })),
);

const usage: fc.Arbitrary<Usage> = fc.record({
  input: count,
  cacheRead: count,
  cacheWrite5m: count,
  cacheWrite1h: count,
  output: count,
});

interface Marks {
  readonly usages: readonly (Usage | undefined)[];
  readonly origins: readonly (Origin | undefined)[];
  readonly boundaries: readonly { readonly kind: Boundary['kind']; readonly where: number; readonly keep: number }[];
}

/** Any transcript of the main thread, however unlikely: only ids and positions are valid. */
export const arbitraryTranscript: fc.Arbitrary<Transcript> = fc
  .record({
    drafts: fc.array(message, { maxLength: 24 }),
    origins: fc.array(fc.option(origin, { nil: undefined }), { minLength: 24, maxLength: 24 }),
    usages: fc.array(fc.option(usage, { nil: undefined }), { minLength: 24, maxLength: 24 }),
    boundaries: fc.array(
      fc.record({
        kind: fc.constantFrom('full' as const, 'micro' as const, 'prune' as const, 'rewind' as const),
        where: fc.nat(24),
        keep: fc.nat(3),
      }),
      { maxLength: 3 },
    ),
  })
  .map(({ drafts, ...marks }) => assemble(drafts, marks));

function assemble(drafts: readonly MessageDraft[], { usages, origins, boundaries }: Marks): Transcript {
  const messages = drafts.map(
    (draft, index): Message => ({
      ...draft,
      id: `m${index}` as MessageId,
      line: index + 1,
      ...(draft.kind === 'injected' ? optional('origin', origins[index]) : {}),
      ...(draft.kind === 'reply' ? { callId: `call${index}` as CallId } : {}),
    }),
  );
  const calls = messages.flatMap((draft, at): Call[] => {
    if (draft.callId === undefined) return [];
    const recorded = usages[at];
    return [{ id: draft.callId, at, ...(recorded === undefined ? {} : { usage: recorded }) }];
  });
  return {
    format: 'highwater',
    models: ['model-a'],
    system: [],
    tools: [],
    systemInFile: 'none',
    messages,
    calls,
    boundaries: boundaries
      .map(({ kind, where, keep }) => boundary(kind, Math.min(where, messages.length), keep, messages))
      .sort((a, b) => a.at - b.at),
    events: [],
    ...forked(messages, calls),
    ...(messages.length > 0 && {
      hooks: [
        { event: 'Stop', name: 'Stop', command: 'lint', at: messages.length, line: 1 },
        { event: 'PreCompact', at: messages.length, line: 1, tookMs: 2, exit: 0, summary: 'all', blocks: 'no' },
      ],
    }),
    children: [],
    warnings: [],
  };
}

/** A summary of everything, and a note that failed. */
function forked(messages: readonly Message[], calls: readonly Call[]): Pick<Transcript, 'forks'> {
  const [first] = messages;
  const last = messages.at(-1);
  if (first === undefined || last === undefined || calls.length === 0) return {};
  const ends = { firstMessageId: first.id, lastMessageId: last.id };
  return {
    forks: [
      { call: 0, purpose: 'summary', ...ends, text: 'Nothing was left.', tokens: 4 },
      { call: calls.length - 1, purpose: 'note', ...ends, failure: 'too long', isTooLong: true, gapTokens: 12 },
    ],
  };
}

function boundary(kind: Boundary['kind'], at: number, keep: number, messages: readonly Message[]): Boundary {
  const before = messages.slice(0, at);
  const last = before.slice(Math.max(0, at - keep)).map(({ id }) => id);
  const common = { kind, at, trigger: 'auto' as const, line: at };
  if (kind === 'full') return { ...common, ...(keep === 3 ? { contextMessageIds: last } : { keptMessageIds: last }) };
  if (kind === 'rewind') return { ...common, droppedMessageIds: last };
  const cleared = before.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'tool-result' ? [part.callId] : [])),
  );
  const clearedToolCallIds = [...new Set(cleared)].slice(0, keep);
  const told = kind === 'prune' ? { clearedToTokens: clearedToolCallIds.map((_, place) => place * 100) } : {};
  return { ...common, clearedToolCallIds, ...told };
}
