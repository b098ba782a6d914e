import type { AskModel, Waiting } from '../../api/ask-model';
import { endingWords } from '../../api/ending-words';
import { type SentFigures, sentTogether } from '../../api/sent-figures';
import type { StreamOutcome } from '../../api/stream-message';
import { assertNever } from '../../base/assert-never';
import type { Failure } from '../../base/failure';
import { asArray, asObject, type JsonObject, parseJson } from '../../base/json';
import type { DreamAsk, MemoryAsk, ProjectAsk, RecallAsk, Reply } from '../../layers/shape/layer';
import { maskText } from '../../masking/mask-text';
import { readDreamText } from '../../memory/dreaming/dream-request';
import { writtenActions } from '../../memory/dreaming/written-actions';
import { replayedExtractionText } from '../../memory/extraction/extraction-request';
import { replayedTools, runReplayedTool } from '../../memory/extraction/replayed-tools';
import { writtenMemories } from '../../memory/extraction/written-memories';
import type { MemoryFolder } from '../../memory/files/memory-folder';
import { readSelectorAnswer, selectorRequest } from '../../memory/recall/selector-request';
import { summaryRequest } from '../../prompts/summary-request';
import { mostOfRequest } from '../../simulator/memory/memory-plan';
import type { ReplayMaterial } from '../../simulator/recorded/replay-material';
import { maskedAsk } from './masked-ask';

export interface MemoryAsking {
  readonly model: string;
  readonly askModel: AskModel;
  /** [A10] For one extraction. */
  readonly mostRequests: number;
  /** Of all requests together. */
  readonly mostDollars: number;
  readonly signal: AbortSignal;
  report(waiting: Waiting | undefined): void;
}

/** What asking took so far. */
export interface MemoryFigures {
  sent: SentFigures | undefined;
  requests: number;
  /** Calls of tools that were denied, or that failed. */
  refused: number;
  /** Declined, longer than the window of the model, or no list of memories. */
  failed: number;
}

export type MemoryReply =
  | { readonly type: 'answered'; readonly reply: Reply }
  /** Nothing more is asked. */
  | { readonly type: 'ended'; readonly failure: Failure };

interface FolderWork {
  readonly folder: MemoryFolder;
  readonly nowMs: number;
  readonly mostRequests: number;
  readonly mayRemove: boolean;
}

/** Has a model answer what layers ask about memory, one request after another. Everything that it is sent is masked. */
export class MemoryAsker {
  constructor(
    private readonly asking: MemoryAsking,
    private readonly figures: MemoryFigures,
  ) {}

  answer(material: ReplayMaterial, ask: ProjectAsk): Promise<MemoryReply> {
    switch (ask.type) {
      case 'recall':
        return this.select(ask);
      case 'memory':
        return this.extract(material, ask);
      case 'dream':
        return this.dream(material, ask);
      default:
        return assertNever(ask);
    }
  }

  private async select({ selection }: RecallAsk): Promise<MemoryReply> {
    const prompt = maskText(selection.prompt).text;
    const outcome = await this.send(selectorRequest({ ...selection, prompt }, this.asking.model));
    if (outcome.type === 'ended') return outcome;
    const answered = this.replyOf(outcome);
    // [R2] The layer recalls nothing then, or less.
    if (
      answered.type === 'answered' &&
      answered.reply.type === 'text' &&
      readSelectorAnswer(answered.reply.text, selection).problem !== undefined
    )
      this.figures.failed += 1;
    return answered;
  }

  private async extract(material: ReplayMaterial, ask: MemoryAsk): Promise<MemoryReply> {
    const { extraction } = ask;
    if (extraction === undefined) throw new Error('A finished extraction is asked nothing');
    const { folder, nowMs } = extraction;
    const { mostRequests } = this.asking;
    const worked = await this.work(material, ask, { folder, nowMs, mostRequests, mayRemove: false });
    if (!('folder' in worked)) return worked;
    const kept = writtenMemories(worked.folder, extraction);
    const reply = { ...worked.reply, extraction: { folder: worked.folder, kept, leftOut: [] } };
    return { type: 'answered', reply };
  }

  /** [D3] What it did is seen from what it left. */
  private async dream(material: ReplayMaterial, ask: DreamAsk): Promise<MemoryReply> {
    const { dream, instruction } = ask;
    if (dream === undefined) throw new Error('A finished dream is asked nothing');
    const { folder, nowMs } = dream;
    const mostRequests = readDreamText(instruction)?.most ?? this.asking.mostRequests;
    const worked = await this.work(material, ask, { folder, nowMs, mostRequests, mayRemove: true });
    if (!('folder' in worked)) return worked;
    const actions = writtenActions(folder, worked.folder);
    return { type: 'answered', reply: { ...worked.reply, dream: { folder: worked.folder, actions } } };
  }

