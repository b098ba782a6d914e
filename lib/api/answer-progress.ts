import { optional } from '../base/optional';
import { costOf } from '../economics/cost';
import { modelFor } from '../economics/model-table';
import type { Usage } from '../transcript/transcript';
import type { Answer, AnswerEvent, StreamOptions } from './stream-message';
import type { AnswerBlock } from './streamed-blocks';

/** What is told of an answer while it arrives, and its figures at the end: the same for every API. */
export class AnswerProgress {
  private usage: Usage | undefined;
  private firstTokenMs: number | undefined;
  private readonly startMs: number;

  constructor(
    private readonly model: string,
    private readonly options: StreamOptions,
  ) {
    this.startMs = this.nowMs();
  }

  get reported(): Usage | undefined {
    return this.usage;
  }

  /** A part of the answer itself. */
  tell(event: Exclude<AnswerEvent, { readonly type: 'first-token' | 'usage' }>): void {
    if (this.firstTokenMs === undefined) {
      this.firstTokenMs = this.timeMs();
      this.options.onEvent?.({ type: 'first-token', timeMs: this.firstTokenMs });
    }
    this.options.onEvent?.(event);
  }

  tellUsage(usage: Usage): void {
    this.usage = usage;
    this.options.onEvent?.({ type: 'usage', usage });
  }

  answer(blocks: readonly AnswerBlock[]): Answer {
    const { usage, firstTokenMs, model } = this;
    const calls = blocks.filter((block) => block.type === 'tool-call');
    return {
      blocks,
      text: blocks.map((block) => (block.type === 'text' ? block.text : '')).join(''),
      thinking: blocks.map((block) => (block.type === 'thinking' ? block.text : '')).join(''),
      ...optional('toolInput', calls[0]?.inputText),
      ...optional('usage', usage),
      ...optional('dollars', usage && costOf(usage, modelFor(model))),
      ...optional('firstTokenMs', firstTokenMs),
      timeMs: this.timeMs(),
    };
  }

  private timeMs(): number {
    return this.nowMs() - this.startMs;
  }

  private nowMs(): number {
    return this.options.nowMs?.() ?? performance.now();
  }
}
