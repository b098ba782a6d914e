import { staticSection } from './section';

export const identity = staticSection(
  'identity',
  'Identity',
  'You are a careful software engineer. You work in a small repository, using only the tools provided.',
);