  /** [A10] Has the model call tools on the folder until it is done. */
  private async work(
    material: ReplayMaterial,
    ask: MemoryAsk | DreamAsk,
    { folder: before, nowMs, mostRequests, mayRemove }: FolderWork,
  ): Promise<
    MemoryReply | { readonly folder: MemoryFolder; readonly reply: Extract<Reply, { readonly type: 'text' }> }
  > {
    let folder = before;
    let body = extractionBody(material, ask, before.root, this.asking.model);
    let last: Extract<MemoryReply, { readonly type: 'answered' }> = {
      type: 'answered',
      reply: { type: 'error', what: 'no request is allowed' },
    };
    for (let request = 0; request < mostRequests; request++) {
      const outcome = await this.send(body);
      if (outcome.type === 'ended') return outcome;
      const next = this.replyOf(outcome);
      if (next.type === 'ended' || next.reply.type !== 'text') return next;
      last = next;
      const { blocks } = outcome.answer;
      const calls = blocks.filter((block) => block.type === 'tool-call');
      if (calls.length === 0) break;
      const results = calls.map((call): JsonObject => {
        const run = runReplayedTool(folder, call, nowMs, mayRemove);
        ({ folder } = run);
        if (run.isError) this.figures.refused += 1;
        return {
          type: 'tool_result',
          tool_use_id: call.id,
          content: run.text,
          ...(run.isError ? { is_error: true } : {}),
        };
      });
      const said = blocks.flatMap((block): JsonObject[] => {
        if (block.type === 'text') return block.text.trim() === '' ? [] : [{ type: 'text', text: block.text }];
        if (block.type !== 'tool-call') return [];
        const parsed = parseJson(block.inputText);
        const input = parsed.ok ? (asObject(parsed.value) ?? {}) : {};
        return [{ type: 'tool_use', id: block.id, name: block.name, input }];
      });
      const more = [
        { role: 'assistant', content: said },
        { role: 'user', content: results },
      ];
      body = { ...body, messages: [...(asArray(body.messages) ?? []), ...more] };
    }
    if (last.reply.type !== 'text') return last;
    return { folder, reply: last.reply };
  }

  /** The limit is kept: what could exceed it is not sent. */
  private async send(body: JsonObject): Promise<StreamOutcome | Extract<MemoryReply, { readonly type: 'ended' }>> {
    const { model, askModel, mostDollars, signal, report } = this.asking;
    const most = mostOfRequest(JSON.stringify(body), Number(body.max_tokens), model) ?? 0;
    if (signal.aborted) return { type: 'ended', failure: STOPPED };
    if ((this.figures.sent?.dollars ?? 0) + most > mostDollars) return { type: 'ended', failure: TOO_MUCH };
    const { outcome, sent } = await askModel(body, {
      signal,
      onEvent: (event) => {
        if (event.type === 'asking') report(undefined);
        else if (event.type === 'waiting') report(event);
      },
    });
    this.figures.sent = sentTogether(this.figures.sent, sent);
    this.figures.requests += 1;
    return outcome;
  }

  private replyOf(outcome: StreamOutcome): MemoryReply {
    if (outcome.type === 'answered') {
      const { ending, answer } = outcome;
      const { output = 0, reasoning = 0 } = answer.usage ?? {};
      if (ending !== 'refused') {
        return {
          type: 'answered',
          reply: { type: 'text', text: answer.text, tokens: Math.max(1, output - reasoning) },
        };
      }
      this.figures.failed += 1;
      return { type: 'answered', reply: { type: 'error', what: endingWords(ending).what } };
    }
    const { kind, what, advice } = outcome.failure;
    switch (kind) {
      case 'aborted':
        return { type: 'ended', failure: { ...STOPPED, advice: `${STOPPED.advice} ${UNDER_WAY}` } };
      case 'too-long':
        this.figures.failed += 1;
        return { type: 'answered', reply: { type: 'too-long' } };
      default:
        return { type: 'ended', failure: { what, advice } };
    }
  }
}

const STOPPED: Failure = { what: 'Stopped.', advice: 'What was answered is shown. Continue to ask for the rest.' };
const UNDER_WAY = 'The unanswered request may be billed, and is sent again.';
const TOO_MUCH: Failure = {
  what: 'The next request could exceed the limit of dollars, so it was not sent.',
  advice: 'What was answered is shown. Raise the limit to continue with the rest.',
};

/** [A11] The recorded context at the call, then what the background agent is told. */
function extractionBody(material: ReplayMaterial, ask: MemoryAsk | DreamAsk, root: string, model: string): JsonObject {
  const { instruction, maxTokens } = ask;
  const masked = maskedAsk(material, ask);
  const text = maskText(replayedExtractionText(instruction, root)).text;
  const { tool_choice: _, ...body } = summaryRequest(masked, { text }, { model, maxTokens });
  const own = new Set(replayedTools.map(({ name }) => name));
  const others = (asArray(body.tools) ?? []).filter((tool) => !own.has(asObject(tool)?.name ?? ''));
  return { ...body, tools: [...replayedTools, ...others] };
}
