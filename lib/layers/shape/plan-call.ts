import type { Part, ToolCallPart } from '../../transcript/transcript';

const EXIT_PLAN_MODE = /^_*exit_*plan_*mode_*$/i;

/** The call with which an agent presents its plan. */
export function isPlanCall(part: Part): part is ToolCallPart {
  return part.kind === 'tool-call' && EXIT_PLAN_MODE.test(part.name);
}
