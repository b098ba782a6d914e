import { emptySection } from './section';

export const outputStyle = emptySection(
  'output-style',
  'Output style',
  'No style is set. Write one here to have it sent.',
);
