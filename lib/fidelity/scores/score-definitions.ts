import { type CalibratedScore, calibrationNote, ruleStatesNote } from '../calibration/figures';

/** `changed`: present, but altered: a rule without its condition, a done task listed as open. */
export type ItemState = 'found' | 'missing' | 'changed';

export interface ScoreDefinition {
  readonly rule: `K${number}`;
  readonly name: string;
  /** The unit of the count: “12 of 40 values”. */
  readonly unit: string;
  readonly better: 'more' | 'less';
  /** The state that counts; undefined for sizes. */
  readonly counts?: ItemState;
  readonly explanation: string;
  /** With which choice of marks its items are shown in the summary. */
  readonly marked?: 'needed' | 'doubtful' | 'all';
  /** Compared with labels made by hand. */
  readonly calibrated?: CalibratedScore;
}

/** In the order of the rules. Every score is a count, not a grade, and there is no overall score. */
const table = {
  'exact-values': {
    rule: 'K1',
    name: 'Exact values kept',
    unit: 'values',
    better: 'more',
    counts: 'found',
    marked: 'all',
    explanation:
      'How many of the distinct paths, names, commands, numbers, hashes, addresses, codes and quotations in the removed messages appear verbatim in what remains; of a file, any of its names.',
  },
  'used-later': {
    rule: 'K2',
    name: 'Used later and kept',
    unit: 'values',
    better: 'more',
    counts: 'found',
    marked: 'needed',
    calibrated: 'K2',
    explanation:
      'Only the values that the model needs later in this recording: it writes them again, and neither a result nor the user shows them before. Names of one file are one value, code noise does not count, and commands and decisions weigh more than names (rule K2).',
  },
  'used-later-density': {
    rule: 'K2',
    name: 'Kept weight per 1,000 tokens',
    unit: 'weight',
    better: 'more',
    explanation:
      'The weight of the values used later that the result has, for each 1,000 of its tokens, at four characters a token. Read it with the count above: a long result keeps more, and a short one leaves more room.',
  },
  'files-named': {
    rule: 'K3',
    name: 'Files still named',
    unit: 'files',
    better: 'more',
    counts: 'found',
    explanation:
      'How many of the files that tools read, created or changed in the removed messages, and did not delete, are named in what remains by an unambiguous path.',
  },
  'files-made-up': {
    rule: 'K3',
    name: 'Paths not in the source',
    unit: 'paths',
    better: 'less',
    counts: 'missing',
    marked: 'doubtful',
    calibrated: 'K3',
    explanation:
      'How many of the distinct paths in the summary appear nowhere in the messages it was made from, under any root: `/repo/src/a.ts`, `./src/a.ts` and `src/a.ts` are one file. Abbreviated paths (`src/…/a.ts`), CSS classes, commands and lists of files claim nothing.',
  },
  'files-mixed-up': {
    rule: 'K3',
    name: 'Read and changed mixed up',
    unit: 'files',
    better: 'less',
    counts: 'changed',
    marked: 'doubtful',
    explanation:
      'How many of the files still named appear only in lines that say they were changed when they were only read, or the other way round.',
  },
  'rules-preserved': {
    rule: 'K4',
    name: 'Rules preserved',
    unit: 'rules',
    better: 'more',
    counts: 'found',
    marked: 'needed',
    calibrated: 'K4',
    explanation:
      'How many of the lasting requests in the user’s removed messages are in the summary: in the same words, or in a sentence about the same thing, with the same negation and every exact value. Pasted text and tasks that are done once are no rules. Found in English, German, French, Spanish, Russian, Chinese, Japanese and Korean, best in English.',
  },
  'rules-inverted': {
    rule: 'K4',
    name: 'Rules possibly inverted',
    unit: 'rules',
    better: 'less',
    counts: 'changed',
    marked: 'doubtful',
    explanation:
      'A warning: rules of which a sentence says the opposite, with a negation lost or added, two values swapped or an opposite word, and that appear nowhere unchanged. Reports of what was done do not count.',
  },
  'open-tasks': {
    rule: 'K5',
    name: 'Open tasks kept',
    unit: 'open tasks',
    better: 'more',
    counts: 'found',
    explanation:
      'How many of the open tasks in the last todo list or plan before the cut the summary names, by most of their words, without calling them done.',
  },
  'done-as-open': {
    rule: 'K5',
    name: 'Done tasks listed as open',
    unit: 'done tasks',
    better: 'less',
    counts: 'changed',
    marked: 'doubtful',
    explanation: 'How many of the done tasks in the last list the summary names as open and nowhere as done.',
  },
  'superseded-values': {
    rule: 'K6',
    name: 'Superseded values still present',
    unit: 'superseded values',
    better: 'less',
    counts: 'found',
    marked: 'doubtful',
    explanation:
      'How many of the values that the user, the model or an edit replaced before the cut, as far as the text shows, appear in a line of the summary without the current value. Quotations of the past count too.',
  },
  'grounded-values': {
    rule: 'K7',
    name: 'Values with a source',
    unit: 'values',
    better: 'more',
    counts: 'found',
    marked: 'all',
    explanation:
      'How many of the distinct exact values in the summary appear verbatim in the messages it was made from, paths under any root. The others may be made up, or assembled from parts.',
  },
  size: {
    rule: 'K8',
    name: 'Size',
    unit: 'characters',
    better: 'less',
    explanation: 'The length of the result, compared with the removed messages.',
  },
  growth: {
    rule: 'K8',
    name: 'Growth over rounds',
    unit: 'characters in the previous summary',
    better: 'less',
    explanation: 'The length of the result, compared with the earlier summary among the removed messages.',
  },
  'missing-sections': {
    rule: 'K8',
    name: 'Missing sections',
    unit: 'sections',
    better: 'less',
    counts: 'missing',
    explanation:
      'How many of the headings that the prompt asks for have no heading with the same words in the summary.',
  },
  'user-sentences': {
    rule: 'K9',
    name: 'User sentences kept',
    unit: 'sentences',
    better: 'more',
    counts: 'found',
    explanation:
      'How many of the sentences that the user typed in the removed messages have a counterpart in the summary: a sentence with most of their words and all exact values. Fenced code and sentences of fewer than three content words do not count.',
  },
} satisfies Readonly<Record<string, ScoreDefinition>>;

/** Kept runs and exports name scores by it. */
export type ScoreId = keyof typeof table;

export const scoreDefinitions: Readonly<Record<ScoreId, ScoreDefinition>> = table;

/** The help beside a score, with how right it is, as far as it was measured. */
export function scoreHelp(id: ScoreId): string {
  const { explanation, calibrated } = scoreDefinitions[id];
  const notes = calibrated === undefined ? [] : [calibrationNote(calibrated)];
  if (calibrated === 'K4') notes.push(ruleStatesNote());
  return [explanation, ...notes].filter((text) => text !== '').join(' ');
}

export const scoreIds = Object.keys(scoreDefinitions) as readonly ScoreId[];

/** Shown below every table of scores. */
export const SCORE_NOTE = 'Word survival is an upper bound for what a model recalls.';
