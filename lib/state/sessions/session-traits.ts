import { optional } from '../../base/optional';
import type { TranscriptSummary } from '../../transcript/summarise';

/** By which people recognise a session that they were sent a link to: nothing that the transcript or its file's name says. */
export interface SessionTraits {
  readonly agent?: string;
  /** As `2026-11-19`, in UTC: sender and recipient may live in different time zones. */
  readonly recorded?: string;
  readonly calls?: number;
}

export const traitNames = ['agent', 'recorded', 'calls'] as const satisfies readonly (keyof SessionTraits)[];

const LONGEST_AGENT = 40;

export function traitsOf({
  agent,
  recordedAtMs,
  calls,
}: Pick<TranscriptSummary, 'agent' | 'recordedAtMs' | 'calls'>): SessionTraits {
  const program = agent === undefined ? '' : shortAgent(`${agent.name} ${agent.version ?? ''}`);
  return {
    ...optional('agent', program === '' ? undefined : program),
    ...optional('recorded', recordedAtMs === undefined ? undefined : dayOf(recordedAtMs)),
    calls,
  };
}

/** In the order in which a link names them. Only these: whoever passes a whole summary must not write its title. */
export function traitPairs({
  agent,
  recorded,
  calls,
}: SessionTraits): readonly (readonly [string, string | undefined])[] {
  return [
    ['agent', agent],
    ['recorded', recorded],
    ['calls', calls === undefined ? undefined : String(calls)],
  ];
}

/** Invalid ones are ignored: they only help to find the file. */
export function traitsIn(query: URLSearchParams): SessionTraits | undefined {
  const agent = shortAgent(query.get('agent') ?? '');
  const recorded = query.get('recorded') ?? '';
  const calls = query.get('calls') ?? '';
  const traits = {
    ...optional('agent', agent === '' ? undefined : agent),
    ...optional('recorded', /^\d{4}-\d\d-\d\d$/.test(recorded) ? recorded : undefined),
    ...optional('calls', /^\d{1,9}$/.test(calls) ? Number(calls) : undefined),
  };
  return Object.keys(traits).length === 0 ? undefined : traits;
}

/** `Claude Code 2.1.81, recorded on 2026-11-19, 141 calls` */
export function traitsText({ agent, recorded, calls }: SessionTraits): string {
  return [
    agent,
    recorded !== undefined && `recorded on ${recorded}`,
    calls !== undefined && (calls === 1 ? '1 call' : `${calls} calls`),
  ]
    .filter(Boolean)
    .join(', ');
}

/** By whole characters: half a surrogate pair cannot be encoded in a URL. */
function shortAgent(agent: string): string {
  return [...agent.trim()].slice(0, LONGEST_AGENT).join('').trim();
}

/** A damaged file may have a time that no date can express. */
function dayOf(timeMs: number): string | undefined {
  const time = new Date(timeMs);
  const day = Number.isNaN(time.getTime()) ? '' : time.toISOString().slice(0, 10);
  return /^\d{4}-\d\d-\d\d$/.test(day) ? day : undefined;
}
