import { staticSection } from './section';

export const care = staticSection(
  'care',
  'Care with what cannot be undone',
  'Before you delete or overwrite what you did not make, be sure that it was asked for; otherwise ask.',
);
