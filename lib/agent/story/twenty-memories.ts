import { playgroundMemory } from '../../policies/presets/playground-memory';
import { policyLayers } from '../../policies/shape/policy-layer';
import { CLUB_BOOK, clubMemories, LIMITS } from './club-memories';
import type { Story } from './story';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Fewer sessions than usual, so that the story need not have five. */
const dreams = policyLayers({ dreaming: { sessions: 2, indexLines: 40, indexBytes: 2_500 } }).filter(
  ({ isOn }) => isOn,
);

/** What a month of sessions has left, and what a dream makes of it. */
export const twentyMemories: Story = {
  id: 'twenty-memories',
  title: 'A dream tidies twenty memories',
  shows:
    'Twenty memories with what usually goes wrong: said twice, contradicted, out of date. After enough sessions a dream tidies them beside a turn, and its losses are counted.',
  policy: {
    ...playgroundMemory,
    id: 'playground-dreaming',
    title: 'Small window with memory and dreams',
    layers: playgroundMemory.layers.map((row) => dreams.find(({ layer }) => layer === row.layer) ?? row),
  },
  own: {},
  unit: 'day',
  days: [
    {
      title: 'Twenty memories',
      afterMs: 0,
      edits: clubMemories,
      prompts: ['What do you remember?'],
      moments: [
        {
          at: { type: 'gated' },
          look: 'memory',
          text: 'You brought the folder that a month of sessions has left: {memories} memories, {bytes} bytes of index. When the turn ended, the gates of a dream were looked at, the cheapest first. There was no dream yet, so the time is right; but {has} of {needs} other sessions have been used since, and that gate is closed.',
        },
      ],
    },
    {
      title: 'Not yet',
      afterMs: DAY_MS,
      edits: [
        { type: 'moved', from: CLUB_BOOK, to: 'data/2026/club.txt' },
        { type: 'replaced', path: LIMITS, text: '400', with: '500' },
      ],
      prompts: ['Search for TODO'],
      moments: [
        {
          at: { type: 'gated' },
          look: 'memory',
          text: 'A day later the book has moved to another folder, and the limit in the code has changed: two memories are wrong now, and nobody has noticed. {has} of {needs} sessions: still closed. The session carries {index} tokens of index in every call.',
        },
      ],
    },
    {
      title: 'The dream',
      afterMs: DAY_MS,
      edits: [],
      prompts: ['Search for TODO'],
      moments: [
        {
          at: { type: 'dreamt' },
          look: 'memory',
          text: 'The third session: {has} of {needs}, and all gates are open. The lock was written, read again, and was ours. Beside the turn an agent of its own read {read} files, and then wrote {files}, in {requests} requests. They sent {sent} tokens, and {cached} % of them were read from the cache.',
        },
        {
          at: { type: 'dreamt' },
          look: 'chat',
          text: '{before} memories became {after}. {duplicates} were said twice, {contradictions} were contradicted by a newer one, {refuted} by the code; {dates} relative dates have a day now, and the index lost {links} dead link, got {unlisted} entries that it lacked, and no longer tells {long} story in one line.',
        },
        {
          at: { type: 'dreamt' },
          look: 'memory',
          text: 'Was anything lost? Each of the {facts} facts from before is looked for in the folder: {lost} lost, {gone} contradicted and gone, {changed} with a value that nothing had before. A model may do worse: the same is counted then. One press takes all of it back.',
        },
      ],
    },
    {
      title: 'What is left',
      afterMs: HOUR_MS,
      edits: [],
      prompts: ['What do you remember?'],
      moments: [
        {
          at: { type: 'started' },
          look: 'memory',
          text: 'An hour later, the next session starts with {atStart} memories. Its index has {index} tokens, where the one before had {indexBefore}: paid with every call, for memories that were partly wrong. The gate of time is closed until a day has passed.',
        },
      ],
    },
  ],
};
