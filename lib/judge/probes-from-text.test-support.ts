import type { RuleEdit } from '../fidelity/rules/rule-edits';
import { rulesAtCut } from '../fidelity/rules/rule-fates';
import { cutFromText } from '../fidelity/scores/cut-from-text.test-support';
import { transcriptFromText } from '../transcript/transcript-from-text';
import { askedRules } from './asked-rules';
import { makeProbes } from './make-probes';
import type { Probe, ProbeTopic } from './probe';

export interface JudgedCut {
  readonly left: readonly string[];
  readonly after?: readonly string[];
  readonly ruleEdits?: readonly RuleEdit[];
}

export function probesFromText({ left, after = [], ruleEdits = [] }: JudgedCut): readonly Probe[] {
  const { index, cut } = cutFromText({ left, after });
  const next = transcriptFromText([...left, '---', ...after].join('\n'))
    .messages.slice(cut.later.from)
    .find(({ role }) => role === 'assistant');
  return makeProbes(index, cut, next, { rules: askedRules(rulesAtCut(index.messages, cut, ruleEdits)) });
}

export function probeAbout(topic: ProbeTopic, text: JudgedCut): Probe | undefined {
  return probesFromText(text).find((probe) => probe.topic === topic);
}

/** One question of each kind, including the kinds that some dimensions need. */
export const fewProbes: readonly Probe[] = [
  { id: 'q1', topic: 'value', question: 'In “the port is ____”: which number?', expected: '8080' },
  { id: 'q2', topic: 'files-changed', question: 'Which files were changed?', expected: 'src/a.ts (changed)' },
  { id: 'q3', topic: 'last-request', question: 'What was the user’s latest request?', expected: 'Mend the tests' },
  { id: 'q4', topic: 'rules', question: 'Which rules are there?', expected: 'Never push.' },
];
