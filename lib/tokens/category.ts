/** What the tokens of a context are spent on. The same names, order and colours everywhere. */
export const categories = [
  'system',
  'user',
  'assistant',
  'thinking',
  'tool-calls',
  'tool-results',
  'media',
  'injected',
  'summary',
] as const;

export type Category = (typeof categories)[number];

/** Index of each in the list. */
export const categoryPlaces = Object.fromEntries(categories.map((category, place) => [category, place])) as Record<
  Category,
  number
>;

export const categoryTitles: Readonly<Record<Category, string>> = {
  system: 'System and tools',
  user: 'User text',
  assistant: 'Assistant text',
  thinking: 'Thinking',
  'tool-calls': 'Tool calls',
  'tool-results': 'Tool results',
  media: 'Images and documents',
  injected: 'Injected',
  summary: 'Summary',
};
