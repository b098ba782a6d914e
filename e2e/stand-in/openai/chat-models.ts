export interface ChatModel {
  readonly id: string;
  readonly windowTokens: number;
  readonly maxOutputTokens: number;
  /** Reasoning models reject the older name, plain servers know no other. */
  readonly limitNames: readonly ('max_tokens' | 'max_completion_tokens')[];
  readonly knowsStreamOptions: boolean;
  readonly knowsResponseFormat: boolean;
  readonly reportsUsage: boolean;
  /** Calls are signed, and the signature is required back. */
  readonly signsCalls: boolean;
  /** Cuts off the start of what exceeds the window, without a word. */
  readonly truncates?: boolean;
}

const usual = { knowsStreamOptions: true, knowsResponseFormat: true, reportsUsage: true, signsCalls: false };
const BOTH = ['max_tokens', 'max_completion_tokens'] as const;

/**
 * The documented figures of some models, repeated here on purpose. The last four are fictional: a server of one's own
 * that knows only the oldest parameters, one that reports no usage, one that silently cuts what is too long, and one whose
 * window is small enough for tests to fill.
 */
const MODELS: readonly ChatModel[] = [
  {
    id: 'gpt-5.4-mini',
    windowTokens: 400_000,
    maxOutputTokens: 128_000,
    limitNames: ['max_completion_tokens'],
    ...usual,
  },
  {
    id: 'gpt-5-nano',
    windowTokens: 400_000,
    maxOutputTokens: 128_000,
    limitNames: ['max_completion_tokens'],
    ...usual,
  },
  { id: 'gpt-4o-mini', windowTokens: 128_000, maxOutputTokens: 16_384, limitNames: BOTH, ...usual },
  {
    id: 'models/gemini-3.8-flash',
    windowTokens: 1_048_576,
    maxOutputTokens: 65_536,
    limitNames: BOTH,
    ...usual,
    signsCalls: true,
  },
  {
    id: 'stand-in-plain:7b',
    windowTokens: 128_000,
    maxOutputTokens: 64_000,
    limitNames: ['max_tokens'],
    knowsStreamOptions: false,
    knowsResponseFormat: false,
    reportsUsage: false,
    signsCalls: false,
  },
  {
    id: 'stand-in-silent:8b',
    windowTokens: 128_000,
    maxOutputTokens: 64_000,
    limitNames: BOTH,
    ...usual,
    reportsUsage: false,
  },
  {
    id: 'stand-in-cutting:3b',
    windowTokens: 4_096,
    maxOutputTokens: 64_000,
    limitNames: BOTH,
    ...usual,
    truncates: true,
  },
  { id: 'stand-in-small:1b', windowTokens: 8_000, maxOutputTokens: 4_000, limitNames: BOTH, ...usual },
];

export function findChatModel(id: string): ChatModel | undefined {
  return MODELS.find((model) => model.id === id);
}

/** As listed by `GET /v1/models`, among models for other purposes. */
export function chatModelList(): object {
  const others = ['text-embedding-3-small', 'whisper-1', 'gpt-image-1'];
  const data = [...MODELS.map(({ id }) => id), ...others].map((id) => ({
    id,
    object: 'model',
    created: 1_790_000_000,
    owned_by: 'stand-in',
  }));
  return { object: 'list', data };
}
