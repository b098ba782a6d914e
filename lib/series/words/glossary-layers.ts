import type { GlossaryEntry } from './glossary-entry';

/** Policies, their layers and what these do. */
export const layerTerms = {
  policy: {
    title: 'Policy',
    text: 'The rules that keep a context small: when to act, which layers run, and with which settings.',
    rules: ['T9'],
  },
  layer: {
    title: 'Layer',
    text: 'One way of making a context smaller. Layers run in order, cheapest first, so that later ones may not be needed.',
    rules: ['G5'],
  },
  gate: {
    title: 'Gate',
    text: 'Decides before each call whether to compact, and gives the first reason if not.',
    rules: ['G1'],
  },
  verdict: {
    title: 'Verdict',
    text: 'A layer’s decision: what it did, or why it did nothing.',
    rules: ['G5'],
  },
  'result-budget': {
    title: 'Tool-result budget',
    text: 'Limits the length of new tool results. Longer results are stored and replaced by a stub.',
    rules: ['B1', 'B2'],
  },
  stub: {
    title: 'Stub',
    text: 'Replaces a stored result: its path, its length and a preview.',
    rules: ['B1', 'B3'],
  },
  snip: {
    title: 'Snip',
    text: 'Removes the oldest rounds, without a summary, until enough space is free.',
    rules: ['S1', 'S2'],
  },
  microcompact: {
    title: 'Microcompact',
    text: 'Replaces old tool results with placeholders. The calls stay, so the agent knows what it did and can repeat it.',
    rules: ['M1', 'M2'],
  },
  clearable: {
    title: 'Clearable',
    text: 'A result of a tool that can be rerun, such as reading a file or searching. Only these are cleared.',
    rules: ['M1'],
  },
  'cached-microcompact': {
    title: 'Cached microcompact',
    text: 'The server deletes old tool results from its cache. The prefix stays valid, so nothing is rewritten.',
    rules: ['M4'],
  },
  'context-editing': {
    title: 'Context editing',
    text: 'The provider removes old tool results from each request, following a rule sent with it. The messages themselves do not change.',
    rules: ['M5'],
  },
  collapse: {
    title: 'Collapse',
    text: 'Replaces old spans of the conversation with short summaries. Nothing is lost: spans can be unfolded again.',
    rules: ['C1', 'C2'],
  },
  note: {
    title: 'Note',
    text: 'A running text of ten fixed sections in which the agent records what it must not forget.',
    rules: ['N1', 'N2'],
  },
  cursor: {
    title: 'Cursor',
    text: 'The last message that the note covers.',
    rules: ['N4'],
  },
  'session-memory': {
    title: 'Session memory',
    text: 'Compacts with the existing note, which replaces the messages it covers. No model call needed.',
    rules: ['N5', 'N7'],
  },
  'kept-tail': {
    title: 'Kept tail',
    text: 'The latest messages, kept verbatim after the note.',
    rules: ['N6'],
  },
  'full-compaction': {
    title: 'Full compaction',
    text: 'A model summarises the conversation. The summary and content in use replace everything.',
    rules: ['F3', 'F6'],
  },
  'reactive-compaction': {
    title: 'Reactive compaction',
    text: 'A compaction triggered by a call that was rejected as too long.',
    rules: ['X2'],
  },
  breaker: {
    title: 'Breaker',
    text: 'After three failed compactions in a row, no more are attempted in this session.',
    rules: ['G1', 'G3'],
  },
  thrash: {
    title: 'Thrash',
    text: 'The context is full again within one round of being compacted, three times in a row. Further compactions would only add cost, so they stop.',
    rules: ['G4'],
  },
  floor: {
    title: 'Floor',
    text: 'The size after a compaction. With a floor above the threshold, the policy cannot make progress.',
    rules: ['G4', 'F6'],
  },
  'dead-session': {
    title: 'Dead session',
    text: 'The context could not be made small enough for the call, so the session would have ended here.',
    rules: ['X1', 'X2'],
  },
  pinned: {
    title: 'Pinned',
    text: 'A message you marked, which no layer can remove.',
    rules: ['L3'],
  },
  'exempt-tool': {
    title: 'Exempt tool',
    text: 'A tool whose results are never cleared.',
    rules: ['M1'],
  },
} as const satisfies Record<string, GlossaryEntry>;
