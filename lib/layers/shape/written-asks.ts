import type { AnyAsk, AnyReply, Ask, Asked, HookAsk, Reply } from './layer';
import type { OwnAsk } from './own';

/** Layers that keep memory only act at prompts and after turns: elsewhere, each request is for a summary or a note. */
export function* writtenAsks<Result>(
  work: Generator<Asked, Result, AnyReply>,
): Generator<Ask | HookAsk | OwnAsk, Result, AnyReply> {
  let step = work.next();
  while (!step.done) {
    const ask = step.value;
    if (ask.type === 'recall' || ask.type === 'memory' || ask.type === 'dream')
      throw new Error(`A layer asked for "${ask.type}" before a call`);
    step = work.next(yield ask);
  }
  return step.value;
}

/** [H4] Of a pipeline whose hooks need not be asked, and that was given no layer from outside. */
export function* withoutHookAsks<Result>(
  work: Generator<Ask | HookAsk | OwnAsk, Result, AnyReply>,
): Generator<Ask, Result, Reply> {
  let step = work.next();
  while (!step.done) step = work.next(yield notOwn(notOfHooks(step.value)));
  return step.value;
}

export function notOfHooks<Each extends AnyAsk | OwnAsk>(ask: Each | HookAsk): Each {
  if (ask.type === 'hooks') throw new Error('Nobody asks hooks here');
  return ask;
}

/** [Z1] Only a replay is given layers from outside. */
export function notOwn<Each extends AnyAsk | HookAsk>(ask: Each | OwnAsk): Each {
  if (ask.type === 'own') throw new Error('Nobody asks layers from outside here');
  return ask;
}
