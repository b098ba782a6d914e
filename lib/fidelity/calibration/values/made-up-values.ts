import type { LabelledBoundary } from '../labelled-boundary';

/** [K2] What a person who continues the session would have to look up or guess. */
export const madeUpValues: readonly LabelledBoundary[] = [
  {
    name: 'a command with its options',
    set: 'tune',
    source: {
      type: 'made-up',
      left: [
        'user "Run the slow suite with `npm run suite -- --grep lease --retries 2`, nothing else."',
        'call #1 bash "npm run suite -- --grep lease --retries 2"',
        'result #1 "12 passed"',
      ],
      summary: 'The user wants the slow suite after every change. It passed.',
      after: ['user "Go on."', 'call #2 bash "npm run suite -- --grep lease --retries 2"', 'result #2 "12 passed"'],
    },
    labels: ['npm run suite -- --grep lease --retries 2'],
  },
];
