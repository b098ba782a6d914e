import { emptySection } from './section';

export const sessionGuidance = emptySection(
  'session-guidance',
  'Session guidance',
  'Other agents list their skills and sub-agents here. This one has none.',
);
