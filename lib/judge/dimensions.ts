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
  /** What 5 points are given for. The judge and the user read the same words. */
  readonly explanation: string;
}

/** Six, and nothing over all of them: an average hides that every fact was kept and every rule was lost. */
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

/** Of files, or of rules, nothing can be said where no question is about them. */
export function dimensionsOf(probes: readonly Probe[]): readonly DimensionId[] {
  const asksForFiles = probes.some(({ topic }) => probeTopics[topic] === 'file');
  const asksForRules = probes.some(({ topic }) => RULES.includes(topic));
  return dimensionIds.filter((id) => {
    if (id === 'artifact-trail') return asksForFiles;
    return id === 'instructions' ? asksForRules : true;
  });
}
