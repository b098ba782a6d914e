import type { ContextMessage, ContextPart } from './context';
import { toolKind } from './tool-kind';

/** [M1] A result that still has its content, of a tool whose results can be had again. */
export function isLiveClearable({ part, state }: ContextPart, exemptTools: ReadonlySet<string>): boolean {
  if (part.kind !== 'tool-result' || state !== 'whole') return false;
  const name = part.toolName ?? '';
  return toolKind(name) !== 'other' && !exemptTools.has(name);
}

export interface Clearable {
  readonly results: number;
  readonly tokens: number;
}

export function liveClearable(message: ContextMessage, exemptTools: ReadonlySet<string>): Clearable {
  let results = 0;
  let tokens = 0;
  for (const part of message.parts) {
    if (!isLiveClearable(part, exemptTools)) continue;
    results += 1;
    tokens += part.tokens;
  }
  return { results, tokens };
}
