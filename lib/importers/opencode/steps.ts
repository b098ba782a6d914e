import { asObject, asText, asTimeMs, type JsonObject } from '../../base/json';
import type { Part, ToolCallId, ToolResultPart, Usage } from '../../transcript/transcript';
import { type ToolUse, textPart, thinkingPart, toolUse } from './parts';
import { opencodeUsage } from './usage';

/** One request of a message, with what the model answered and what its tools gave. */
export interface Step {
  readonly parts: Part[];
  readonly results: ToolResultPart[];
  readonly cleared: { readonly callId: ToolCallId; readonly timeMs: number }[];
  /** It has a mark that a request began. */
  hasStart: boolean;
  usage?: Usage | undefined;
  stopReason?: string | undefined;
  endMs?: number | undefined;
}

interface StepContext {
  /** Ids are not always unique, but what was cleared is told by them. */
  callId(part: JsonObject): ToolCallId;
  unknown(type: string): void;
  retried(part: JsonObject): void;
}

const NOT_SENT = new Set(['patch', 'snapshot', 'agent', 'subtask', 'file', 'compaction']);

/** The parts of a message of the model: old versions have several steps in one. */
export function stepsOf(parts: readonly JsonObject[], context: StepContext): readonly Step[] {
  let step: Step = { parts: [], results: [], cleared: [], hasStart: false };
  const steps: Step[] = [step];
  for (const part of parts) {
    const type = asText(part.type) ?? 'untyped';
    switch (type) {
      case 'step-start':
        if (step.hasStart || step.parts.length > 0) {
          step = { parts: [], results: [], cleared: [], hasStart: false };
          steps.push(step);
        }
        step.hasStart = true;
        break;
      case 'step-finish':
        step.usage = opencodeUsage(part.tokens);
        step.stopReason = asText(part.reason);
        break;
      case 'text':
        if (part.ignored !== true && asText(part.text) !== '') step.parts.push(textPart(asText(part.text) ?? ''));
        break;
      case 'reasoning':
        step.parts.push(thinkingPart(part));
        break;
      case 'tool':
        addToolUse(step, toolUse(part, context.callId(part)));
        break;
      case 'retry':
        context.retried(part);
        break;
      default:
        if (!NOT_SENT.has(type)) context.unknown(type);
    }
  }
  return steps;
}

function addToolUse(step: Step, { call, result, endMs, clearedMs }: ToolUse): void {
  step.parts.push(call);
  if (result === undefined) return;
  step.results.push(result);
  const ended = asTimeMs(endMs);
  if (ended !== undefined) step.endMs = Math.max(step.endMs ?? 0, ended);
  const timeMs = asTimeMs(clearedMs);
  if (timeMs !== undefined) step.cleared.push({ callId: result.callId, timeMs });
}

/** The text of an error, in its data if it has any. */
export function errorText(error: JsonObject | undefined): string {
  return asText(asObject(error?.data)?.message) ?? asText(error?.message) ?? asText(error?.name) ?? 'error';
}
