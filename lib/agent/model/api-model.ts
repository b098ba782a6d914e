import type { ApiFailure } from '../../api/api-failure';
import type { AskModel } from '../../api/ask-model';
import { endingWords } from '../../api/ending-words';
import { DEEPEST_ANSWER } from '../../api/stream-event';
import type { StreamOutcome } from '../../api/stream-message';
import type { AnswerBlock } from '../../api/streamed-blocks';
import { asText, isDeeperThan, parseJson } from '../../base/json';
import { optional } from '../../base/optional';
import { fail, ok, type Result } from '../../base/result';
import { providerOf } from '../../economics/model-provider';
import type { Provider } from '../../transcript/validate-request';
import type { ChatModel, ModelOutcome } from '../journal/chat-model';
import type { ReplyBlock } from '../journal/entry';

type Answered = Extract<StreamOutcome, { readonly type: 'answered' }>;

/** A model of the API's. */
export function apiModel(askModel: AskModel): ChatModel {
  return {
    ask: async ({ body, betas }, options) => {
      const { outcome } = await askModel(body, { ...options, betas });
      if (outcome.type === 'answered') return outcomeOf(outcome, providerOf(asText(body.model) ?? ''));
      return options.signal.aborted ? { type: 'stopped' } : failedBy(outcome.failure);
    },
  };
}

function outcomeOf({ ending, stopReason, answer }: Answered, provider: Provider): ModelOutcome {
  if (ending === 'refused') return { type: 'failed', ...endingWords(ending) };
  const isCut = ending === 'cut' || ending === 'window-full';
  const blocks: ReplyBlock[] = [];
  for (const block of answer.blocks) {
    const read = replyBlock(block, { isCut, provider });
    if (read.ok) blocks.push(read.value);
    // Cut off in the middle of a tool call: what was said before it is kept, and the answer can be continued.
    else if (!isCut) return { type: 'failed', what: read.error, advice: 'Continue to retry.' };
  }
  const { isUsageEstimated, timeMs, firstTokenMs, appliedEdits } = answer;
  return {
    type: 'answered',
    reply: {
      blocks,
      stopReason,
      ...optional('usage', answer.usage),
      ...optional('isUsageEstimated', isUsageEstimated),
      timeMs,
      ...optional('firstTokenMs', firstTokenMs),
      ...optional('serverEdits', appliedEdits),
    },
  };
}

interface Read {
  readonly isCut: boolean;
  readonly provider: Provider;
}

function replyBlock(block: AnswerBlock, { isCut, provider }: Read): Result<ReplyBlock> {
  if (block.type !== 'tool-call') return ok(block);
  const { type, id, name, inputText } = block;
  const input = parseJson(inputText === '' && !isCut ? '{}' : inputText);
  if (!input.ok) {
    // Smaller models often write damaged JSON. The tool says so, and the model can correct it.
    if (provider === 'openai' && !isCut) return ok({ type, id, name, input: inputText });
    return fail(`The model called ${name} with incomplete JSON input.`);
  }
  if (isDeeperThan(input.value, DEEPEST_ANSWER)) {
    const levels = `nested more than ${DEEPEST_ANSWER} levels deep`;
    // As its text, no tool takes it, and the model is told so. The Messages API would not take that back.
    if (provider === 'openai') return ok({ type, id, name, input: inputText });
    return fail(`The model called ${name} with JSON input that is ${levels}.`);
  }
  return ok({ type, id, name, input: input.value });
}

function failedBy({ kind, what, advice, promptTokens }: ApiFailure): ModelOutcome {
  switch (kind) {
    case 'too-long': {
      const gapTokens = promptTokens && promptTokens.sent - promptTokens.most;
      return { type: 'too-long', ...optional('gapTokens', gapTokens), what };
    }
    case 'too-large':
      return { type: 'failed', what, advice: 'Compact the context, or start over: files and images use up the space.' };
    case 'broken-off':
    case 'damaged':
      return { type: 'failed', what, advice: 'The answer was discarded, but may have been billed. Continue to retry.' };
    default:
      return { type: 'failed', what, advice };
  }
}
