import type { LayerId } from '../../layers/index';

/**
 * A number that both Claude Code and a policy have. From its public documentation: code.claude.com/docs/en/env-vars,
 * /settings-reference and /tools-reference.
 */
export interface NumberVariable {
  readonly name: string;
  /** An environment variable, or a key of settings.json. */
  readonly place: 'environment' | 'settings';
  readonly path: string;
  /** If this is on, the policy's number is in another unit. */
  readonly unlessOn?: string;
  readonly min: number;
  readonly max: number;
  readonly isWhole: boolean;
  /** Only takes effect if lower than the existing value; invalid numbers are ignored. */
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

/** Set to 1, they turn something off; set to 0, they have no effect. Those that turn off most come first. */
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
  /** Variables without effect if it is set. */
  readonly settles: readonly string[];
}

/** Set to 1, they turn a layer on, and set to 0 off. */
export const layerVariables: readonly { readonly name: string; readonly layer: LayerId }[] = [
  { name: 'CLAUDE_CONTEXT_COLLAPSE', layer: 'collapse' },
];

/** The variables that set this setting, or an entry of this table. A layer has the path of its switch. */
export function variablesOf(path: string): readonly string[] {
  const numbers = numberVariables.filter((variable) => variable.path === path || variable.path.startsWith(`${path}.`));
  const off = offVariables.filter(({ sets }) => sets[0] === path);
  const ofLayers = layerVariables.filter(({ layer }) => path === `${layer}.isOn`);
  return [...numbers, ...off, ...ofLayers].map(({ name }) => name);
}

/** Variables that sound like policy settings, and why they are not. */
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
