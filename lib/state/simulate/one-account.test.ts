import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../base/failure';
import { atOnce } from '../../base/steps/steps';
import { claudeCodeCurrent } from '../../policies/presets/claude-code-current';
import { everythingOn } from '../../policies/presets/everything-on';
import { forecast } from '../../simulator/explain/forecast';
import { sizeBefore } from '../../simulator/pipeline/gate';
import type { SimulatedChange, Simulation } from '../../simulator/pipeline/simulation';
import type { OpenSession, SimulatedMessage } from '../../worker/engine/messages';
import { type OpenedSession, openSession } from '../../worker/engine/open-session';
import { recordedView, type SimulationView, whatIfView } from './simulated-session';

const recordings = process.env.HIGHWATER_TRANSCRIPTS ?? '';
const SAMPLES = 'public/samples';
const files = [...filesIn(SAMPLES), ...(recordings === '' ? [] : filesIn(recordings))];
/** All recordings together are many, and the machine may be busy with other tests. */
const MAX_MS = 300_000;

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.jsonl?$/.test(name) && !/index\.json$|\.thresholds\.json$/.test(name))
    .map((name) => join(folder, name));
}

async function opened(path: string): Promise<OpenedSession | undefined> {
  const file = new Blob([readFileSync(path)]);
  try {
    return await openSession({ type: 'file', path: basename(path), file, child: [] }, new AbortController().signal);
  } catch (error) {
    // Some recordings are there to be rejected, but no sample is.
    if (!(error instanceof Refusal) || path.startsWith(SAMPLES)) throw error;
    return undefined;
  }
}

function callsWithEvents({ timeline }: OpenSession, { changes }: Simulation): readonly number[] {
  const calls = new Set([...changes, ...timeline.events].map(({ call }) => call));
  return [...calls].filter((call) => call < timeline.calls).sort((a, b) => a - b);
}

const sum = (messages: readonly SimulatedMessage[]) => messages.reduce((total, { tokens }) => total + tokens, 0);

/** [K2] What the headline says, and what the list of scores says of the same compaction. */
function lossesOf({ explanations }: OpenedSession, view: SimulationView, call: number) {
  const { misses, usedLater, shownAgain } = atOnce(explanations.findingLosses({ ...view, call }));
  const { scores, worth } = atOnce(explanations.scoring({ ...view, call }));
  const score = scores.find(({ id }) => id === 'used-later');
  const values = worth.find(({ group }) => group === 'values')?.items ?? [];
  return {
    headline: { lost: misses.length, usedLater, shownAgain },
    // Without removed messages there are no scores.
    score: {
      lost: (score?.of ?? 0) - (score?.count ?? 0),
      usedLater: score?.of ?? 0,
      shownAgain: score?.shownAgain ?? 0,
    },
    first: misses.find(({ type }) => type !== 'path')?.value,
    firstWorthReading: values.find(({ kind, used }) => kind !== 'path' && used !== undefined)?.text,
  };
}

/** What is shown of one call, each by the place that shows it. */
function accountsOf(session: OpenedSession, view: SimulationView, simulation: Simulation, call: number) {
  const explanation = atOnce(session.explanations.explaining({ ...view, call }));
  const context = session.simulations.contextAt({ ...view, call });
  const place = view.mode === 'recorded' ? ({ type: 'recording', call } as const) : undefined;
  const here = simulation.changes.filter((change) => change.call === call && change.turn !== 'after-response');
  return {
    explanation,
    carried: sum(context.after) + context.systemTokens,
    compaction: here.find(({ turn }): boolean => turn === 'gate'),
    last: here.at(-1) as SimulatedChange | undefined,
    isDead: context.isDead,
    prompts: atOnce(session.compactions.point({ place: place ?? { type: 'simulation', call, choice: view } })).tokens,
  };
}

