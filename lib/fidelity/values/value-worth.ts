import { pathsOf, toolUse } from '../../transcript/tool-use';
import type { ToolCallPart } from '../../transcript/transcript';
import { asksUser } from '../text/asks-user';
import type { ExactValueType } from './classify-word';
import { isCodeNoise } from './code-noise';
import { isAgentWord, isCommonValue } from './common-value';
import type { IndexedValue, ValueIndex } from './value-index';

/** Why a value ranks where it does. */
export const worthReasons = ['command', 'decision', 'named', 'rare'] as const;
export type WorthReason = (typeof worthReasons)[number];

/** [K2] How much it matters that a value is lost. */
export interface ValueWorth {
  readonly weight: number;
  readonly reasons: readonly WorthReason[];
  /** In how many parts before the cut it is. */
  readonly parts: number;
}

const FIRST = 4;
const NAMED = 3;
const TYPE_WEIGHTS: Readonly<Record<ExactValueType, number>> = {
  command: FIRST,
  url: 2,
  hash: 2,
  'error-code': 2,
  setting: 2,
  path: 2,
  identifier: 1,
  number: 1,
  quoted: 1,
};
const RARE_PARTS = 3;
const TICKET = /^#\d+$|^[A-Z][A-Z0-9]+-\d+$|^[a-z][a-z0-9]*-[a-z]*\d[\w.]*$/;
/** `wrangler deploy --dry-run` */
const WITH_OPTION = /^[a-z][\w./-]*(?:\s\S+)*\s--?[a-z]/;
const PORT = /^:?\d{3,5}$/;
/** Only if somebody wrote them in a sentence or a command, they are more than code. */
const NEEDS_A_SENTENCE: ReadonlySet<ExactValueType> = new Set(['identifier', 'number', 'quoted', 'setting']);

/** Undefined for what nobody would look for in a summary. `from`: the first message after the cut. */
export function valueWorth(index: ValueIndex, value: IndexedValue, from: number): ValueWorth | undefined {
  const names = value.names ?? [value.value];
  const said = whoSaid(index, value, from);
  if (names.some(isAgentWord)) return undefined;
  if (names.some((name) => isCodeNoise(value.type, name))) return undefined;
  if (!said.byUser && names.some((name) => isCommonValue(value.type, name))) return undefined;
  const isTicket = TICKET.test(value.value);
  const isTelling = isTicket || PORT.test(value.value) || WITH_OPTION.test(value.value);
  if (NEEDS_A_SENTENCE.has(value.type) && !isTelling && !said.inText) return undefined;
  const isFirst = value.type === 'command' || said.asAnswer;
  const isRare = said.parts <= RARE_PARTS;
  const reasons: WorthReason[] = [];
  if (value.type === 'command') reasons.push('command');
  if (said.asAnswer) reasons.push('decision');
  if (said.byUser && !said.asAnswer) reasons.push('named');
  if (isRare) reasons.push('rare');
  const base = isFirst ? FIRST : said.byUser ? NAMED : isTicket ? 2 : TYPE_WEIGHTS[value.type];
  return { weight: base + (isRare ? 1 : 0), reasons, parts: said.parts };
}

/** A plan or a note that the agent writes. */
function isProseFile(call: ToolCallPart): boolean {
  const use = toolUse(call);
  return (use === 'write' || use === 'edit') && pathsOf(call.input).some((path) => /\.(?:mdx?|txt|rst)$/i.test(path));
}

interface Said {
  readonly byUser: boolean;
  /** To a question of the agent. */
  readonly asAnswer: boolean;
  /** In a prompt, an answer of the agent, or a command. */
  readonly inText: boolean;
  readonly parts: number;
}

function whoSaid(index: ValueIndex, { rows }: IndexedValue, from: number): Said {
  const end = index.rowFrom(from);
  let parts = 0;
  let byUser = false;
  let asAnswer = false;
  let inText = false;
  for (const row of rows) {
    if (row >= end) break;
    parts += 1;
    const place = index.placeOf(row);
    const message = index.messages[place.message];
    const part = message?.parts[place.part];
    if (message === undefined || part === undefined) continue;
    if (part.kind === 'text') {
      byUser ||= message.kind === 'prompt' && message.role === 'user';
      inText ||= message.kind === 'prompt' || message.kind === 'reply';
    } else if (part.kind === 'thinking') inText = true;
    else if (part.kind === 'tool-call') inText ||= index.isCommandAt(row) || isProseFile(part);
    else if (part.kind === 'tool-result') asAnswer ||= asksUser(part.toolName);
  }
  return { byUser, asAnswer, inText: inText || byUser || asAnswer, parts };
}
