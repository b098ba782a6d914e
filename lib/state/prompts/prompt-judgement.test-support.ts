import { fewProbes } from '../../judge/probes-from-text.test-support';
import type { Trial } from '../../judge/trial';
import type { Judgement } from './prompt-judgement';

const found = Object.fromEntries(fewProbes.map(({ id }) => [id, { finding: 'partly', reason: 'half' } as const]));
const rating = { points: 3, reason: 'so' };
export const trial: Trial = {
  answers: Object.fromEntries(fewProbes.map(({ id }) => [id, `answer ${id}`])),
  found,
  ratings: {
    accuracy: rating,
    context: rating,
    'artifact-trail': rating,
    completeness: rating,
    continuity: rating,
    instructions: rating,
  },
};
export const judgement: Judgement = {
  atMs: 5,
  model: 'claude-haiku-4-5',
  repeats: 3,
  seed: 7,
  probes: fewProbes,
  trials: [trial, trial],
  failures: [{ what: 'It is cut off.', advice: 'Again.' }],
  sent: { timeMs: 7, tries: 6, dollars: 0.25 },
};
