import { asArray, asObject, asText, type Json, type JsonObject } from '../../base/json';
import type { Transcript } from '../../transcript/transcript';
import { MessageList } from '../any-message/message-list';
import { callFacts } from '../langchain/call-facts';
import { isRun, runsIn } from '../langchain/run';
import { LangSmithRuns } from '../langchain/runs';
import type { ImportEnv, Importer, Reading } from '../read/importer';

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
  private readonly lists: MessageList[] = [];
  private readonly runs: LangSmithRuns;

  constructor(private readonly env: ImportEnv) {
    this.runs = new LangSmithRuns(env);
  }

  add(value: Json, line: number): void {
    const record = asObject(value);
    const runs = runsIn(record);
    const messages = asArray(value) ?? stateOf(record);
    if (runs !== undefined) for (const run of runs) this.runs.add(run, line);
    else if (messages !== undefined && !messages.some(isRun))
      this.lists.push(new MessageList(this.env, messages, callFacts));
    else if (messages !== undefined) for (const [index, run] of messages.entries()) this.runs.add(run, index + 1);
    else this.env.warn('skipped', line, 'Neither messages nor a run');
  }

  finish(): readonly Transcript[] {
    return [...this.lists.flatMap((list) => list.transcript('langchain')), ...this.runs.finish()];
  }
}

/** The messages of a state of LangGraph. */
function stateOf(record: JsonObject | undefined): readonly Json[] | undefined {
  const state = asObject(record?.values) ?? asObject(record?.channel_values) ?? record;
  const messages = asArray(state?.messages);
  if (messages !== undefined || record === undefined) return messages;
  return asText(record.type) !== undefined || record.kwargs !== undefined ? [record] : undefined;
}
