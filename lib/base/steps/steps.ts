/** Work that may pause, or be given up, after each of its steps. */
export type Steps<Value> = Generator<undefined, Value>;

/** Does work that could pause after each of its steps, without a pause. */
export function atOnce<Value>(work: Generator<unknown, Value>): Value {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