describe.each(files)('one account of every call with an event: %#', (path) => {
  it('in the chart, the list of events, the reasons, the messages, the forecast and Prompts', {
    timeout: MAX_MS,
  }, async () => {
    const session = await opened(path);
    const overview = session?.overview();
    if (session === undefined || overview === undefined || overview.timeline.calls === 0) return;
    const { timeline, summary } = overview;
    await session.values.prepare(new AbortController().signal);
    const recording = recordedView(summary.agent);
    const full = timeline.events.filter(({ kind }) => kind === 'full');
    for (const view of [recording, whatIfView(claudeCodeCurrent), whatIfView(everythingOn)]) {
      const simulation = session.simulations.simulate(view);
      if (view === recording) {
        expect([...simulation.used]).toEqual([...timeline.used]);
        expect(simulation.compactions).toHaveLength(summary.compactions);
      }
      for (const call of callsWithEvents(overview, simulation)) {
        const about = `${view.policy.id}, call ${call + 1}`;
        const { explanation, carried, compaction, last, isDead, prompts } = accountsOf(session, view, simulation, call);
        const { used, equations, cache, next } = explanation;
        const total = simulation.used[call] ?? 0;
        if (isDead) continue;
        expect([about, Math.abs(carried - total) <= 1, carried, total]).toEqual([about, true, carried, total]);
        // A request for a summary that this policy does not make is shown, and costs nothing.
        const mayBeRequest = view !== recording && full.some((event) => event.call === call || event.call === call + 1);
        const isSent = cache === undefined || cache.read + cache.written + cache.uncached > 0 || !mayBeRequest;
        if (cache !== undefined && isSent) {
          expect([about, cache.read + cache.written + cache.uncached]).toEqual([about, total]);
        }
        if (used !== undefined) {
          expect([about, used.terms.reduce((all, { tokens }) => all + tokens, 0)]).toEqual([about, used.used]);
          const [shown = ''] = /^[\d,]+(?= used)/.exec(equations[0]?.text ?? '') ?? [];
          if (shown !== '') expect([about, shown]).toEqual([about, used.used.toLocaleString('en-US')]);
          expect([about, Math.floor(simulation.counted[call] ?? 0)]).toEqual([about, used.used]);
          // Some policies compact above their threshold only; other lines count from themselves on.
          const isAbove = view.policy.eras.some(({ thresholds }) => thresholds.comparison === 'above');
          if (next !== undefined)
            expect([about, isAbove ? [0, 1] : [0]]).toEqual([
              about,
              expect.arrayContaining([next.missing - (next.tokens - used.used)]),
            ]);
        }
        if (last !== undefined) {
          // After a repeated /compact, the user goes on with the next prompt.
          // The request for a recorded summary stands behind its compaction, and carried what was compacted.
          const next = simulation.used[call + 1] ?? total;
          const isRequest = view === recording && next < last.before / 2 && total > next * 2;
          const size = isRequest ? next : total;
          const isAlike = last.trigger === 'manual' ? last.after <= size + 1 : Math.abs(last.after - size) <= 1;
          expect([about, isAlike, last.after, size]).toEqual([about, true, last.after, size]);
        }
        if (compaction === undefined) continue;
        const { headline, score, first, firstWorthReading } = lossesOf(session, view, call);
        expect([about, score]).toEqual([about, headline]);
        if (first !== undefined && firstWorthReading !== undefined) {
          expect([about, firstWorthReading]).toEqual([about, first]);
        }
        const before = Math.round(sizeBefore(compaction));
        expect([about, prompts]).toEqual([about, before]);
        if (view === recording) {
          const event = timeline.events.find((each) => each.call === call && each.kind === 'full');
          expect([about, before, compaction.after]).toEqual([about, event?.before ?? before, event?.after ?? total]);
        } else if (used !== undefined && compaction.trigger === 'auto') {
          expect([about, before]).toEqual([about, used.used]);
        }
      }
      for (const { compaction, from, floor, nextAt } of forecast(simulation, view.policy.counter).refills) {
        expect(floor).toBe(simulation.used[from]);
        if (compaction !== undefined) expect(compaction.call).toBeLessThanOrEqual(from);
        if (nextAt !== undefined) expect(simulation.compactions.map(({ call }) => call)).toContain(nextAt);
      }
    }
  });
});
