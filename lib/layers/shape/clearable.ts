import type { ContextPart } from './context';
import { toolKind } from './tool-kind';

/** [M1] A result that still has its content, of a tool that can be rerun. */
export function isLiveClearable({ part, state }: ContextPart, exemptTools: ReadonlySet<string>): boolean {
  if (part.kind !== 'tool-result' || state !== 'whole') return false;
  const name = part.toolName ?? '';
  return toolKind(name) !== 'other' && !exemptTools.has(name);
}
