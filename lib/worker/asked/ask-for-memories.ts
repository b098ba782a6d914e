import type { AskModel, Waiting } from '../../api/ask-model';
import { endingWords } from '../../api/ending-words';
import { type SentFigures, sentTogether } from '../../api/sent-figures';
import type { StreamOutcome } from '../../api/stream-message';
import type { Failure } from '../../base/failure';
import { asArray, asObject, type JsonObject, parseJson } from '../../base/json';
import type { MemoryAsk, ProjectAsk, RecallAsk, Reply } from '../../layers/shape/layer';
import { maskText } from '../../masking/mask-text';
import { replayedExtractionText } from '../../memory/extraction/extraction-request';
import { replayedTools, runReplayedTool } from '../../memory/extraction/replayed-tools';
import { writtenMemories } from '../../memory/extraction/written-memories';
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

/** Has a model answer what layers ask about memory, one request after another. Everything that it is sent is masked. */
export class MemoryAsker {
  constructor(
    private readonly asking: MemoryAsking,
    private readonly figures: MemoryFigures,
  ) {}

  answer(material: ReplayMaterial, ask: ProjectAsk): Promise<MemoryReply> {
    return ask.type === 'recall' ? this.select(ask) : this.extract(material, ask);
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
    let { folder } = extraction;
    let body = extractionBody(material, ask, this.asking.model);
    let last: Extract<MemoryReply, { readonly type: 'answered' }> = {
      type: 'answered',
      reply: { type: 'error', what: 'no request is allowed' },
    };
    for (let request = 0; request < this.asking.mostRequests; request++) {
      const outcome = await this.send(body);
      if (outcome.type === 'ended') return outcome;
      const next = this.replyOf(outcome);
      if (next.type === 'ended' || next.reply.type !== 'text') return next;
      last = next;
      const { blocks } = outcome.answer;
      const calls = blocks.filter((block) => block.type === 'tool-call');
      if (calls.length === 0) break;
      const results = calls.map((call): JsonObject => {
        const run = runReplayedTool(folder, call, extraction.nowMs);
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
    const kept = writtenMemories(folder, extraction);
    return { type: 'answered', reply: { ...last.reply, extraction: { folder, kept, leftOut: [] } } };
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
function extractionBody(material: ReplayMaterial, ask: MemoryAsk, model: string): JsonObject {
  const { instruction, maxTokens, extraction } = ask;
  const masked = maskedAsk(material, ask);
  const text = maskText(replayedExtractionText(instruction, extraction?.folder.root ?? '')).text;
  const { tool_choice: _, ...body } = summaryRequest(masked, { text }, { model, maxTokens });
  const own = new Set(replayedTools.map(({ name }) => name));
  const others = (asArray(body.tools) ?? []).filter((tool) => !own.has(asObject(tool)?.name ?? ''));
  return { ...body, tools: [...replayedTools, ...others] };
}
