import { assertNever } from '../base/assert-never';
import type { Boundary, Call, Message, Part, Transcript } from './transcript';

const LONGEST = 100;

/**
 * A transcript as lines a person can read and a test can compare: what every golden file holds.
 *
 *   claude-code "Fix the tests" by Claude Code 2.1.81, session s1
 *   0 u1 user prompt
 *     text "Fix the tests"
 *   1 msg_1 assistant reply of msg_1
 *     tool-call toolu_1 Bash {"command":"npm test"}
 *   call msg_1 at 1 claude-x: input 3, read 20000, written 900, output 87
 */
export function formatAsText(transcript: Transcript): string {
  return `${lines(transcript).join('\n')}\n`;
}

function lines(transcript: Transcript): string[] {
  return [
    heading(transcript),
    ...facts({
      models: transcript.models.join(', '),
      window: transcript.contextWindow,
      directory: transcript.workingDirectory,
      'parent session': transcript.parentSessionId,
      'agent id': transcript.agentId,
    }),
    `system in file: ${transcript.systemInFile}`,
    ...transcript.system.map((part) => `system ${partAsText(part)}`),
    ...transcript.tools.map((tool) => `tool ${tool.name} ${quoted(tool.schemaText)}`),
    ...transcript.messages.flatMap(messageLines),
    ...transcript.calls.map(callLine),
    ...transcript.boundaries.map(boundaryLine),
    ...transcript.events.map((event) => `event ${event.kind} at ${event.at}: ${quoted(event.text)}`),
    ...transcript.warnings.map((warning) => `warning ${warning.kind} line ${warning.line}: ${warning.what}`),
    ...transcript.children.flatMap((child) => lines(child).map((line) => `    ${line}`)),
  ];
}

function heading(transcript: Transcript): string {
  const { format, formatVersion, title, agent, sessionId } = transcript;
  return [
    formatVersion === undefined ? format : `${format} ${formatVersion}`,
    ...(title === undefined ? [] : [quoted(title)]),
    ...(agent === undefined ? [] : [`by ${[agent.name, agent.version].filter(Boolean).join(' ')}`]),
    ...(sessionId === undefined ? [] : [`session ${sessionId}`]),
  ].join(' ');
}

function facts(values: Record<string, string | number | undefined>): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}: ${value}`],
  );
}

function messageLines(message: Message, index: number): string[] {
  const call = message.callId === undefined ? '' : ` of ${message.callId}`;
  const time = message.timeMs === undefined ? '' : ` ${new Date(message.timeMs).toISOString()}`;
  return [
    `${index} ${message.id} ${message.role} ${message.kind}${call}${time}`,
    ...message.parts.map((part) => `  ${partAsText(part)}`),
  ];
}

/** One part on one line, with long content truncated. */
function partAsText(part: Part): string {
  switch (part.kind) {
    case 'text':
      return `text ${quoted(part.text)}`;
    case 'thinking':
      return `thinking ${quoted(part.text)}${part.opaqueLength ? ` (${part.opaqueLength} opaque)` : ''}`;
    case 'tool-call':
      return `tool-call ${part.id} ${part.name} ${cut(JSON.stringify(part.input))}`;
    case 'tool-result': {
      const flags = [part.toolName ?? 'unknown tool', ...(part.isError ? ['error'] : [])].join(' ');
      return `tool-result ${part.callId} ${flags}: ${part.parts.map(partAsText).join(' + ')}`;
    }
    case 'image': {
      const size = part.width === undefined ? '' : ` ${part.width}x${part.height}`;
      return `image ${part.mediaType}${size} ${part.bytes ?? '?'} bytes`;
    }
    case 'document':
      return `document ${part.mediaType} ${part.text === undefined ? `${part.bytes ?? '?'} bytes` : quoted(part.text)}`;
    case 'unknown':
      return `unknown ${part.type} ${cut(JSON.stringify(part.json))}`;
    default:
      return assertNever(part);
  }
}

function callLine(call: Call): string {
  const words = [`call ${call.id} at ${call.at}`, call.model ?? ''].filter(Boolean).join(' ');
  if (call.usage === undefined) return `${words}: no usage`;
  const { input, cacheRead, cacheWrite5m, cacheWrite1h, output, reasoning, extraPasses } = call.usage;
  const numbers = [
    `input ${input}`,
    `read ${cacheRead}`,
    `written ${cacheWrite5m}`,
    ...(cacheWrite1h > 0 ? [`written for an hour ${cacheWrite1h}`] : []),
    `output ${output}${call.outputIsPartial ? ' (partial)' : ''}`,
    ...(reasoning === undefined ? [] : [`reasoning ${reasoning}`]),
    ...(extraPasses === undefined ? [] : [`further passes ${extraPasses.length}`]),
  ];
  return `${words}: ${numbers.join(', ')}`;
}

function boundaryLine(boundary: Boundary): string {
  const list = (name: string, ids: readonly string[] | undefined) =>
    ids === undefined ? [] : [`${name} ${ids.join(' ')}`];
  const number = (name: string, value: number | undefined) => (value === undefined ? [] : [`${name} ${value}`]);
  const details = [
    boundary.trigger,
    ...number('before', boundary.preTokens),
    ...(boundary.preTokensMeans === undefined ? [] : [`(${boundary.preTokensMeans})`]),
    ...number('after', boundary.postTokens),
    ...number('saved', boundary.tokensSaved),
    ...number('took ms', boundary.durationMs),
    ...(boundary.isGuess ? ['guess'] : []),
    ...(boundary.agentVersion === undefined ? [] : [`version ${boundary.agentVersion}`]),
    ...list('summary', boundary.summaryMessageId === undefined ? undefined : [boundary.summaryMessageId]),
    ...list('kept', boundary.keptMessageIds),
    ...(boundary.keptPosition === undefined ? [] : [boundary.keptPosition]),
    ...list('cleared', boundary.clearedToolCallIds),
    ...list('dropped', boundary.droppedMessageIds),
  ];
  return `boundary ${boundary.kind} at ${boundary.at}: ${details.join(', ')}`;
}

function quoted(text: string): string {
  return JSON.stringify(cut(text));
}

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}… (${text.length})`;
}
