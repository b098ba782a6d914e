import type { Message, TextPart } from '../../transcript/transcript';
import type { ContextMessage } from '../shape/context';
import type { Env } from '../shape/layer';
import type { SettingsSpec } from '../shape/setting';
import { noticeIn } from './notices';
import { type CountedText, putBackAs, putBackWithin } from './put-back';

export interface RestoredSkillsSettings {
  readonly restoredTokensPerSkill: number;
  readonly restoredSkillTokens: number;
}

export const restoredSkillsSettings: SettingsSpec<RestoredSkillsSettings> = {
  restoredTokensPerSkill: {
    type: 'number',
    title: 'Max skill size',
    explains: 'Longer skills are truncated.',
    rule: 'F6',
    unit: 'tokens',
    min: 0,
    max: 100_000,
    step: 500,
    default: 5_000,
  },
  restoredSkillTokens: {
    type: 'number',
    title: 'Max total skill size',
    explains: 'Skills that do not fit are omitted, oldest first.',
    rule: 'F6',
    unit: 'tokens',
    min: 0,
    max: 500_000,
    step: 1_000,
    default: 25_000,
  },
};

/**
 * [F6] The invoked skills, latest first, while there is room. Not those still in the kept messages.
 *
 *   call   Skill review                 user   the text of "review", cut to 5,000 tokens
 *   result launching                    user   the text of "commit"
 *   user   its text, 9,000 tokens  ──▶
 */
export function restoredSkills(
  messages: readonly ContextMessage[],
  kept: readonly ContextMessage[],
  settings: RestoredSkillsSettings,
  env: Env,
): ContextMessage[] {
  const stays = new Set(kept);
  const inSight = new Set<string>();
  const texts = new Map<string, CountedText>();
  for (const { text, holder } of invokedSkills(messages)) {
    const start = text.part.text.slice(0, TELLING_START);
    if (stays.has(holder)) inSight.add(start);
    else if (!texts.has(start)) texts.set(start, text);
  }
  for (const start of inSight) texts.delete(start);
  const room = { each: settings.restoredTokensPerSkill, all: settings.restoredSkillTokens };
  return putBackWithin(room, 'skill', [...texts.values()], env);
}

/** A skill invoked again starts the same, whatever its arguments are. */
const TELLING_START = 200;

interface InvokedSkill {
  readonly text: CountedText;
  readonly holder: ContextMessage;
}

/** Latest first. Skills restored by an earlier compaction are already in that order, and are older than all others. */
function invokedSkills(messages: readonly ContextMessage[]): InvokedSkill[] {
  const invoked: InvokedSkill[] = [];
  const earlier: InvokedSkill[] = [];
  let isExpected = false;
  for (const holder of messages) {
    const { message, parts, shape } = holder;
    const isPutBack = putBackAs(holder) === 'skill';
    for (const { part, tokens } of shape.isInjected ? parts : []) {
      if (part.kind !== 'text') continue;
      const skill = { text: { part, tokens }, holder };
      if (isPutBack) earlier.push(skill);
      else if (HEADING.test(part.text) || (isExpected && isBody(message, part))) invoked.push(skill);
    }
    isExpected = shape.invokesSkill;
  }
  return [...invoked.reverse(), ...earlier];
}

const HEADING = /^Base directory for this skill:/;

/** A call or command may be followed by a notice instead of the skill. */
function isBody(message: Message, part: TextPart): boolean {
  return noticeIn(message, part) === undefined && !/^\s*<(local-command|system-reminder)/.test(part.text);
}
