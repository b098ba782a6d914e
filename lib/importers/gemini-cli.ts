import { asArray, asObject, asText, asTimeMs, type Json, type JsonObject } from '../base/json';
import { wellFormed } from '../base/well-formed';
import type { Part, ToolResultPart, Transcript } from '../transcript/transcript';
import { FunctionCalls } from './gemini/function-calls';
import { functionCall, functionResponse, geminiParts, mediaPart } from './gemini/parts';
import { type Said, SessionLog } from './gemini/session-log';
import { SessionTranscript } from './gemini/session-transcript';
import { geminiUsage } from './gemini/usage';
import { given } from './read/given';
import type { ImportEnv, Importer, Reading } from './read/importer';
import { has } from './recognition/rule';

/**
 * Sessions of Gemini CLI: one document, or, in newer versions, a log of operations.
 *
 *   {sessionId, projectHash}     what the session is
 *   user                         prompt
 *   gemini                       reply, its call, and the results of its tools
 *   info, warning, error         only on the screen
 *   {$rewindTo}                  boundary: what follows that message was abandoned
 *   {$set: {messages}}           boundary, if the new list is shorter
 */
export const geminiCli: Importer = {
  format: 'gemini-cli',
  recognisedBy: [
    {
      rule: 'R-L32',
      because: 'it has messages of the type gemini',
      matches: (records) => records.some((record) => record.type === 'gemini' && has(record, 'id', 'content')),
    },
  ],
  takesRecords: true,
  start: (env) => new GeminiCliReading(env),
};

class GeminiCliReading implements Reading {
  private readonly log = new SessionLog();
  private readonly calls = new FunctionCalls();
  private facts: Partial<Transcript> = {};

  constructor(private readonly env: ImportEnv) {}

  add(value: Json, line: number): void {
    const record = asObject(value);
    if (record === undefined) {
      this.env.warn('skipped', line, 'Not a record of a session');
      return;
    }
    const { $set, $rewindTo } = record;
    const messages = asArray(record.messages);
    if (asObject($set) !== undefined) this.addChange(asObject($set) ?? {}, line);
    else if (typeof $rewindTo === 'string') {
      this.log.rewindTo($rewindTo, { line, timeMs: asTimeMs(record.timestamp) });
    } else if (asText(record.sessionId) !== undefined && record.type === undefined) {
      this.addFacts(record);
      for (const [index, message] of (messages ?? []).entries()) this.addMessage(message, index + 1);
    } else this.addMessage(record, line);
  }

  finish(): readonly Transcript[] {
    return new SessionTranscript(this.env).of(this.log.steps, this.facts);
  }

  private addFacts(record: JsonObject): void {
    const summary = asText(record.summary);
    const title = summary === undefined || summary === '' ? undefined : wellFormed(summary);
    const isSubAgent = asText(record.kind) === 'subagent';
    const sessionId = asText(record.sessionId);
    this.facts = {
      ...this.facts,
      ...given({
        sessionId,
        title,
        agentId: isSubAgent ? sessionId : undefined,
        workingDirectory: asText(asArray(record.directories)?.[0]),
      }),
    };
  }

  private addChange(change: JsonObject, line: number): void {
    this.addFacts(change);
    const messages = asArray(change.messages);
    if (messages === undefined) return;
    const list = messages.flatMap((message) => this.said(message, line) ?? []);
    this.log.replace(list, { line, timeMs: asTimeMs(change.lastUpdated) });
  }

  private addMessage(value: Json, line: number): void {
    const message = asObject(value);
    const type = asText(message?.type);
    const said = this.said(value, line);
    if (said !== undefined) this.log.put(said);
    else if (type === 'info' || type === 'warning' || type === 'error') {
      const text = geminiParts(message?.content, this.calls).flatMap((part) => (part.kind === 'text' ? part.text : []));
      const at = { line, timeMs: asTimeMs(message?.timestamp) };
      this.log.note(type === 'error' ? 'api-error' : 'notice', text.join('\n'), at);
    } else {
      this.env.warn('skipped', line, `Unknown Gemini CLI record of type "${type?.slice(0, 40) ?? ''}"`);
    }
  }

  private said(value: Json, line: number): Said | undefined {
    const message = asObject(value);
    const type = asText(message?.type);
    if (message === undefined || (type !== 'user' && type !== 'gemini')) return undefined;
    const content = geminiParts(message.content, this.calls);
    const facts = { id: asText(message.id), timeMs: asTimeMs(message.timestamp), line };
    if (type === 'user') return { ...facts, role: 'user', parts: content, results: [], isNoCall: true };
    const asked = (asArray(message.toolCalls) ?? []).map((call) => asObject(call) ?? {});
    const calls = asked.map((call) => functionCall(call, this.calls));
    // After a compression the content repeats the calls.
    const said = calls.length === 0 ? content : content.filter(({ kind }) => kind !== 'tool-call');
    const usage = geminiUsage(message.tokens);
    return {
      ...facts,
      role: 'assistant',
      parts: [...thoughts(message.thoughts), ...said, ...calls],
      results: asked.flatMap((call) => this.results(call)),
      isNoCall: usage === undefined && asObject(message.tokens) !== undefined,
      ...given({ usage, model: asText(message.model), answeredMs: asTimeMs(asked.at(-1)?.timestamp) }),
    };
  }

  /** Media stand beside the response that they belong to. */
  private results(call: JsonObject): ToolResultPart[] {
    const list = asArray(call.result) ?? (call.result === undefined || call.result === null ? [] : [call.result]);
    const hasFailed = call.status === 'error' || call.status === 'cancelled';
    const results: ToolResultPart[] = [];
    for (const value of list) {
      const response = asObject(asObject(value)?.functionResponse);
      const last = results.at(-1);
      if (response === undefined && last !== undefined) {
        results[results.length - 1] = { ...last, parts: [...last.parts, mediaPart(value)] };
      } else {
        const { id = null, name = null } = call;
        const result = functionResponse(
          response === undefined ? { id, name, response: value } : { id, name, ...response },
          this.calls,
        );
        results.push(hasFailed ? { ...result, isError: true } : result);
      }
    }
    return results;
  }
}

function thoughts(value: Json | undefined): Part[] {
  return (asArray(value) ?? []).map((item) => {
    const thought = asObject(item);
    const words = [thought?.subject, thought?.description]
      .map((part) => asText(part) ?? '')
      .filter((part) => part !== '');
    return { kind: 'thinking', text: wellFormed(words.join('\n')) };
  });
}
