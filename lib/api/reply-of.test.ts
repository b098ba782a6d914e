import { expect, it } from 'vitest';
import type { Reply } from '../layers/shape/layer';
import type { ApiFailure } from './api-failure';
import { replyOf } from './reply-of';
import type { AnswerEnding, StreamOutcome } from './stream-message';

const usage = { input: 9, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 120, reasoning: 20 };
const answer = { blocks: [], text: 'Said', thinking: 'Thought', usage, timeMs: 1 };

function answered(ending: AnswerEnding, text = 'Said'): Reply {
  return replyOf({ type: 'answered', ending, stopReason: 'end_turn', answer: { ...answer, text } });
}

function failed(failure: Partial<ApiFailure>): Reply {
  const outcome: StreamOutcome = {
    type: 'failed',
    failure: { kind: 'server', what: 'Asking failed.', advice: '', ...failure },
    answer,
  };
  return replyOf(outcome);
}

it('[F5] an answer is a reply with its text tokens, without thinking tokens', () => {
  expect(answered('whole')).toEqual({ type: 'text', text: 'Said', tokens: 100 });
  expect(answered('cut')).toEqual({ type: 'text', text: 'Said', tokens: 100 });
  expect(answered('empty', '')).toEqual({ type: 'text', text: '', tokens: 100 });
});

it('[F5] a declined or failed request is an error, and a stopped one is aborted', () => {
  expect(answered('refused')).toEqual({ type: 'error', what: 'The model declined to answer.' });
  expect(failed({ kind: 'rate-limit' })).toEqual({ type: 'error', what: 'Asking failed.' });
  expect(failed({ kind: 'aborted' })).toEqual({ type: 'aborted' });
});

it('[F4] a request that is too long says by how much, if known', () => {
  const promptTokens = { sent: 210_000, most: 200_000 };
  expect(failed({ kind: 'too-long', promptTokens })).toEqual({ type: 'too-long', gapTokens: 10_000 });
  expect(failed({ kind: 'too-long' })).toEqual({ type: 'too-long' });
});
