import { describe, expect, it } from 'vitest';
import { forkDirective } from '../../agents/fork';
import type { Transcript } from '../../transcript/transcript';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { recordedTimeline } from '../recorded/recorded-timeline';
import { childLanes } from './child-lanes';
import { childPlaces } from './child-place';

function child(text: string, overrides: Partial<Transcript> = {}): Transcript {
  return transcriptFromText(text, overrides);
}

function parent(text: string, children: readonly Transcript[]): Transcript {
  return transcriptFromText(text, { children });
}

const WAITED = `
user "Fix it"
call #1 Task {"subagent_type": "Explore", "description": "Find it", "prompt": "Where is the bug?"}
call #2 Task {"prompt": "Read the tests."}
result #1 "It is in a.ts."
result #2 "They pass."
assistant "Found."
user "Thanks"
assistant "Done."`;

const ANSWER = (prompt: string) => child(`user "${prompt}"\ncall #9 Read a.ts\nresult #9 500 tokens\nassistant "x"`);

describe('the place of a sub-agent in its parent', () => {
  it('[O4] is between the call that started it and the one that has its answer', () => {
    const places = childPlaces(parent(WAITED, [ANSWER('Read the tests.'), ANSWER('Where is the bug?')]));
    expect(places).toEqual([
      { from: 0, to: 1, placedBy: 'call', told: [{ message: 2, part: 1 }] },
      {
        from: 0,
        to: 1,
        placedBy: 'call',
        type: 'Explore',
        description: 'Find it',
        told: [{ message: 2, part: 0 }],
      },
    ]);
  });

  it('[O5] is known of a fork by its directive, behind the context of its parent', () => {
    const fork = child(`user "Fix it"\ninjected ${JSON.stringify(forkDirective('Read the tests.'))}\nassistant "x"`);
    expect(childPlaces(parent(WAITED, [fork]))[0]).toMatchObject({ from: 0, to: 1, placedBy: 'call' });
  });

  it('[O4] is known by its id where two have the same prompt, and reaches up to the report', () => {
    const text = `
user "Go"
call #1 Task {"prompt": "Write a poem."}
call #2 Task {"prompt": "Write a poem."}
result #1 "Async agent launched. agentId: abc1"
result #2 "Async agent launched. agentId: abc2"
assistant "Both are running."
user "And?"
call #3 TaskOutput {"task_id": "abc2"}
result #3 "A poem."
injected "<task-notification>\\n<task-id>abc1</task-id>\\n<result>Another poem.</result>"
assistant "Here."
user "Thanks"
assistant "Done."`;
    const poem = (agentId: string) => child('user "Write a poem."\nassistant "Roses."', { agentId });
    const [second, first, other] = childPlaces(parent(text, [poem('abc2'), poem('abc1'), poem('zzz')]));
    expect(second).toMatchObject({
      from: 0,
      to: 3,
      told: [
        { message: 2, part: 1 },
        { message: 6, part: 0 },
      ],
    });
    expect(first).toMatchObject({
      from: 0,
      to: 3,
      told: [
        { message: 2, part: 0 },
        { message: 7, part: 0 },
      ],
    });
    expect(other).toEqual({ from: 0, to: 0, placedBy: 'none', told: [] });
  });

  it('[O4] is taken from the times where nothing else says it, as for side calls', () => {
    const text = `
clock 2026-01-01T10:00:00Z
user "a"
assistant "b"
wait 10 min
user "c"
assistant "d"
wait 10 min
user "e"
assistant "f"`;
    const at = (minute: number) => child(`clock 2026-01-01T10:${minute}:00Z\nuser "Title?"\nassistant "t"`);
    const places = childPlaces(parent(text, [at(12), at(25)]));
    expect(places.map(({ from, to, placedBy }) => [from, to, placedBy])).toEqual([
      [1, 2, 'time'],
      [2, 3, 'time'],
    ]);
    expect(childPlaces(parent('user "a"\nassistant "b"', [at(12)]))[0]).toMatchObject({ placedBy: 'none' });
  });

  it('[O4] reaches beyond a result that only says that it was started', () => {
    const text = `
clock 2026-01-01T10:00:00Z
user "a"
call #1 Agent {"prompt": "Look around."}
result #1 "Started."
assistant "b"
wait 10 min
user "c"
assistant "d"
wait 10 min
user "e"
assistant "f"`;
    const late = child('clock 2026-01-01T10:00:00Z\nuser "Look around."\nwait 15 min\nassistant "x"');
    expect(childPlaces(parent(text, [late]))[0]).toMatchObject({ from: 0, to: 3, placedBy: 'call' });
  });

  it('[O4] is the end of the parent while it has no answer', () => {
    const open = 'user "a"\ncall #1 Agent {"prompt": "Look around."}';
    expect(childPlaces(parent(open, [ANSWER('Look around.')]))[0]).toMatchObject({ from: 0, to: 1, told: [] });
  });
});

describe('the sums of a sub-agent', () => {
  it('[O4] are what it carried, what its parent got of it, and what it sent, with its own sub-agents', () => {
    const inner = child('user "Look at b."\nassistant "b"\nusage 1000 output 10');
    const outer = transcriptFromText(
      `user "Look around."
call #9 Read a.ts
usage 3000 output 50
result #9 5000 tokens
assistant "All of it."
usage 8050 output 20`,
      { children: [inner] },
    );
    const text = `user "a"
call #1 Agent {"prompt": "Look around."}
usage 20000 output 100
result #1 200 tokens
assistant "b"
usage 20300 output 10`;
    const all = parent(text, [outer]);
    const { lanes, parent: own } = childLanes(all, recordedTimeline(all));
    expect(lanes).toHaveLength(1);
    expect(lanes[0]).toMatchObject({
      calls: 2,
      sizes: [3000, 8050, 8070],
      peakTokens: 8070,
      isEstimate: false,
      carriedTokens: 5075,
      returnedTokens: 200,
      sentTokens: 12_050,
    });
    expect(own.sentTokens).toBe(40_300);
  });

  it('[O4] are estimated where no usage was recorded', () => {
    const all = parent(WAITED, [ANSWER('Where is the bug?')]);
    const [lane] = childLanes(all, recordedTimeline(all)).lanes;
    expect(lane).toMatchObject({ isEstimate: true, calls: 2 });
    expect(lane?.cost).toBeUndefined();
    expect(lane?.carriedTokens).toBeGreaterThan(500);
    expect(lane?.sentTokens).toBeGreaterThan(500);
  });

  it('[O4] are none for a session without sub-agents', () => {
    const all = transcriptFromText(WAITED);
    expect(childLanes(all, recordedTimeline(all)).lanes).toEqual([]);
  });
});
