import type { AnyAsk, AnyReply, Ask, Asked, HookAsk, Reply } from './layer';

/** Layers that keep memory only act at prompts and after turns: elsewhere, each request is for a summary or a note. */
export function* writtenAsks<Result>(
  work: Generator<Asked, Result, AnyReply>,
): Generator<Ask | HookAsk, Result, AnyReply> {
  let step = work.next();
  while (!step.done) {
    const ask = step.value;
    if (ask.type === 'recall' || ask.type === 'memory' || ask.type === 'dream')
      throw new Error(`A layer asked for "${ask.type}" before a call`);
    step = work.next(yield ask);
  }
  return step.value;
}

/** [H4] Of a pipeline whose hooks need not be asked. */
export function* withoutHookAsks<Result>(
  work: Generator<Ask | HookAsk, Result, AnyReply>,
): Generator<Ask, Result, Reply> {
  let step = work.next();
  while (!step.done) step = work.next(yield notOfHooks(step.value));
  return step.value;
}

export function notOfHooks<Each extends AnyAsk>(ask: Each | HookAsk): Each {
  if (ask.type === 'hooks') throw new Error('Nobody asks hooks here');
  return ask;
}
