import { describe, expect, test } from 'vitest';
import { judgement } from './prompt-judgement.test-support';
import { type KeptRun, keptRunForm } from './prompt-kept-run';

const run: KeptRun = {
  id: 'one',
  atMs: 5,
  place: 'session=a',
  title: 'A session',
  call: 20,
  round: 1,
  earlierCalls: [12],
  writer: { type: 'model', promptId: 'p', promptTitle: 'P', promptText: 'Sum up.', model: 'm', maxTokens: 500 },
  result: {
    text: 'src/a.ts was changed',
    tokens: 6,
    scores: [
      {
        id: 'used-later',
        count: 1,
        of: 2,
        itemsInAll: 2,
        items: [
          { state: 'found', text: 'src/a.ts', was: { message: 1, part: 0 }, marks: [{ made: 0, start: 0, end: 8 }] },
          { state: 'missing', text: '40 ms', used: { message: 9, part: 2 }, marks: [] },
        ],
      },
    ],
    context: { before: 100, after: 20 },
    sent: {
      timeMs: 7,
      tries: 2,
      firstTokenMs: 3,
      dollars: 0.5,
      usage: { input: 1, cacheRead: 2, cacheWrite5m: 3, cacheWrite1h: 0, output: 6 },
    },
    problem: { what: 'It is cut off.', advice: 'Allow more.' },
  },
};

const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('keptRunForm', () => {
  test('has the judgement, and reads records from before there were judges', () => {
    const judged = { ...run, judgement };
    expect(keptRunForm.parse(stored(keptRunForm.write(judged)))).toEqual({ ok: true, value: judged });
    expect(keptRunForm.parse(stored({ ...run, version: 1 }))).toEqual({ ok: true, value: run });
  });

  test('round-trips, also without optional fields', () => {
    expect(keptRunForm.parse(stored(keptRunForm.write(run)))).toEqual({ ok: true, value: run });
    const { context, sent, problem, ...least } = run.result;
    const bare = { ...run, result: least };
    expect(keptRunForm.parse(stored(keptRunForm.write(bare)))).toEqual({ ok: true, value: bare });
    const { earlierCalls, ...asBefore } = bare;
    const read = keptRunForm.parse(stored({ version: 1, ...asBefore }));
    expect(read).toEqual({ ok: true, value: { ...bare, earlierCalls: [] } });
    const wished: KeptRun = { ...run, writer: { ...run.writer, scratchTag: 'notes', focus: 'the tests' } };
    expect(keptRunForm.parse(stored(keptRunForm.write(wished)))).toEqual({ ok: true, value: wished });
  });

  test('says what is wrong with a damaged record, and never throws', () => {
    const written = stored(keptRunForm.write(run)) as Record<string, unknown>;
    for (const [value, error] of [
      [undefined, 'it must be an object'],
      [{ ...written, version: 3 }, '"version" is unknown'],
      [{ ...written, place: 3 }, '"place" must be a string'],
      [{ ...written, call: -1 }, '"call" must be a number from 0'],
      [{ ...written, writer: { model: 'm' } }, 'in "writer": "promptId" must be a string'],
      [{ ...written, result: { tokens: 4 } }, 'in "result": "text" must be a string'],
    ] as const) {
      expect(keptRunForm.parse(value)).toEqual({ ok: false, error });
    }
  });

  test('renames scores with a former id', () => {
    const score = { id: 'deeds-confused', count: 1, of: 2, itemsInAll: 0, items: [] };
    const before = { ...run, version: 1, result: { ...run.result, scores: [score, { ...score, id: 'rules-turned' }] } };
    const scores = [
      { ...score, id: 'files-mixed-up' },
      { ...score, id: 'rules-inverted' },
    ];
    expect(keptRunForm.parse(stored(before))).toEqual({
      ok: true,
      value: { ...run, result: { ...run.result, scores } },
    });
  });

  test('omits invalid scores and items', () => {
    const scores = [{ id: 'no-such', count: 1, of: 2, itemsInAll: 0 }, 4, { ...run.result.scores[0], items: [{}] }];
    const damaged = { ...run, version: 1, result: { ...run.result, scores } };
    expect(keptRunForm.parse(stored(damaged))).toMatchObject({
      value: { result: { scores: [{ id: 'used-later', items: [] }] } },
    });
  });
});
