import { rulesOfRecording } from '../simulator/explain/losses-of-recording';
import { replayMaterial } from '../simulator/recorded/replay-material';
import type { Transcript } from '../transcript/transcript';

const LONGEST_RULE = 160;
const MOST_RULES = 5;

/** [K4] The rules of the user that a compaction lost or changed, in the user's words. */
export function lostRules(transcript: Transcript): readonly string[] {
  const found = rulesOfRecording(replayMaterial(transcript)).filter(({ state }) => state !== 'preserved');
  return found.map(({ rule }) => oneLine(rule.text)).filter((text) => text.length <= LONGEST_RULE);
}

/** For `/compact`: those that most sessions lost. */
export function focusOn(rulesBySession: readonly (readonly string[])[]): string | undefined {
  const sessions = new Map<string, number>();
  for (const rules of rulesBySession)
    for (const rule of new Set(rules)) sessions.set(rule, (sessions.get(rule) ?? 0) + 1);
  const most = [...sessions].sort((a, b) => b[1] - a[1]).slice(0, MOST_RULES);
  return most.length === 0
    ? undefined
    : `/compact focus on these rules, word for word: ${most.map(([rule]) => rule).join(' ')}`;
}

/** It is printed to a terminal, and pasted: no line ends, and no control characters. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
}
