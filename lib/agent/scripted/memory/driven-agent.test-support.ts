import { asArray, asObject, asText, type JsonObject } from '../../../base/json';
import { deniedBecause } from '../../../memory/extraction/allowed-tools';
import { extractionRequest, MAX_TURNS } from '../../../memory/extraction/extraction-request';
import { memoryRules } from '../../../memory/extraction/memory-rules';
import { indexOf } from '../../../memory/files/memory-folder';
import { cutIndex } from '../../../memory/files/memory-index';
import { candidatesIn, manifestText } from '../../../memory/recall/manifest';
import type { ToolCallId, ToolCallPart } from '../../../transcript/transcript';
import type { ToolState } from '../../journal/entry';
import { emptyToolState } from '../../journal/entry';
import { memoryFolderIn } from '../../tools/memory-files';
import { runTools } from '../../tools/run-tools';
import { ToolContext } from '../../tools/tool-context';
import { tools } from '../../tools/tools';
import type { Workspace } from '../../tools/workspace';

/** Whoever answers: the scripted model, the stand-in over HTTP, or a model. The content of its reply. */
export type AskModel = (body: JsonObject) => Promise<readonly JsonObject[]>;

export interface AgentOptions {
  readonly model: string;
  readonly root: string;
  readonly nowMs: number;
  /** CLAUDE.md, in the first message. */
  readonly instructions?: string;
}

const NEVER = new AbortController().signal;
const MOST_ROUNDS = 40;
const MAX_TOKENS = 4_096;

/**
 * An agent reduced to its requests: one conversation on a workspace, and the task that extracts memories from it. It has
 * no policy and no journal, so that a dialogue can be planted in it.
 */
export class DrivenAgent {
  private messages: readonly JsonObject[] = [];
  readonly requests: JsonObject[] = [];
  private desk: ToolState = emptyToolState;
  /** [A5] As the session starts with it. */
  private readonly context: readonly JsonObject[];

  constructor(
    private readonly ask: AskModel,
    readonly files: Workspace,
    private readonly options: AgentOptions,
  ) {
    const text = contextText(options.root, options.instructions ?? '', indexOf(memoryFolderIn(files)));
    this.context = text === '' ? [] : [{ type: 'text', text }];
  }

  /** Adds what was said before, without asking. */
  add(role: 'user' | 'assistant', content: readonly JsonObject[]): void {
    const last = this.messages.at(-1);
    this.messages =
      last?.role === role
        ? [...this.messages.slice(0, -1), { role, content: [...blocksIn(last), ...content] }]
        : [...this.messages, { role, content: [...content] }];
  }

  /** One turn of the agent: what it says at its end. */
  async prompt(text: string): Promise<string> {
    this.add('user', [{ type: 'text', text }]);
    return this.goOn();
  }

  async goOn(): Promise<string> {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const reply = await this.asked(this.body());
      this.add('assistant', reply);
      const calls = callsIn(reply);
      if (calls.length === 0) return textIn(reply);
      this.add('user', await this.results(calls, () => undefined));
    }
    throw new Error(`The agent did not end its turn within ${MOST_ROUNDS} requests`);
  }

  /** [A11] The task after a turn: its request starts with the bytes of the agent's latest one. */
  async extract(newMessages: number): Promise<DrivenExtraction> {
    const { root } = this.options;
    const last = this.messages.at(-1);
    const parent = this.body(last?.role === 'assistant' ? this.messages.slice(0, -1) : this.messages);
    const reply = last?.role === 'assistant' ? blocksIn(last) : [];
    const manifest = manifestText(candidatesIn(memoryFolderIn(this.files)));
    const first = extractionRequest(parent, reply, { root, newMessages, manifest });
    const messages = [...(asArray(first.messages) ?? [])];
    const denied: string[] = [];
    for (let request = 1; request <= MAX_TURNS; request++) {
      const answer = await this.asked({ ...first, messages: [...messages] });
      const calls = callsIn(answer);
      if (calls.length === 0) return { requests: request, isEnded: true, says: textIn(answer), denied };
      const results = await this.results(calls, (name, input) => {
        const why = deniedBecause(name, input, root);
        if (why !== undefined) denied.push(why);
        return why;
      });
      messages.push({ role: 'assistant', content: [...answer] }, { role: 'user', content: results });
    }
    return { requests: MAX_TURNS, isEnded: false, says: '', denied };
  }

  private body(messages = this.messages): JsonObject {
    const { model, root, nowMs } = this.options;
    const day = new Date(nowMs).toISOString().slice(0, 10);
    const system = [{ type: 'text', text: `You help.\n\n${memoryRules(root)}\n\nToday's date is ${day}.` }];
    const [first, ...others] = messages;
    return {
      model,
      max_tokens: MAX_TOKENS,
      system,
      tools: tools.map(({ name, description, input }) => ({ name, description, input_schema: input })),
      messages:
        first === undefined ? [] : [{ role: 'user', content: [...this.context, ...blocksIn(first)] }, ...others],
    };
  }

  private async asked(body: JsonObject): Promise<readonly JsonObject[]> {
    this.requests.push(body);
    return this.ask(body);
  }

  private async results(
    calls: readonly ToolCallPart[],
    denies: (name: string, input: JsonObject) => string | undefined,
  ): Promise<JsonObject[]> {
    const { nowMs } = this.options;
    const results: JsonObject[] = [];
    for (const call of calls) {
      const why = denies(call.name, asObject(call.input) ?? {});
      if (why !== undefined) {
        results.push(result(call.id, why, true));
        continue;
      }
      const desk = new ToolContext(this.files, this.desk, undefined, undefined, undefined, () => nowMs);
      const done = await runTools([call], desk, NEVER, () => 0);
      this.desk = done.desk;
      for (const { callId, text, isError } of done.results) results.push(result(callId, text, isError));
    }
    return results;
  }
}

export interface DrivenExtraction {
  readonly requests: number;
  /** By a reply without tool calls. */
  readonly isEnded: boolean;
  readonly says: string;
  readonly denied: readonly string[];
}

function contextText(root: string, instructions: string, index: string): string {
  const files = [
    ...(instructions === '' ? [] : [`/workspace/CLAUDE.md (instructions of the project):\n${instructions}`]),
    ...(index === '' ? [] : [`${root}/MEMORY.md (the index of your memory):\n${cutIndex(index).text}`]),
  ];
  if (files.length === 0) return '';
  return `<system-reminder>\nAs you answer, you can use this context:\n${files.join('\n\n')}\n</system-reminder>`;
}

function callsIn(content: readonly JsonObject[]): ToolCallPart[] {
  return content.flatMap(({ type, id, name, input }) =>
    type === 'tool_use'
      ? [{ kind: 'tool-call', id: (asText(id) ?? '') as ToolCallId, name: asText(name) ?? '', input: input ?? {} }]
      : [],
  );
}

function textIn(content: readonly JsonObject[]): string {
  return content.map(({ type, text }) => (type === 'text' ? (asText(text) ?? '') : '')).join('');
}

function blocksIn({ content }: JsonObject): JsonObject[] {
  return (asArray(content) ?? []).map(asObject).filter((block) => block !== undefined);
}

function result(id: string, text: string, isError: boolean): JsonObject {
  return { type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text }], is_error: isError };
}
