import { call, finish, type Move } from '../sight/move';
import { restOfStored } from '../sight/seeing';
import type { VisibleContext } from '../sight/sight';
import { madeInStep, testCommand, testOutcome, toRead } from './step-sight';
import { CHANGELOG, mendStep, RUN_TESTS_AGAIN, stepWords, TRY_OUT, traceStep } from './step-words';

const MAX_TRACED = 4;

/** The first failure is investigated and fixed before the tests are run again. */
export function runTests(sight: VisibleContext): Move {
  const command = testCommand(sight);
  if (command === undefined) {
    const rules = toRead(sight, 'The rules or the README should say how to run the tests.', 'AGENTS.md', 'README.md');
    return rules ?? finish("I couldn't find out how to run the tests.");
  }
  const outcome = testOutcome(sight, command);
  if (outcome === undefined) return call("I'll run the tests.", command);
  const rest = restOfStored(sight, madeInStep(sight, command));
  if (rest !== undefined) return call("The output was stored. I'll read the rest of it.", rest);

  if (outcome.type === 'broken') return finish(`The test command itself failed: ${outcome.line}`);
  const traced = sight.plan?.tasks.filter(({ text }) => text.startsWith('Find out why ')).map(({ text }) => text) ?? [];
  if (outcome.type === 'passed') {
    const isMended = sight.plan?.tasks.some(({ text }) => text.startsWith('Fix ')) ?? false;
    return finish(`All tests pass: ${outcome.counts}.`, isMended ? [TRY_OUT, CHANGELOG] : []);
  }
  const { failing } = outcome;
  const found = `Failing: ${failing.join(', ')}.`;
  const next = failing.find((name) => !traced.some((step) => stepWords(step).failing === name));
  if (next === undefined || traced.length >= MAX_TRACED) return finish(`${found} I'll leave these to you.`);
  return finish(found, [traceStep(next), mendStep(next), RUN_TESTS_AGAIN]);
}
