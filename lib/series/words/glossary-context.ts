import type { GlossaryEntry } from './glossary-entry';

/** The conversation, its size and what it costs. */
export const contextTerms = {
  transcript: {
    title: 'Transcript',
    text: 'The recording of a session, as its file contains it. Policies change contexts, never the transcript.',
    rules: ['L7'],
  },
  message: {
    title: 'Message',
    text: 'One entry of the conversation: who speaks, and one or more parts.',
    rules: [],
  },
  part: {
    title: 'Part',
    text: 'A piece of a message: text, thinking, tool call, tool result, image or document.',
    rules: ['L7'],
  },
  round: {
    title: 'Round',
    text: 'One response of the model with the results of the tools it called. Everything before the first response is round 0.',
    rules: ['F4', 'S1', 'C4'],
  },
  call: {
    title: 'Call',
    text: 'One request to the model. Each call sends, and is billed for, the whole context.',
    rules: ['X1'],
  },
  context: {
    title: 'Context',
    text: 'Everything a call sends to the model: tools, system prompt and messages.',
    rules: [],
  },
  boundary: {
    title: 'Boundary',
    text: 'The mark a compaction leaves in the conversation, with the sizes before and after.',
    rules: ['F7', 'S3'],
  },
  overhead: {
    title: 'Not in the file',
    text: 'What every call sends but the file does not record, mostly the system prompt and tools. It is measured from the usage of the first response.',
    rules: ['T5'],
  },
  counter: {
    title: 'Counter',
    text: 'How tokens are estimated where none were recorded. Each policy decides with its own counter; comparisons use a common one.',
    rules: ['T1', 'T9'],
  },
  'counter-error': {
    title: 'Error of the counter',
    text: 'How far a counter is off on this session, measured where usage was recorded.',
    rules: ['T8'],
  },
  window: {
    title: 'Window',
    text: 'The most tokens the model accepts in one call, including its reply.',
    rules: ['W1'],
  },
  'output-limit': {
    title: 'Output limit',
    text: 'The longest reply a call allows. Space for it must stay free in the window.',
    rules: ['W2', 'X1'],
  },
  reserve: {
    title: 'Reserve',
    text: 'Tokens of the window reserved for the reply.',
    rules: ['W2', 'W9'],
  },
  'effective-window': {
    title: 'Effective window',
    text: 'The window minus the reserve: the space available to the context.',
    rules: ['W2'],
  },
  'auto-threshold': {
    title: 'Auto threshold',
    text: 'At this size or more, the context is compacted before the next call. It is one buffer below the effective window.',
    rules: ['W3', 'W7'],
  },
  'warning-line': {
    title: 'Warning line',
    text: 'From this size, the agent warns that compaction is near.',
    rules: ['W4'],
  },
  'blocking-limit': {
    title: 'Blocking limit',
    text: 'Without automatic compaction, turns are blocked from this size until the user compacts.',
    rules: ['W5', 'X3'],
  },
  band: {
    title: 'Band',
    text: 'A name for how full the raw window is, such as attention or danger.',
    rules: ['W8'],
  },
  'prompt-cache': {
    title: 'Prompt cache',
    text: 'The provider caches the beginning of a request for a few minutes. Repeated content usually costs a tenth.',
    rules: ['E1', 'E2'],
  },
  prefix: {
    title: 'Prefix',
    text: 'The beginning of a request that matches an earlier one. It ends at the first difference; only the prefix can be read from the cache.',
    rules: ['E1'],
  },
  'cache-break': {
    title: 'Cache break',
    text: 'Far less was read from the cache than in the previous call, with no known cause.',
    rules: ['E4'],
  },
  'break-even': {
    title: 'Break-even call',
    text: 'The call at which a compaction has saved as much as it cost. It may never come.',
    rules: ['E3'],
  },
  'exact-value': {
    title: 'Exact value',
    text: 'Something that must be exactly right to be useful, such as a path, URL, command or hash.',
    rules: ['K1'],
  },
  'used-later': {
    title: 'Used later',
    text: 'It left the context and the recording uses it again later: the agent would have missed it.',
    rules: ['K2'],
  },
  free: {
    title: 'Free replay',
    text: 'Only the policy changes the context, from the first call to the last, whatever the recording did.',
    rules: ['§13'],
  },
  following: {
    title: 'Following replay',
    text: 'At each recorded compaction, the context is reset to the recorded one, so each stretch tests our arithmetic independently.',
    rules: ['§13'],
  },
} as const satisfies Record<string, GlossaryEntry>;
