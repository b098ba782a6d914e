import type { ToolCallId, ToolResultPart } from '../../transcript/transcript';
import type { ContextMessage, PartPlace } from '../shape/context';
import type { Env } from '../shape/layer';

/** [M8] Which results are old. */
export interface OldResultsSettings {
  readonly protectTokens: number;
  readonly crossing: 'cleared' | 'kept';
  readonly protectTurns: number;
  readonly protectMessages: number;
  readonly countsProtected: boolean;
  readonly stopsAt: 'cleared' | 'summary' | 'nothing';
  readonly skipsErrors: boolean;
}

export interface OldResult extends PartPlace {
  readonly result: ToolResultPart;
}

export interface LookedAt {
  readonly callId: ToolCallId;
  /** Of this result and all newer ones that count. */
  readonly total: number;
}

export interface OldResults {
  /** Oldest first. */
  readonly old: readonly OldResult[];
  /** Of these, as the agents estimate them. */
  readonly tokens: number;
  /** Newest first, without those that turns or messages protect. */
  readonly lookedAt: readonly LookedAt[];
}

const CHARACTERS_PER_TOKEN = 4;

/** From the newest back. The totals are the agents' own estimate: a quarter of the characters of each text. */
export function oldResults(
  messages: readonly ContextMessage[],
  settings: OldResultsSettings,
  { exemptTools, pinned }: Pick<Env, 'exemptTools' | 'pinned'>,
): OldResults {
  const { protectTokens, crossing, protectTurns, protectMessages, countsProtected, stopsAt, skipsErrors } = settings;
  const old: OldResult[] = [];
  const lookedAt: LookedAt[] = [];
  let turns = 0;
  let total = 0;
  let tokens = 0;
  back: for (let place = messages.length - 1; place >= 0; place--) {
    const each = messages[place];
    if (each === undefined) continue;
    const { message, parts, shape } = each;
    if (message.role === 'user') turns += 1;
    if (message.kind === 'summary' && stopsAt !== 'nothing') break;
    const isProtected = turns < protectTurns || place >= messages.length - protectMessages;
    if (shape.results === 0 || (isProtected && !countsProtected)) continue;
    for (let part = parts.length - 1; part >= 0; part--) {
      const held = parts[part];
      if (held?.part.kind !== 'tool-result') continue;
      const result = held.part;
      if (held.state === 'cleared' && stopsAt === 'cleared' && !isProtected) break back;
      if (held.state !== 'whole' || (skipsErrors && result.isError)) continue;
      if (pinned.has(message.id) || exemptTools.has(result.toolName ?? '')) continue;
      const size = Math.round(charactersOf(result) / CHARACTERS_PER_TOKEN);
      const wasOld = total > protectTokens;
      total += size;
      if (isProtected) continue;
      lookedAt.push({ callId: result.callId, total });
      if (total <= protectTokens || (crossing === 'kept' && !wasOld)) continue;
      old.push({ message: place, part, result });
      tokens += size;
    }
  }
  return { old: old.reverse(), tokens, lookedAt };
}

/** No estimate of these results is larger. */
export function mostTokens(characters: number, results: number): number {
  return characters / CHARACTERS_PER_TOKEN + results / 2;
}

export function charactersOf({ parts }: ToolResultPart): number {
  let characters = 0;
  for (const part of parts) if (part.kind === 'text') characters += part.text.length;
  return characters;
}
