import { asArray, asObject, asText, type Json, type JsonObject, parseJson } from '../base/json';
import { wellFormed } from '../base/well-formed';
import type { Message, ToolCallId, Transcript } from '../transcript/transcript';
import { openaiParts } from './openai/content-part';
import { given } from './read/given';
import type { ImportEnv, Importer, Reading } from './read/importer';
import { noticeOrphanResults } from './read/transcript-draft';
import { AgentHistory, fencedCommand } from './swe-agent/agent-history';

/**
 * A trajectory of SWE-agent. `history` is the conversation; a step of `trajectory` has what was really sent, in which old
 * outputs are one line.
 *
 *   system, user, demonstrations    injected, prompt
 *   assistant                       reply, with its call
 *   tool, user                      result
 *   an output that became a line    boundary
 */
export const sweAgent: Importer = {
  format: 'swe-agent',
  start: (env) => new SweAgentReading(env),
};

class SweAgentReading implements Reading {
  private readonly transcripts: Transcript[] = [];

  constructor(private readonly env: ImportEnv) {}

  add(value: Json, line: number): void {
    const document = asObject(value);
    const history = asArray(document?.history);
    if (document === undefined || history === undefined) {
      this.env.warn('skipped', line, 'Not a trajectory of SWE-agent');
      return;
    }
    const agents = new Map<string, AgentRun>();
    for (const [index, item] of history.entries()) {
      const message = asObject(item);
      if (message === undefined) {
        this.env.warn('skipped', index + 1, 'Not a message');
        continue;
      }
      const name = asText(message.agent) ?? '';
      const run = agents.get(name) ?? new AgentRun(this.env, modelOf(document));
      agents.set(name, run);
      run.add(message, index + 1);
    }
    const [main, ...others] = [...agents.values()];
    if (main === undefined) return;
    main.addElided(asArray(document.trajectory) ?? [], this.env);
    const names = [...agents.keys()].slice(1);
    const children = others.map((run, index) => run.transcript({ ...given({ agentId: names[index] }) }));
    this.transcripts.push(main.transcript({ ...factsOf(document), children }));
  }

  finish(): readonly Transcript[] {
    return this.transcripts;
  }
}

/** Each message of the history is one of the transcript, at the same place. */
class AgentRun {
  private readonly history: AgentHistory;
  private readonly contents: string[] = [];

  constructor(
    private readonly env: ImportEnv,
    private readonly model: string | undefined,
  ) {
    this.history = new AgentHistory(env);
  }

  add(message: JsonObject, line: number): void {
    this.contents.push(textOf(message.content));
    if (asText(message.role) !== 'assistant' || message.is_demo === true) {
      this.history.add(message, line);
      return;
    }
    const call = { model: this.model };
    const calls = asArray(message.tool_calls) ?? [];
    const content = textOf(message.content);
    const command = asText(message.action) ?? fencedCommand(content);
    const thinking = (asArray(message.thinking_blocks) ?? []).map((block) => asText(asObject(block)?.thinking) ?? '');
    const thought = thinking.filter((text) => text !== '').map((text) => ({ kind: 'thinking', text }) as const);
    if (calls.length > 0) {
      const parts = calls.map((value) => this.history.toolCall(value));
      this.history.addReply([...thought, ...openaiParts(message.content), ...parts], line, call);
    } else if (command === undefined || command.trim() === '') {
      this.history.addReply([...thought, ...openaiParts(message.content)], line, call);
    } else this.history.addSaidCommand(content, command, line, call);
  }

  /** Where an output was first sent as a line that only says how much was left out. */
  addElided(trajectory: readonly Json[], env: ImportEnv): void {
    const { draft } = this.history;
    const known = new Set<ToolCallId>();
    for (const [index, value] of trajectory.entries()) {
      const step = asObject(value);
      const sent = asArray(step?.query) ?? asArray(step?.messages) ?? [];
      // The messages of the last step were not sent any more.
      if (sent.length === 0 || sent.length >= draft.messages.length) continue;
      if (draft.messages[sent.length]?.role !== 'assistant') {
        env.warn('guessed', index + 1, 'The messages that a step sent are not those of the history');
        continue;
      }
      const cleared = sent.flatMap((message, position) => {
        const callId = resultOf(draft.messages[position]);
        const isNew = callId !== undefined && !known.has(callId);
        return isNew && isElided(textOf(asObject(message)?.content), this.contents[position] ?? '') ? [callId] : [];
      });
      if (cleared.length === 0) continue;
      for (const callId of cleared) known.add(callId);
      const at = sent.length;
      draft.boundaries.push({ kind: 'prune', at, trigger: 'auto', clearedToolCallIds: cleared, line: index + 1 });
    }
    draft.boundaries.sort((a, b) => a.at - b.at);
  }

  transcript(rest: Partial<Transcript>): Transcript {
    const { draft } = this.history;
    noticeOrphanResults(draft.messages, this.env);
    const hasSystem = draft.messages.some(({ role }) => role === 'system');
    return draft.transcript({
      format: 'swe-agent',
      agent: { name: 'SWE-agent' },
      systemInFile: hasSystem ? 'some' : 'none',
      ...rest,
    });
  }
}

function resultOf(message: Message | undefined): ToolCallId | undefined {
  const part = message?.parts[0];
  return part?.kind === 'tool-result' ? part.callId : undefined;
}

function isElided(sent: string, said: string): boolean {
  return sent !== said && sent.length * 2 < said.length + 80 && /omitted|removed|elided/i.test(sent.slice(0, 200));
}

function textOf(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  return openaiParts(content)
    .map((part) => (part.kind === 'text' ? part.text : ''))
    .join('\n');
}

/** An object, or JSON in a text. */
function nested(value: Json | undefined): JsonObject | undefined {
  if (typeof value !== 'string') return asObject(value);
  const parsed = parseJson(value);
  return parsed.ok ? asObject(parsed.value) : undefined;
}

/** A replay of recorded actions asks no model. */
function modelOf(document: JsonObject): string | undefined {
  const config = nested(document.replay_config);
  const model = asObject(asObject(config?.agent)?.model) ?? asObject(config?.model);
  const name = asText(model?.name) ?? asText(model?.model_name);
  return name === 'replay' ? undefined : name;
}

function factsOf(document: JsonObject): Partial<Transcript> {
  const info = asObject(document.info);
  const version = asText(info?.swe_agent_version);
  const problem = asObject(nested(document.replay_config)?.problem_statement);
  const instance = asText(problem?.id);
  const state = nested(asObject(asArray(document.trajectory)?.[0])?.state);
  return given({
    title: instance === undefined ? undefined : wellFormed(instance),
    workingDirectory: asText(state?.working_dir),
    agent: version === undefined ? undefined : { name: 'SWE-agent', version },
  });
}
