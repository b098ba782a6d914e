import { asArray, asObject, asText, type Json, type JsonObject } from '../../base/json';
import { wellFormed } from '../../base/well-formed';
import type { Part, ResultPart, ToolCallId } from '../../transcript/transcript';
import { openaiParts, openaiResultParts } from '../openai/content-part';
import { toolArguments } from '../openai/tool-arguments';
import type { ImportEnv } from '../read/importer';
import { RepeatedCallIds } from '../read/repeated-call-ids';
import { type NewCall, TranscriptDraft } from '../read/transcript-draft';
import { userKind } from '../read/user-kind';

/**
 * Messages in order. Agents without tool calls say their command in the last fenced block, and the next message of the
 * user is what it printed.
 */
export class AgentHistory {
  readonly draft = new TranscriptDraft();
  private readonly ids = new RepeatedCallIds();
  /** A command that was said in text, until its output arrives. */
  private said: ToolCallId | undefined;

  constructor(private readonly env: ImportEnv) {}

  add(message: JsonObject, line: number, timeMs?: number): void {
    const role = asText(message.role) ?? '';
    const facts = { line, timeMs };
    if (message.is_demo === true) {
      const parts = openaiParts(message.content);
      const shownAs = role === 'assistant' || role === 'system' ? role : 'user';
      this.draft.addMessage({ ...facts, role: shownAs, kind: 'injected', parts });
    } else if (role === 'system') {
      this.draft.addMessage({ ...facts, role, kind: 'injected', parts: openaiParts(message.content) });
    } else if (role === 'tool') this.addResults(message, line, timeMs);
    else {
      if (role !== 'user') this.env.warn('guessed', line, `Unknown role "${role.slice(0, 40)}" treated as user`);
      this.addUser(openaiResultParts(message.content), line, timeMs);
    }
  }

  addReply(parts: readonly Part[], line: number, call: NewCall): void {
    this.said = undefined;
    this.draft.addReply({ parts, line, ...call });
  }

  /** Ids are repeated in replays: a call has the one under which its result is found. */
  toolCall(value: Json): Part {
    const call = asObject(value);
    const definition = asObject(call?.function);
    const id = this.ids.asked(asText(call?.id) ?? 'made');
    const name = asText(definition?.name) ?? 'unknown';
    return { kind: 'tool-call', id, name, input: toolArguments(definition?.arguments) };
  }

  /** A reply whose command is in its text. Without a tool's name, the command begins with it. */
  addSaidCommand(content: string, command: string, line: number, call: NewCall, tool?: string): void {
    const at = content.lastIndexOf(command);
    const thought = at < 0 ? content : content.slice(0, at).replace(/```[\w-]*\s*$/, '');
    const id = this.ids.asked('command');
    const name = tool ?? /^[\w./-]+/.exec(command.trim())?.[0] ?? 'command';
    this.addReply(
      [...openaiParts(thought.trim()), { kind: 'tool-call', id, name, input: { command: wellFormed(command.trim()) } }],
      line,
      call,
    );
    this.said = id;
  }

  private addUser(parts: readonly ResultPart[], line: number, timeMs: number | undefined): void {
    const callId = this.said;
    this.said = undefined;
    if (callId === undefined) this.draft.addMessage({ role: 'user', kind: userKind(parts), parts, line, timeMs });
    else this.addResult(callId, parts, line, timeMs);
  }

  private addResults(message: JsonObject, line: number, timeMs: number | undefined): void {
    const id = asText(message.tool_call_id) ?? asText(asArray(message.tool_call_ids)?.[0]) ?? 'made';
    this.addResult(this.ids.answered(id), openaiResultParts(message.content), line, timeMs);
  }

  addResult(callId: ToolCallId, parts: readonly ResultPart[], line: number, timeMs?: number): void {
    const result = { kind: 'tool-result', callId, parts, isError: false } as const;
    this.draft.addMessage({ role: 'tool', kind: 'tool-results', parts: [result], line, timeMs });
  }

  answered(id: string): ToolCallId {
    return this.ids.answered(id);
  }
}

/** The last fenced block of a reply. */
export function fencedCommand(content: string): string | undefined {
  const blocks = content.split('```');
  const block = blocks.length < 3 ? undefined : blocks[blocks.length - (blocks.length % 2 === 0 ? 3 : 2)];
  const command = block?.replace(/^[\w-]*\n/, '').trim();
  return command === '' ? undefined : command;
}
