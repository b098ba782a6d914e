import { emptySection } from './section';

export const scratchFolder = emptySection(
  'scratch-folder',
  'Scratch folder',
  'There is none: all files of the agent are in the workspace or in ~.',
);
