import { type Probe, type ProbeTopic, probeTopics } from './probe';

export const dimensionIds = [
  'accuracy',
  'context',
  'artifact-trail',
  'completeness',
  'continuity',
  'instructions',
] as const;
export type DimensionId = (typeof dimensionIds)[number];

export interface Dimension {
  readonly name: string;
  /** What earns 5 points. The judge and the user read the same text. */
  readonly explanation: string;
}

/** Six, without an overall score: an average hides that every fact was kept and every rule was lost. */
export const dimensions: Readonly<Record<DimensionId, Dimension>> = {
  accuracy: {
    name: 'Accuracy',
    explanation: 'The answers are correct: values, names and states match what is expected, and nothing is made up.',
  },
  context: {
    name: 'Context',
    explanation: 'The answers show the state of the work: what was asked for, what was done, what is in progress.',
  },
  'artifact-trail': {
    name: 'Artifact trail',
    explanation: 'The answers show which files were read, created or changed, and how.',
  },
  completeness: {
    name: 'Completeness',
    explanation: 'The answers include everything that is expected.',
  },
  continuity: {
    name: 'Continuity',
    explanation: 'These answers are enough to continue the work without asking or looking anything up again.',
  },
  instructions: {
    name: 'Instructions',
    explanation: "The answers give the user's rules, limits and wishes as stated; none is weakened or reversed.",
  },
};

const RULES: readonly ProbeTopic[] = ['rules', 'last-request'];

/** Files or rules cannot be judged without questions about them. */
export function dimensionsOf(probes: readonly Probe[]): readonly DimensionId[] {
  const asksForFiles = probes.some(({ topic }) => probeTopics[topic] === 'file');
  const asksForRules = probes.some(({ topic }) => RULES.includes(topic));
  return dimensionIds.filter((id) => {
    if (id === 'artifact-trail') return asksForFiles;
    return id === 'instructions' ? asksForRules : true;
  });
}
