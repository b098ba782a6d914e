import { asArray, asObject, asText, type Json, type JsonObject } from '../base/json';
import type { Transcript } from '../transcript/transcript';
import { MadeIds } from './any-message/made-ids';
import { type ReadMessage, readMessage, unknownRole } from './any-message/read-message';
import { callFacts } from './langchain/call-facts';
import { isRun, runsIn } from './langchain/run';
import { LangSmithRuns } from './langchain/runs';
import { given } from './read/given';
import type { ImportEnv, Importer, Reading } from './read/importer';
import { noticeOrphanResults, TranscriptDraft } from './read/transcript-draft';

/**
 * Messages of LangChain and LangGraph, and the runs that LangSmith records.
 *
 *   [{lc: 1, id: […, 'AIMessage'], kwargs}, …]   one transcript; its AI messages are the calls
 *   {messages: […]}, {values: {messages: […]}}   the same: a state of LangGraph
 *   {run_type: 'llm', inputs, outputs}           a call with its whole context: see `traced`
 */
export const langchain: Importer = {
  format: 'langchain',
  start: (env) => new LangChainReading(env),
};

class LangChainReading implements Reading {
  private readonly conversations: { readonly draft: TranscriptDraft; hasSystem: boolean }[] = [];
  private readonly runs: LangSmithRuns;

  constructor(private readonly env: ImportEnv) {
    this.runs = new LangSmithRuns(env);
  }

  add(value: Json, line: number): void {
    const record = asObject(value);
    const runs = runsIn(record);
    const messages = asArray(value) ?? stateOf(record);
    if (runs !== undefined) for (const run of runs) this.runs.add(run, line);
    else if (messages !== undefined && !messages.some(isRun)) this.addConversation(messages);
    else if (messages !== undefined) for (const [index, run] of messages.entries()) this.runs.add(run, index + 1);
    else this.env.warn('skipped', line, 'Neither messages nor a run');
  }

  finish(): readonly Transcript[] {
    const lists = this.conversations.flatMap(({ draft, hasSystem }) => {
      if (draft.isEmpty()) return [];
      noticeOrphanResults(draft.messages, this.env);
      return [draft.transcript({ format: 'langchain', systemInFile: hasSystem ? 'some' : 'none' })];
    });
    return [...lists, ...this.runs.finish()];
  }

  private addConversation(messages: readonly Json[]): void {
    const draft = new TranscriptDraft();
    const ids = new MadeIds();
    const conversation = { draft, hasSystem: false };
    this.conversations.push(conversation);
    for (const [index, value] of messages.entries()) {
      const line = index + 1;
      const message = readMessage(value);
      if (message === undefined) {
        this.env.warn('skipped', line, 'Not a message');
        continue;
      }
      this.tellUnknownRole(message, line);
      conversation.hasSystem ||= message.role === 'system';
      const { id, timeMs, role, kind, fields } = message;
      const parts = ids.next(message.parts);
      if (role === 'assistant') draft.addReply({ ...callFacts(fields), ...given({ id, timeMs }), parts, line });
      else draft.addMessage({ role, kind, parts, line, ...given({ id, timeMs }) });
    }
  }

  private tellUnknownRole(message: ReadMessage, line: number): void {
    const role = unknownRole(message);
    if (role !== undefined) this.env.warn('guessed', line, `Unknown role "${role.slice(0, 40)}" treated as user`);
  }
}

/** The messages of a state of LangGraph. */
function stateOf(record: JsonObject | undefined): readonly Json[] | undefined {
  const state = asObject(record?.values) ?? asObject(record?.channel_values) ?? record;
  const messages = asArray(state?.messages);
  if (messages !== undefined || record === undefined) return messages;
  return asText(record.type) !== undefined || record.kwargs !== undefined ? [record] : undefined;
}
