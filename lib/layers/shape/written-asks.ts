import type { AnyAsk, Ask, Reply } from './layer';

/** Layers that keep memory only act at prompts and after turns: elsewhere, each request is for a summary or a note. */
export function* writtenAsks<Result>(work: Generator<AnyAsk, Result, Reply>): Generator<Ask, Result, Reply> {
  let step = work.next();
  while (!step.done) {
    const ask = step.value;
    if (ask.type === 'recall' || ask.type === 'memory' || ask.type === 'dream')
      throw new Error(`A layer asked for "${ask.type}" before a call`);
    step = work.next(yield ask);
  }
  return step.value;
}
