import { staticSection } from './section';

export const care = staticSection(
  'care',
  'Care with what cannot be undone',
  'Ask before you delete or overwrite what you did not make.',
);
