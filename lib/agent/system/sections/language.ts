import { emptySection } from './section';

export const language = emptySection(
  'language',
  'Language',
  'No language is set: the agent answers in that of the prompt. Write one here to have it sent.',
);
