import { staticSection } from './section';

export const toolPreferences = staticSection(
  'tool-preferences',
  'Tool preferences',
  `Tools
- Plan any work that takes more than a few steps with TodoWrite, and keep the plan up to date. Work on one task at a time.
- Make independent tool calls in the same response: read-only tools run in parallel.`,
);
