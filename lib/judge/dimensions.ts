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
    explanation: 'What the answers say is right: values, names and states are as expected, and nothing is made up.',
  },
  context: {
    name: 'Context',
    explanation: 'The answers know where the work stands: what was asked for, what was done, what is under way.',
  },
  'artifact-trail': {
    name: 'Artifact trail',
    explanation: 'The answers know the files: which were read, created or changed, and how.',
  },
  completeness: {
    name: 'Completeness',
    explanation: 'Nothing that is expected is missing from the answers.',
  },
  continuity: {
    name: 'Continuity',
    explanation: 'With these answers one could go on with the work without asking or looking anything up again.',
  },
  instructions: {
    name: 'Instructions',
    explanation:
      'Rules, limits and wishes of the user are told as they were given, none of them weakened or turned round.',
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
