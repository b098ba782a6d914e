import type { GlossaryEntry } from './glossary-entry';

/** The conversation, its size and what it costs. */
export const contextTerms = {
  transcript: {
    title: 'Transcript',
    text: 'The recording of a session as its file holds it. No policy ever changes it; only contexts change.',
    rules: ['L7'],
  },
  message: {
    title: 'Message',
    text: 'One entry of the conversation: who speaks, and one or more parts.',
    rules: [],
  },
  part: {
    title: 'Part',
    text: 'A piece of a message that counts by itself: a text, a thought, a tool call, its result, an image or a document.',
    rules: ['L7'],
  },
  round: {
    title: 'Round',
    text: 'One answer of the model together with the results of the tools it called. What stands before the first answer is round 0.',
    rules: ['F4', 'S1', 'C4'],
  },
  call: {
    title: 'Call',
    text: 'One request to the model. Each carries the whole context, so each is paid for as a whole.',
    rules: ['X1'],
  },
  context: {
    title: 'Context',
    text: 'Everything that a call carries to the model: tools, system prompt and messages.',
    rules: [],
  },
  boundary: {
    title: 'Boundary',
    text: 'The mark that a compaction leaves in the conversation, with the sizes before and after it.',
    rules: ['F7', 'S3'],
  },
  overhead: {
    title: 'Not in the file',
    text: 'What every call carries and no file records, mostly the system prompt and the tools. It is what the first answer was charged for beyond the messages.',
    rules: ['T5'],
  },
  counter: {
    title: 'Counter',
    text: 'How tokens are counted where none were recorded. Each policy decides with its own, and all are compared on the same one.',
    rules: ['T1', 'T9'],
  },
  'counter-error': {
    title: 'Error of the counter',
    text: 'How far a counter is off on this very session, found out where usage was recorded.',
    rules: ['T8'],
  },
  window: {
    title: 'Window',
    text: 'The most tokens that the model can take in one call, its reply included.',
    rules: ['W1'],
  },
  'output-limit': {
    title: 'Output limit',
    text: 'The longest reply that a call allows. Room for it has to stay free in the window.',
    rules: ['W2', 'X1'],
  },
  reserve: {
    title: 'Reserve',
    text: 'Tokens of the window that are held back for the reply.',
    rules: ['W2', 'W9'],
  },
  'effective-window': {
    title: 'Effective window',
    text: 'The window less the reserve: what the context can really have.',
    rules: ['W2'],
  },
  'auto-threshold': {
    title: 'Auto threshold',
    text: 'A context of this size or more is compacted before the next call. It lies a buffer below the effective window.',
    rules: ['W3', 'W7'],
  },
  'warning-line': {
    title: 'Warning line',
    text: 'From here on the agent warns that the context will soon be compacted.',
    rules: ['W4'],
  },
  'blocking-limit': {
    title: 'Blocking limit',
    text: 'Without automatic compaction a turn is refused from here on, and the user has to compact.',
    rules: ['W5', 'X3'],
  },
  band: {
    title: 'Band',
    text: 'A name for how full the raw window is, such as attention or danger.',
    rules: ['W8'],
  },
  'prompt-cache': {
    title: 'Prompt cache',
    text: 'The provider remembers the beginning of a request for some minutes. What is the same again usually costs a tenth.',
    rules: ['E1', 'E2'],
  },
  prefix: {
    title: 'Prefix',
    text: 'The beginning of a request that is the same as in an earlier one. It ends at the first difference, and only it can be read from the cache.',
    rules: ['E1'],
  },
  'cache-break': {
    title: 'Cache break',
    text: 'Far less was read from the cache than at the call before, and nothing that happened explains it.',
    rules: ['E4'],
  },
  'break-even': {
    title: 'Break-even call',
    text: 'The call at which a compaction has saved as much as it cost. It may never come.',
    rules: ['E3'],
  },
  'exact-value': {
    title: 'Exact value',
    text: 'Something that is useless unless it is exactly right, such as a path, an address, a command or a hash.',
    rules: ['K1'],
  },
  'used-later': {
    title: 'Used later',
    text: 'It left the context, and the recording uses it again afterwards: the agent would have missed it.',
    rules: ['K2'],
  },
  free: {
    title: 'Free replay',
    text: 'The context is what the policy makes of it from the first call to the last, whatever the recording did.',
    rules: ['P1'],
  },
  following: {
    title: 'Following replay',
    text: 'At each recorded compaction the context becomes the recorded one. So each stretch in between tests our arithmetic by itself.',
    rules: ['P1'],
  },
} as const satisfies Record<string, GlossaryEntry>;
