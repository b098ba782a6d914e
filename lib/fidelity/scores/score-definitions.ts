import type { ItemState, ScoreId } from './score';

export interface ScoreDefinition {
  readonly rule: `K${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`;
  readonly name: string;
  /** What is counted: “12 of 40 values”. */
  readonly unit: string;
  readonly better: 'more' | 'less';
  /** The state that counts; nothing for sizes. */
  readonly counts?: ItemState;
  readonly explanation: string;
}

/** In the order of the rules. Every score is a count; none of them is a grade, and there is none over all of them. */
export const scoreDefinitions: Readonly<Record<ScoreId, ScoreDefinition>> = {
  'exact-values': {
    rule: 'K1',
    name: 'Exact values kept',
    unit: 'values',
    better: 'more',
    counts: 'found',
    explanation:
      'Of the different paths, names, commands, numbers, hashes, addresses, codes and quotations in what left, how many stand letter by letter in what is left.',
  },
  'used-later': {
    rule: 'K2',
    name: 'Used later and kept',
    unit: 'values',
    better: 'more',
    counts: 'found',
    explanation:
      'The same, only for values that the model itself writes again later in this recording: what it went on to need, as far as a replay can know it.',
  },
  'files-named': {
    rule: 'K3',
    name: 'Files still named',
    unit: 'files',
    better: 'more',
    counts: 'found',
    explanation:
      'Of the files that were read, created or changed by tools in what left and not deleted, how many what is left names by a path that means no other of them.',
  },
  'files-made-up': {
    rule: 'K3',
    name: 'Paths that never occurred',
    unit: 'paths',
    better: 'less',
    counts: 'missing',
    explanation: 'Of the different paths in the summary, how many stand nowhere in what it was made from.',
  },
  'deeds-confused': {
    rule: 'K3',
    name: 'Read and changed confused',
    unit: 'files',
    better: 'less',
    counts: 'changed',
    explanation:
      'Of the files that are still named, how many only stand in lines that say they were changed when they were only read, or only read when they were changed.',
  },
  'rules-preserved': {
    rule: 'K4',
    name: 'Rules preserved',
    unit: 'rules',
    better: 'more',
    counts: 'found',
    explanation:
      'Of the sentences in which the user said always, never, only and the like, how many have a sentence in the summary with at least three quarters of their words, all of their exact values, each on its side where one is set against the other, and the same yes or no.',
  },
  'rules-turned': {
    rule: 'K4',
    name: 'Rules that may have turned',
    unit: 'rules',
    better: 'less',
    counts: 'changed',
    explanation:
      'A warning: rules of which the summary has the words but not the no, or a no that was not there, or one value in the place of the other, and nowhere the rule itself.',
  },
  'open-tasks': {
    rule: 'K5',
    name: 'Open tasks kept',
    unit: 'open tasks',
    better: 'more',
    counts: 'found',
    explanation:
      'Of the tasks that the last todo list or plan before the cut has open, how many the summary names, by most of their words, without giving them as done.',
  },
  'done-as-open': {
    rule: 'K5',
    name: 'Done tasks given as open',
    unit: 'done tasks',
    better: 'less',
    counts: 'changed',
    explanation: 'Of the tasks that the last list has as done, how many the summary names as open and nowhere as done.',
  },
  'superseded-values': {
    rule: 'K6',
    name: 'Superseded values still there',
    unit: 'superseded values',
    better: 'less',
    counts: 'found',
    explanation:
      'Of the values that the user, the model or an edit replaced before the cut, as far as the words tell, how many stand in a line of the summary without the one that holds now, be it in a quotation of the past.',
  },
  'grounded-values': {
    rule: 'K7',
    name: 'Values with a source',
    unit: 'values',
    better: 'more',
    counts: 'found',
    explanation:
      'Of the different exact values in the summary, how many stand letter by letter in what it was made from; another may be made up, or put together from what was there.',
  },
  size: {
    rule: 'K8',
    name: 'Size',
    unit: 'characters',
    better: 'less',
    explanation: 'The characters of what was made, of those in what left.',
  },
  growth: {
    rule: 'K8',
    name: 'Growth over rounds',
    unit: 'characters, the summary before',
    better: 'less',
    explanation: 'The characters of what was made, against those of the earlier summary that was among what left.',
  },
  'missing-sections': {
    rule: 'K8',
    name: 'Sections missing',
    unit: 'sections',
    better: 'less',
    counts: 'missing',
    explanation:
      'Of the headings that the prompt asks for, how many have no heading with the same words in the summary.',
  },
};

export const scoreIds = Object.keys(scoreDefinitions) as readonly ScoreId[];

/** Stands below every table of scores. */
export const SCORE_NOTE = 'Word survival is an upper bound of what a model recalls.';
