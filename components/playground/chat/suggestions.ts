/** Suggested prompts for the sample repository. The first one fills a small window within a minute. */
export const suggestions = [
  'Fix the failing tests, then review every file.',
  'Fix the failing tests.',
  'Read the documentation and tell me what it says about amounts.',
] as const;
