import type { LayerId } from '../../layers/index';

/**
 * A number that Claude Code can be told and that is one of a policy's too. After its public documentation:
 * code.claude.com/docs/en/env-vars, /settings-reference and /tools-reference.
 */
export interface NumberVariable {
  readonly name: string;
  /** A variable of the environment, or a key of settings.json. */
  readonly place: 'environment' | 'settings';
  readonly path: string;
  /** Where this is on, the number of the policy is in another unit. */
  readonly unlessOn?: string;
  readonly min: number;
  readonly max: number;
  readonly isWhole: boolean;
  /** It takes effect only where it is lower than what there is already; what is no such number is ignored. */
  readonly onlyLowers?: boolean;
}

export const numberVariables: readonly NumberVariable[] = [
  {
    name: 'CLAUDE_CODE_AUTO_COMPACT_WINDOW',
    place: 'environment',
    path: 'policy.windowTokens',
    min: 100_000,
    max: 1_000_000,
    isWhole: true,
  },
  {
    name: 'CLAUDE_CODE_MAX_OUTPUT_TOKENS',
    place: 'environment',
    path: 'policy.maxOutputTokens',
    min: 1,
    max: 1_000_000,
    isWhole: true,
  },
  {
    name: 'CLAUDE_AUTOCOMPACT_PCT_OVERRIDE',
    place: 'environment',
    path: 'thresholds.percent',
    min: 0.01,
    max: 100,
    isWhole: false,
    onlyLowers: true,
  },
  {
    name: 'CLAUDE_CODE_BLOCKING_LIMIT_OVERRIDE',
    place: 'environment',
    path: 'thresholds.blockingLimitTokens',
    min: 1,
    max: 10_000_000,
    isWhole: true,
  },
  {
    name: 'bashOutputMaxChars',
    place: 'settings',
    path: 'result-budget.limitsByTool.shell',
    unlessOn: 'result-budget.countsTokens',
    min: 4_000,
    max: 128_000,
    isWhole: true,
  },
];

/** Set to 1, they switch something off; set to 0, they are as if they were not set. What switches off most stands first. */
export const offVariables: readonly OffVariable[] = [
  {
    name: 'DISABLE_COMPACT',
    sets: ['policy.isDisabled', true],
    settles: ['policy.isDisabled', 'full-compact.isOn', 'session-memory.isOn', 'thresholds.isAutomatic'],
  },
  {
    name: 'DISABLE_AUTO_COMPACT',
    sets: ['thresholds.isAutomatic', false],
    settles: ['thresholds.isAutomatic'],
  },
];

interface OffVariable {
  readonly name: string;
  readonly sets: readonly [path: string, value: boolean];
  /** What is of no importance any more where it is set. */
  readonly settles: readonly string[];
}

/** Set to 1, they switch a layer on, and set to 0 off. */
export const layerVariables: readonly { readonly name: string; readonly layer: LayerId }[] = [
  { name: 'CLAUDE_CONTEXT_COLLAPSE', layer: 'collapse' },
];

/** Variables that sound like settings of a policy, and why they are none. */
export const otherVariables: ReadonlyMap<string, string> = new Map([
  ['BASH_MAX_OUTPUT_LENGTH', 'it limits how much command output is read, not when it is stored'],
  ['CLAUDE_CODE_MAX_CONTEXT_TOKENS', 'it overrides the model’s window, which here comes from the recording'],
  ['MAX_MCP_OUTPUT_TOKENS', 'it is in tokens and for MCP servers only; a policy has one unit for all tool limits'],
]);

export function takes({ min, max, isWhole }: NumberVariable, value: unknown): value is number {
  return typeof value === 'number' && value >= min && value <= max && (!isWhole || Number.isInteger(value));
}

export function rangeOf({ min, max, isWhole }: NumberVariable): string {
  return `${isWhole ? 'whole numbers' : 'numbers'} from ${min.toLocaleString('en-US')} to ${max.toLocaleString('en-US')}`;
}
