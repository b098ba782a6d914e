import { policyOfAgent } from '../../policies/index';
import type { Policy } from '../../policies/shape/policy';
import { type FittingWindow, fittingPolicy } from '../../simulator/explain/fitting-window';
import type { ModelError } from '../../simulator/explain/model-error';
import type { SessionLosses } from '../../simulator/explain/session-losses';
import type { TimelineEvent } from '../../simulator/recorded/timeline';
import type { Agent } from '../../transcript/transcript';
import { counted, exactNumber, percent, shortNumber } from './format-number';

/** `Compacted 4 times, first before call 141: 167.6k → 32.2k.`, cut where a link to the call belongs. */
export interface RecordingSentence {
  readonly start: string;
  /** From 0; missing if there is none. */
  readonly call?: number;
  readonly end: string;
}

export function recordingSentence(events: readonly TimelineEvent[]): RecordingSentence {
  const full = events.filter(({ kind }) => kind === 'full');
  const [first] = full;
  if (first === undefined) return { start: 'Never compacted', end: '.' };
  const times = full.length === 1 ? 'once' : full.length === 2 ? 'twice' : `${exactNumber(full.length)} times`;
  const { before, after } = first;
  const sizes = before === undefined || after === undefined ? '' : `: ${shortNumber(before)} → ${shortNumber(after)}`;
  return {
    start: `Compacted ${times}, ${full.length === 1 ? '' : 'first '}before `,
    call: first.call,
    end: `${sizes}.`,
  };
}

/** [K1] [K2] Of the recorded compactions; what was before the first call of a file is not in it. */
export function lossesSentence(events: readonly TimelineEvent[], losses: SessionLosses | undefined): string {
  const full = events.filter(({ kind }) => kind === 'full');
  if (full.length === 0) return '';
  if (full.every(({ call }) => call === 0)) return 'What it lost is not in the file.';
  if (losses === undefined) return 'Counting what was lost…';
  const needed = losses.misses === 0 ? 'none used later' : `${exactNumber(losses.misses)} used later`;
  return `Lost ${counted(losses.lost, 'value')}, ${needed}.`;
}

/** Of the agent that made a recording, with its version. */
export function rulesWords(agent: Agent | undefined): string {
  const name = agent === undefined ? 'the agent' : [agent.name, agent.version].filter(Boolean).join(' ');
  return policyOfAgent(agent) === undefined
    ? `The compaction rules of ${name} are unknown, so nothing predicts its compactions.`
    : `By the rules of ${name}:`;
}

/** [P2] `trigger exact 4 of 4 · size after ± 11 % · cost ± 0.3 %` */
export function modelErrorWords({
  compactions,
  exact,
  missed,
  mostCallsOff,
  extra,
  prunes,
  cuts,
  afterOff,
  costOff,
}: Omit<ModelError, 'predictions'>): string {
  const more = [
    ...(mostCallsOff > 0 ? [`up to ${counted(mostCallsOff, 'call')} off`] : []),
    ...(missed > 0 ? [`${exactNumber(missed)} missed`] : []),
    ...(extra > 0 ? [`${exactNumber(extra)} not recorded`] : []),
  ];
  const trigger =
    compactions === 0
      ? `trigger not tested: no automatic compaction to compare with${extra > 0 ? `, ${exactNumber(extra)} predicted` : ''}`
      : [`trigger exact ${exactNumber(exact)} of ${exactNumber(compactions)}`, ...more].join(', ');
  const pruned =
    prunes.recorded + prunes.extra === 0
      ? []
      : [
          `prunes exact ${exactNumber(prunes.exact)} of ${exactNumber(prunes.recorded)}${prunes.extra > 0 ? `, ${exactNumber(prunes.extra)} not recorded` : ''}`,
        ];
  return [
    trigger,
    ...pruned,
    ...(cuts.recorded === 0 ? [] : [`kept exact ${exactNumber(cuts.exact)} of ${exactNumber(cuts.recorded)}`]),
    ...(afterOff === undefined ? [] : [`size after ± ${percent(afterOff)}`]),
    costOff === undefined ? 'cost not tested' : `cost ± ${percent(Math.abs(costOff))}`,
  ].join(' · ');
}

/** [P4] "opencode up to 1.4.2 with a window of 128,000 and replies of 20,000" */
export function fittingWords(own: Policy, fitting: FittingWindow): string {
  const { preset, windowTokens, maxOutputTokens } = fitting;
  const { title } = fittingPolicy(own, fitting);
  const window = windowTokens === undefined ? '' : `a window of ${exactNumber(windowTokens)}`;
  const replies = maxOutputTokens === undefined ? '' : ` and replies of ${exactNumber(maxOutputTokens)}`;
  if (preset === undefined) return `${window}${replies}`;
  return window === '' ? title : `${title} with ${window}${replies}`;
}
