export type ThinkingType = 'adaptive' | 'enabled' | 'disabled' | 'between_tools';

export interface StandInModel {
  readonly id: string;
  readonly windowTokens: number;
  readonly maxOutputTokens: number;
  readonly minimumCacheableTokens: number;
  readonly takesPrefill: boolean;
  readonly thinking: readonly ThinkingType[];
}

const MILLION = 1_000_000;
const newest = { windowTokens: MILLION, maxOutputTokens: 128_000, minimumCacheableTokens: 512, takesPrefill: false };
const adaptive: readonly ThinkingType[] = ['adaptive', 'disabled'];

/**
 * The documented figures of each model. They repeat those of lib/economics on purpose: a validator must not share
 * figures with what it validates. The last model is fictional: its window is small enough for tests to fill.
 */
const MODELS: readonly StandInModel[] = [
  { id: 'claude-fable-5-1', ...newest, thinking: ['adaptive'] },
  { id: 'claude-opus-5-5', ...newest, thinking: adaptive },
  { id: 'claude-opus-5', ...newest, thinking: adaptive },
  { id: 'claude-sonnet-5-5', ...newest, thinking: adaptive },
  { id: 'claude-sonnet-5', ...newest, minimumCacheableTokens: 1_024, thinking: adaptive },
  { id: 'claude-haiku-5-5', ...newest, minimumCacheableTokens: 1_024, thinking: adaptive },
  {
    id: 'claude-opus-4-6',
    windowTokens: 200_000,
    maxOutputTokens: 128_000,
    minimumCacheableTokens: 4_096,
    takesPrefill: false,
    thinking: ['adaptive', 'enabled', 'disabled'],
  },
  {
    id: 'claude-haiku-4-5',
    windowTokens: 200_000,
    maxOutputTokens: 64_000,
    minimumCacheableTokens: 4_096,
    takesPrefill: true,
    thinking: ['enabled', 'disabled'],
  },
  {
    id: 'stand-in-small',
    windowTokens: 8_000,
    maxOutputTokens: 2_000,
    minimumCacheableTokens: 64,
    takesPrefill: true,
    thinking: ['adaptive', 'enabled', 'disabled'],
  },
];

export function findModel(id: string): StandInModel | undefined {
  const name = id.replace(/-\d{8}$/, '');
  return MODELS.find((model) => model.id === name);
}

const no = { supported: false };
const yes = { supported: true };

function efforts(supported: boolean): object {
  const each = { supported };
  return { supported, low: each, medium: each, high: each, max: each, xhigh: each };
}

/** As listed by `GET /v1/models`. Visible names say that they are fake. */
export function modelList(): object {
  const data = MODELS.map(({ id, windowTokens, maxOutputTokens, thinking }) => ({
    type: 'model',
    id,
    display_name: `Stand-in for ${id}`,
    created_at: '2026-10-21T00:00:00Z',
    deprecated_at: null,
    retires_at: null,
    lifecycle: 'active',
    line: /claude-([a-z]+)/.exec(id)?.[1] ?? null,
    max_input_tokens: windowTokens,
    max_tokens: maxOutputTokens,
    capabilities: {
      batch: no,
      citations: no,
      code_execution: no,
      context_management: {
        supported: true,
        clear_thinking_20251015: yes,
        clear_tool_uses_20250919: yes,
        compact_20260112: yes,
      },
      effort: efforts(thinking.includes('adaptive')),
      image_input: yes,
      pdf_input: yes,
      server_tools: { supported: false, code_execution: no, web_search: no },
      structured_outputs: no,
      thinking: {
        supported: true,
        types: Object.fromEntries(
          ['adaptive', 'enabled', 'disabled', 'between_tools'].map((type) => [
            type,
            { supported: thinking.some((known) => known === type) },
          ]),
        ),
      },
    },
  }));
  return { data, has_more: false, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
}
