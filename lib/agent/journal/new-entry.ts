import type { Entry } from './entry';

/** What is about to be written down, with the time of then. */
export type NewEntry = Entry extends infer Each ? (Each extends Entry ? Omit<Each, 'timeMs'> : never) : never;

/** What the user does to a run by hand. */
export type OwnEntry = Extract<NewEntry, { type: 'prompt' | 'command' | 'policy' | 'model' | 'limits' | 'files' }>;
