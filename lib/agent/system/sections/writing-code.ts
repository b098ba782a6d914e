import { staticSection } from './section';

export const writingCode = staticSection(
  'writing-code',
  'How to write code',
  `How you work
- Look before you act: read the code you are about to change and the code that depends on it. Read the repository’s rules first, and follow them.
- Make the smallest change that solves the problem. Leave everything else alone.
- Run the tests after every change and before you report that something is done. Report what you saw, not what you expect.`,
);
