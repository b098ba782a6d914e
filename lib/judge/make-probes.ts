import { fileFates } from '../fidelity/files/file-fates';
import type { Cut } from '../fidelity/values/cut';
import { RemainingParts } from '../fidelity/values/held-parts';
import type { ValueIndex } from '../fidelity/values/value-index';
import type { Message } from '../transcript/transcript';
import type { AskedRules } from './asked-rules';
import { decisionProbes } from './decision-probes';
import { fileProbes } from './file-probes';
import { nextProbes } from './next-probes';
import { MAX_PROBES, type Probe } from './probe';
import { blankedOut, messagesLeft } from './probe-text';
import { valueProbes } from './value-probes';

/**
 * Questions about what left a context, made by rules from the recording alone: the same for every summary, every time,
 * and free of charge. They do not depend on the summary.
 *
 *   left:  user "the limit is 40 requests"   ──▶   “the limit is ____” … which number?   expected: 40 requests
 *   later: call edit limit.ts … 40 requests
 */
export function makeProbes(
  index: ValueIndex,
  cut: Cut,
  next: Message | undefined,
  { rules }: { readonly rules: AskedRules },
): readonly Probe[] {
  const messages = messagesLeft(cut.left);
  const names = fileNames(index, cut);
  const others = [
    ...fileProbes(index, cut),
    ...nextProbes(messages, next),
    ...decisionProbes(index, cut, messages, rules),
  ].map((probe) => ({
    ...probe,
    question: names.reduce((question, name) => blankedOut(question, name, '[a file]'), probe.question),
  }));
  const values = valueProbes(index, cut, {
    most: MAX_PROBES - others.length,
    hidden: names,
    asked: others.map(({ question }) => question),
    rules,
  });
  return [...values, ...others].map((probe, place) => ({ id: `q${place + 1}`, ...probe }));
}

/** Longest first: the rest of a path would still reveal its end. */
function fileNames(index: ValueIndex, cut: Cut): readonly string[] {
  const files = fileFates(index, cut, new RemainingParts(index, { stays: [], made: [] }));
  const names = files.flatMap(({ path }) => [path, path.split(/[\\/]/).at(-1) ?? path]);
  return [...new Set(names)].sort((a, b) => b.length - a.length);
}
