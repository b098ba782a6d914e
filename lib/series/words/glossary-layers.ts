import type { GlossaryEntry } from './glossary-entry';

/** Policies, their layers and what these do. */
export const layerTerms = {
  policy: {
    title: 'Policy',
    text: 'The rules by which a context is kept small: when something happens, which layers act, and with which settings.',
    rules: ['T9'],
  },
  layer: {
    title: 'Layer',
    text: 'One way of making a context smaller. Layers act one after another, the cheapest first, so that the next one is perhaps not needed.',
    rules: ['G5'],
  },
  gate: {
    title: 'Gate',
    text: 'Decides before each call whether there is to be a compaction, and names the first reason if not.',
    rules: ['G1'],
  },
  verdict: {
    title: 'Verdict',
    text: 'What a layer said when its turn came: what it did, or why it did nothing.',
    rules: ['G5'],
  },
  'result-budget': {
    title: 'Tool-result budget',
    text: 'Limits the length of tool results as they enter. One that is longer is stored away, and a stub takes its place.',
    rules: ['B1', 'B2'],
  },
  stub: {
    title: 'Stub',
    text: 'What stands for a result that was stored away: where it is, how long it is, and how it begins.',
    rules: ['B1', 'B3'],
  },
  snip: {
    title: 'Snip',
    text: 'Removes the oldest rounds without a summary until enough is free.',
    rules: ['S1', 'S2'],
  },
  microcompact: {
    title: 'Microcompact',
    text: 'Empties old tool results and leaves a placeholder in each. The calls stay, so the agent knows what it did and can do it again.',
    rules: ['M1', 'M2'],
  },
  clearable: {
    title: 'Clearable',
    text: 'A result of a tool that can be run again, such as reading a file or searching. Only these are emptied.',
    rules: ['M1'],
  },
  'cached-microcompact': {
    title: 'Microcompact in the cache',
    text: 'The server deletes old tool results from what it has cached. The prefix stays valid, so nothing has to be written again.',
    rules: ['M4'],
  },
  'context-editing': {
    title: 'Context editing',
    text: 'The provider takes old tool results out of each request, by a rule that is sent with it. The messages themselves stay as they are.',
    rules: ['M5'],
  },
  collapse: {
    title: 'Collapse',
    text: 'Shows old spans of the conversation as short summaries. Nothing is lost: a span can be unfolded again.',
    rules: ['C1', 'C2'],
  },
  note: {
    title: 'Note',
    text: 'A text of ten fixed sections in which the agent writes down, as it works, what must not be forgotten.',
    rules: ['N1', 'N2'],
  },
  cursor: {
    title: 'Cursor',
    text: 'The last message that the note already tells of.',
    rules: ['N4'],
  },
  'session-memory': {
    title: 'Session memory',
    text: 'Compacts with the note that is there already: it takes the place of what it tells, and no model is asked.',
    rules: ['N5', 'N7'],
  },
  'kept-tail': {
    title: 'Kept tail',
    text: 'The newest messages, which stay word for word beside the note.',
    rules: ['N6'],
  },
  'full-compaction': {
    title: 'Full compaction',
    text: 'A model summarises the conversation. The summary, and what is in use, takes the place of everything.',
    rules: ['F3', 'F6'],
  },
  'reactive-compaction': {
    title: 'Reactive compaction',
    text: 'A compaction that happens only because a call was refused for its length.',
    rules: ['X2'],
  },
  breaker: {
    title: 'Breaker',
    text: 'After three failed compactions in a row no more are tried in this session.',
    rules: ['G1', 'G3'],
  },
  thrash: {
    title: 'Thrash',
    text: 'The context is full again within a round of being compacted, three times running. More compactions would only cost, so they stop.',
    rules: ['G4'],
  },
  floor: {
    title: 'Floor',
    text: 'What a compaction leaves. A floor above the threshold means that the policy cannot make progress.',
    rules: ['G4', 'F6'],
  },
  'dead-session': {
    title: 'Dead session',
    text: 'Nothing could make the context small enough for the call, so the session would have ended here.',
    rules: ['X1', 'X2'],
  },
  pinned: {
    title: 'Pinned',
    text: 'A message that you marked, and that no layer may take away.',
    rules: ['L3'],
  },
  'exempt-tool': {
    title: 'Exempt tool',
    text: 'A tool whose results are never emptied, because you said so.',
    rules: ['M1'],
  },
} as const satisfies Record<string, GlossaryEntry>;
