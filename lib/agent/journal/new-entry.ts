import type { Entry } from './entry';

/** An entry before it is stored, which adds the time. */
export type NewEntry = Entry extends infer Each ? (Each extends Entry ? Omit<Each, 'timeMs'> : never) : never;

/** What the user changes in a run. */
export type OwnEntry = Extract<
  NewEntry,
  {
    type:
      | 'prompt'
      | 'command'
      | 'policy'
      | 'model'
      | 'limits'
      | 'own-setup'
      | 'sections'
      | 'approved'
      | 'files'
      | 'waited'
      | 'permitted'
      | 'hook-settings'
      | 'team'
      | 'dream';
  }
>;
