import { isReminder } from '../../../transcript/reminder';
import type { Transcript } from '../../../transcript/transcript';
import { ruleStateIn } from '../../rules/rule-fates';
import { RuleText } from '../../rules/rule-text';
import { polarityOf, userRules } from '../../rules/user-rules';
import type { TextRange } from '../../text/text-range';
import type { OpenRecording } from '../boundary-cut';
import type { Compared } from '../calibrate';
import { hashedLabel, type LabelledBoundary, type LabelSet } from '../labelled-boundary';
import { type LabelledPrompt, type LabelledRule, type LabelledSession, labelledStates } from './labelled-session';

/** The labels of a recording at one of its compactions, or after the last one. */
export interface RecordedRules {
  /** In the folder of recordings. */
  readonly file: string;
  readonly set: LabelSet;
  /** Counted from 0; undefined: the prompts after the last one, which no summary has replaced. */
  readonly boundary?: number;
  readonly labels: readonly RecordedRule[];
}

interface RecordedRule extends TextRange {
  /** `message.part` */
  readonly at: string;
  /** Of its words. */
  readonly hash: string;
  readonly state?: LabelledRule['state'];
  readonly isUnsure?: boolean;
}

export interface MadeUpRules {
  readonly name: string;
  readonly set: LabelSet;
  readonly session: LabelledSession;
}

/** [K4] What was found of what is labelled, and whether what became of it was judged as a person did. */
export interface ComparedRules {
  readonly found: readonly Compared[];
  readonly judged: readonly Compared[];
}

/** Of a found rule and a labelled one, this share of the shorter one is the same text. */
const SAME = 0.5;

export async function compareRules(
  madeUp: readonly MadeUpRules[],
  recorded: readonly RecordedRules[],
  open: OpenRecording | undefined,
): Promise<ComparedRules> {
  const found: Compared[] = [];
  const judged: Compared[] = [];
  const add = (name: string, set: LabelSet, type: 'made-up' | 'recording', labelled: LabelledPrompts) => {
    const boundary = boundaryOf(name, set, type);
    found.push({ boundary, ...comparedFinding(labelled.prompts) });
    if (labelled.summary !== undefined) judged.push({ boundary, ...comparedStates(labelled) });
  };
  for (const { name, set, session } of madeUp) add(name, set, 'made-up', { ...session, earlier: [] });
  if (open === undefined) return { found, judged };
  for (const rules of recorded) {
    const { file, set, boundary } = rules;
    const name = `${file} ${boundary === undefined ? 'to its end' : `at ${boundary}`}`;
    add(name, set, 'recording', recordedPrompts(await open(file), rules));
  }
  return { found, judged };
}

interface LabelledPrompts {
  readonly prompts: readonly LabelledPrompt[];
  /** Rules that an earlier summary had kept: only judged. */
  readonly earlier: readonly LabelledPrompt[];
  readonly summary: string | undefined;
}

function comparedFinding(prompts: readonly LabelledPrompt[]): Omit<Compared, 'boundary'> {
  const right: string[] = [];
  const wrong: string[] = [];
  const missed: string[] = [];
  for (const { text, rules } of prompts) {
    const met = new Set<LabelledRule>();
    for (const each of userRules(text)) {
      const labels = rules.filter((rule) => isSame(rule, each));
      for (const label of labels) met.add(label);
      if (labels.length === 0) wrong.push(each.text);
      else if (labels.some(({ isUnsure }) => !isUnsure)) right.push(each.text);
    }
    for (const rule of rules) {
      if (!rule.isUnsure && !met.has(rule)) missed.push(text.slice(rule.start, rule.end));
    }
  }
  return { right, wrong, missed };
}

function isSame(a: TextRange, b: TextRange): boolean {
  const common = Math.min(a.end, b.end) - Math.max(a.start, b.start);
  return common >= SAME * Math.min(a.end - a.start, b.end - b.start);
}

/** Of the labelled rules, whether they were found or not. */
function comparedStates({ prompts, earlier, summary = '' }: LabelledPrompts): Omit<Compared, 'boundary'> {
  const right: string[] = [];
  const wrong: string[] = [];
  const remaining = new RuleText(summary);
  for (const prompt of [...prompts, ...earlier]) {
    for (const { start, end, state } of prompt.rules) {
      if (state === undefined) continue;
      const text = prompt.text.slice(start, end);
      const judged = ruleStateIn(remaining, { text, polarity: polarityOf(text) ?? 'do' }).state;
      if (judged === labelledStates[state]) right.push(text);
      else wrong.push(`${text} (${state}, judged ${judged})`);
    }
  }
  return { right, wrong, missed: [] };
}

function recordedPrompts(transcript: Transcript, { file, boundary, labels }: RecordedRules): LabelledPrompts {
  const { messages, boundaries } = transcript;
  const at = boundary === undefined ? messages.length : boundaries[boundary]?.at;
  if (at === undefined) throw new Error(`${file} has no boundary ${boundary}`);
  const starts = boundaries.flatMap((each) => (each.kind === 'full' && each.at < at ? [each.at] : []));
  const from = Math.max(0, ...starts);
  const prompts: LabelledPrompt[] = [];
  const earlier: LabelledPrompt[] = [];
  for (const [index, { kind, role, parts }] of messages.slice(0, at).entries()) {
    if (kind !== 'prompt' || role !== 'user') continue;
    for (const [place, part] of parts.entries()) {
      if (part.kind !== 'text' || isReminder(part.text)) continue;
      const rules = labels.filter((label) => label.at === `${index}.${place}`).map((label) => asRule(label, part.text));
      if (index >= from) prompts.push({ text: part.text, rules });
      else if (rules.length > 0) earlier.push({ text: part.text, rules });
    }
  }
  const summary = boundary === undefined ? undefined : messages.slice(at).find(({ kind }) => kind === 'summary');
  const text = summary?.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');
  return { prompts, earlier, summary: text === '' ? undefined : text };
}

function asRule({ start, end, hash, state, isUnsure = false }: RecordedRule, text: string): LabelledRule {
  if (hashedLabel(text.slice(start, end)) !== hash) throw new Error('A recording is not the one that was labelled');
  return { start, end, state, isUnsure };
}

function boundaryOf(name: string, set: LabelSet, type: 'made-up' | 'recording'): LabelledBoundary {
  const source =
    type === 'made-up'
      ? ({ type, left: [], summary: '', after: [] } as const)
      : ({ type, file: name, at: { call: 0 } } as const);
  return { name, set, source, labels: [] };
}
