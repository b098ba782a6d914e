import { asBoolean, asObject, asText, type Json, type JsonObject, parseJson } from '../base/json';
import { optional } from '../base/optional';
import { type HookEventName, hookEvents, isHookEvent } from './hook-events';

/** [H3] How a hook ended, whatever its kind. */
export interface HookExit {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly isLate?: boolean;
}

/** What follows from it. */
export interface HookEffect {
  /** Why what the event is about does not happen. */
  readonly blocks?: string;
  /** Added to the context. */
  readonly context: readonly string[];
  /** [H4] Added to the instructions of a summary. */
  readonly summary?: string;
  /** About a tool call: instead of the rules. */
  readonly permission?: 'allow' | 'ask' | 'deny';
  readonly why?: string;
  /** The tool gets this instead. */
  readonly input?: Json;
  /** The run stops: for the user. */
  readonly stops?: string;
  /** The model may try again what was denied. */
  readonly retries?: boolean;
  /** For the user. */
  readonly warnings: readonly string[];
}

const EMPTY: HookEffect = { context: [], warnings: [] };
const MAX_CHARACTERS = 10_000;

/** [H3] Exit 0: its output goes where the event allows. Exit 2: blocks. Any other: a warning. */
export function effectOf(event: HookEventName, exit: HookExit): HookEffect {
  const { errors, blocks } = hookEvents[event];
  if (exit.isLate === true) return warned('It was stopped at its time limit.');
  if (exit.code === 0) return success(event, exit.stdout.trim());
  const said = shortened(exit.stderr.trim());
  if (exit.code !== 2 || errors === 'nobody') {
    const because = said === '' ? '' : `: ${said}`;
    return warned(`It ended with exit code ${exit.code}${because}`);
  }
  const reason = said === '' ? 'No reason was given.' : said;
  if (blocks !== undefined) return { ...EMPTY, ...blocking(event, reason) };
  return errors === 'model' ? { ...EMPTY, context: [reason] } : warned(reason);
}

function blocking(event: HookEventName, reason: string): Partial<HookEffect> {
  const { blocks } = hookEvents[event];
  if (blocks === 'call' || blocks === 'permission') return { blocks: reason, permission: 'deny', why: reason };
  return { blocks: reason };
}

function warned(what: string): HookEffect {
  return { ...EMPTY, warnings: [what] };
}

function success(event: HookEventName, said: string): HookEffect {
  if (said === '') return EMPTY;
  if (said.startsWith('{')) {
    const json = parseJson(said);
    const object = json.ok ? asObject(json.value) : undefined;
    if (object !== undefined) return fromJson(event, object);
    const plain = spoken(event, said);
    return { ...plain, warnings: ['Its output starts like JSON, but is not: it is taken as text.'] };
  }
  return spoken(event, said);
}

function spoken(event: HookEventName, text: string): HookEffect {
  const { output } = hookEvents[event];
  if (output === 'model') return { ...EMPTY, context: [shortened(text)] };
  return output === 'summary' ? { ...EMPTY, summary: shortened(text) } : EMPTY;
}

/** The documented format: what all events have, then what is about this one. */
function fromJson(event: HookEventName, given: JsonObject): HookEffect {
  const { blocks: blocked, takesContext, errors } = hookEvents[event];
  const specific = asObject(given.hookSpecificOutput) ?? {};
  const warnings = [asText(given.systemMessage)].flatMap((text) => (text === undefined ? [] : [shortened(text)]));
  const named = asText(specific.hookEventName);
  if (named !== undefined && named !== event) warnings.push(`Its output is for ${named}, not for ${event}.`);
  const said = shortened(asText(given.reason) ?? '');
  const reason = said === '' ? 'No reason was given.' : said;
  const decision = asText(given.decision);
  const isBlock = decision === 'block' && errors !== 'nobody';
  const added = asText(specific.additionalContext)?.trim() ?? '';
  const context = takesContext && added !== '' ? [shortened(added)] : [];
  if (!takesContext && added !== '') warnings.push(`${event} adds no context: additionalContext has no effect.`);
  const stops =
    asBoolean(given.continue) === false ? shortened(asText(given.stopReason) ?? 'Stopped by a hook.') : undefined;
  const base: HookEffect = { context, warnings, ...optional('stops', stops) };
  switch (event) {
    case 'PreToolUse': {
      const old = decision === 'approve' ? 'allow' : decision === 'block' ? 'deny' : undefined;
      const permission = permissionIn(asText(specific.permissionDecision)) ?? old;
      const why = shortened(asText(specific.permissionDecisionReason) ?? said);
      const denied = permission === 'deny' ? { blocks: why === '' ? 'No reason was given.' : why } : {};
      return {
        ...base,
        ...denied,
        ...optional('permission', permission),
        why,
        ...optional('input', specific.updatedInput),
      };
    }
    case 'PermissionRequest': {
      const answer = asObject(specific.decision) ?? {};
      const permission = permissionIn(asText(answer.behavior));
      if (permission === undefined || permission === 'ask') return base;
      const why = shortened(asText(answer.message) ?? '');
      const denied = permission === 'deny' ? { blocks: why === '' ? 'No reason was given.' : why } : {};
      return { ...base, ...denied, permission, why, ...optional('input', answer.updatedInput) };
    }
    case 'PermissionDenied':
      return asBoolean(specific.retry) === true ? { ...base, retries: true } : base;
    default:
      if (!isBlock) return base;
      if (blocked !== undefined) return { ...base, blocks: reason };
      return errors === 'model'
        ? { ...base, context: [...context, reason] }
        : { ...base, warnings: [...warnings, reason] };
  }
}

function permissionIn(text: string | undefined): 'allow' | 'ask' | 'deny' | undefined {
  return text === 'allow' || text === 'ask' || text === 'deny' ? text : undefined;
}

function shortened(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  return `${text.slice(0, MAX_CHARACTERS).toWellFormed()}\n[cut after ${MAX_CHARACTERS} characters]`;
}

const STRICTEST = ['deny', 'ask', 'allow'] as const;

/** [H3] Of all hooks of one event: the strictest permission, the first reason, every text. */
export function together(effects: readonly HookEffect[]): HookEffect {
  const permission = STRICTEST.find((each) => effects.some((effect) => effect.permission === each));
  const deciding = effects.find((effect) => effect.permission === permission);
  const summary = effects.flatMap((effect) => effect.summary ?? []).join('\n\n');
  const input = effects.findLast((effect) => effect.input !== undefined)?.input;
  return {
    context: effects.flatMap(({ context }) => context),
    warnings: effects.flatMap(({ warnings }) => warnings),
    ...optional('blocks', effects.find(({ blocks }) => blocks !== undefined)?.blocks),
    ...(summary === '' ? {} : { summary }),
    ...(permission === undefined ? {} : { permission, ...optional('why', deciding?.why) }),
    ...optional('input', input),
    ...optional('stops', effects.find(({ stops }) => stops !== undefined)?.stops),
    ...(effects.some(({ retries }) => retries === true) ? { retries: true } : {}),
  };
}

/** One hook that ran, as it is recorded. */
interface Firing {
  /** Null: it was stopped. */
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** [H3] What follows from everything that an event ran. */
export function effectOfEvent(event: string, firings: readonly Firing[]): HookEffect {
  if (!isHookEvent(event)) return EMPTY;
  return together(firings.map((firing) => effectOfFiring(event, firing)));
}

export function effectOfFiring(event: HookEventName, { exit, stdout, stderr }: Firing): HookEffect {
  return effectOf(event, exit === null ? { code: 1, stdout, stderr, isLate: true } : { code: exit, stdout, stderr });
}
