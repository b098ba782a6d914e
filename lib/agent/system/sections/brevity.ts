import { staticSection } from './section';

export const brevity = staticSection(
  'brevity',
  'Brevity',
  'When you are done, say what was wrong, what you changed, and how you verified it, and nothing else.',
);
