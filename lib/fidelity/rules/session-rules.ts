import { optional } from '../../base/optional';
import { isReminder } from '../../transcript/reminder';
import type { Message, Part } from '../../transcript/transcript';
import { contentWords } from '../text/content-words';
import type { PartPlace } from '../values/value-index';
import type { RuleEdit } from './rule-edits';
import { ruleKey } from './rule-key';
import { RuleText } from './rule-text';
import { polarityOf, type UserRule, userRules } from './user-rules';

/** How a rule came to be one: found in a prompt, or by the user's own edit. */
export type RuleOrigin = 'found' | 'confirmed' | 'corrected' | 'added';

/** [K4] A rule of a session. */
export interface SessionRule extends Pick<UserRule, 'text' | 'polarity'> {
  readonly origin: RuleOrigin;
  /** What was found, if it was: an edit names it by that. */
  readonly found?: string;
  /** The last prompt with it. An added one may be in none. */
  readonly was?: PartPlace;
}

/** A rule that the user has removed. */
export interface RemovedRule {
  readonly found: string;
  readonly was?: PartPlace;
}

export interface SessionRules {
  readonly rules: readonly SessionRule[];
  readonly removed: readonly RemovedRule[];
}

/** As the user edited them. Only prompts before `end` count. */
export function sessionRules(
  messages: readonly Message[],
  edits: readonly RuleEdit[],
  end = messages.length,
): SessionRules {
  const rules: SessionRule[] = [];
  const removed: RemovedRule[] = [];
  const edited = new Map(
    edits.flatMap((edit) => (edit.type === 'added' ? [] : [[ruleKey(edit.found), edit] as const])),
  );
  for (const [key, { text, polarity, was }] of rulesGiven(messages, end)) {
    const edit = edited.get(key);
    edited.delete(key);
    if (edit === undefined) rules.push({ text, polarity, origin: 'found', found: text, was });
    else if (edit.type === 'removed') removed.push({ found: text, was });
    else if (edit.type === 'confirmed') rules.push({ text, polarity, origin: 'confirmed', found: text, was });
    else rules.push({ ...asked(edit.text), origin: 'corrected', found: text, was });
  }
  // What a later version of the search no longer finds is still what the user said.
  for (const edit of edited.values()) {
    if (edit.type === 'removed') continue;
    const was = placeOf(messages, edit.found, end);
    if (was === undefined) continue;
    const { text } = edit.type === 'corrected' ? edit : { text: edit.found };
    rules.push({ ...asked(text), origin: edit.type, found: edit.found, was });
  }
  for (const edit of edits) {
    if (edit.type !== 'added') continue;
    const everywhere = placeOf(messages, edit.text, messages.length);
    const was = placeOf(messages, edit.text, end);
    // It is in a later prompt: not given yet.
    if (everywhere !== undefined && was === undefined) continue;
    rules.push({ ...asked(edit.text), origin: 'added', ...optional('was', was) });
  }
  return { rules, removed };
}

function asked(text: string): Pick<UserRule, 'text' | 'polarity'> {
  return { text, polarity: polarityOf(text) ?? 'do' };
}

interface GivenRule extends UserRule {
  readonly was: PartPlace;
}

/** By key, each at its last occurrence. */
function rulesGiven(messages: readonly Message[], end: number): ReadonlyMap<string, GivenRule> {
  const given = new Map<string, GivenRule>();
  for (const { part, was } of typedParts(messages, end)) {
    for (const rule of rulesOf(part)) {
      const key = ruleKey(rule.text);
      given.delete(key);
      given.set(key, { ...rule, was });
    }
  }
  return given;
}

const known = new WeakMap<Part, readonly UserRule[]>();

/** A session is scored at many calls, and its prompts stay the same. */
function rulesOf(part: Extract<Part, { kind: 'text' }>): readonly UserRule[] {
  const before = known.get(part);
  if (before !== undefined) return before;
  // “Only that one” matches any words.
  const rules = userRules(part.text).filter(({ text }) => contentWords(text).length > 0);
  known.set(part, rules);
  return rules;
}

function* typedParts(messages: readonly Message[], end: number) {
  for (const [message, { kind, role, parts }] of messages.slice(0, end).entries()) {
    if (kind !== 'prompt' || role !== 'user') continue;
    for (const [place, part] of parts.entries()) {
      if (part.kind === 'text' && !isReminder(part.text)) yield { part, was: { message, part: place } };
    }
  }
}

const texts = new WeakMap<Part, RuleText>();

/** The last prompt that says it, apart from quotation marks, case and spaces. */
function placeOf(messages: readonly Message[], text: string, end: number): PartPlace | undefined {
  let found: PartPlace | undefined;
  for (const { part, was } of typedParts(messages, end)) {
    const read = texts.get(part) ?? new RuleText(part.text);
    texts.set(part, read);
    if (read.verbatim(text) !== undefined) found = was;
  }
  return found;
}
