'use client';

import Link from 'next/link';
import { useMemo, useState } from 'react';
import { TwoCurves } from '@/components/charts/compared/two-curves';
import { PlayControls, usePlay } from '@/components/charts/play-controls';
import { RuleTag } from '@/components/rules/rule-tag';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNote } from '@/components/ui/error-note';
import { IconButton } from '@/components/ui/icon-button';
import { useShortcuts } from '@/components/ui/use-shortcuts';
import type { Failure } from '@/lib/base/failure';
import type { Policy } from '@/lib/policies/shape/policy';
import { roomForCalls } from '@/lib/series/chart/room-for-calls';
import { exactNumber } from '@/lib/series/words/format-number';
import { type AbChoice, abPolicies, abScripts, policyKey } from '@/lib/state/ab/ab-choice';
import { abDifferences, abFigures, abRows, type BothLosses, lossesUpTo } from '@/lib/state/ab/ab-figures';
import type { AbLosses as Losses } from '@/lib/state/ab/ab-losses';
import type { AbStore, EndedSide } from '@/lib/state/ab/ab-store';
import { AbLosses } from './ab-losses';
import styles from './ab-view.module.css';

interface AbViewProps {
  readonly run: Omit<AbStore, 'choose'>;
  readonly losses: Losses;
  /** Of the run that is open in the Playground. */
  readonly openPolicy: Policy | undefined;
  /** What is wrong with the address. */
  readonly problem: string | undefined;
  readonly saveFailure: Failure | undefined;
  onChoose(choice: AbChoice): void;
  /** Saves a side as a session and shows it in Simulate. */
  onSimulate(side: EndedSide, call?: number): void;
}

/** One script under two policies, in lockstep: two curves, one clock, and the differences. */
export function AbView({ run: ab, losses, openPolicy, problem, saveFailure, onChoose, onSimulate }: AbViewProps) {
  const { choice, sides, ended, isRunning, failure, run, stop } = ab;
  const calls = Math.max(0, ...sides.map(({ simulation }) => simulation.calls));
  const [chosen, setChosen] = useState<number>();
  // The latest, until the user moves the clock.
  const call = Math.min(chosen ?? calls - 1, calls - 1);
  const select = (wanted: number) => setChosen(Math.max(0, Math.min(calls - 1, wanted)));
  const play = usePlay(call, calls, select);
  const start = () => {
    setChosen(undefined);
    void run();
  };
  useShortcuts({
    ' ': () => calls > 0 && play.toggle(),
    ArrowLeft: () => select(call - 1),
    ArrowRight: () => select(call + 1),
    'Shift+ArrowLeft': () => select(call - 10),
    'Shift+ArrowRight': () => select(call + 10),
    Home: () => select(0),
    End: () => select(calls - 1),
  });
  const [a, b] = sides;
  const [{ windowTokens }, other] = choice.policies;
  const isSameWindow = windowTokens === other.windowTokens;
  const figures = useMemo(
    () => (a === undefined || b === undefined ? undefined : ([abFigures(a, call), abFigures(b, call)] as const)),
    [a, b, call],
  );
  const bothLosses = useMemo((): BothLosses => {
    const [ofA, ofB] = ended.map(({ key }) => losses.counted.get(key));
    return [ofA && lossesUpTo(ofA, call), ofB && lossesUpTo(ofB, call)];
  }, [ended, losses.counted, call]);
  const missing = isRunning || losses.counting !== undefined ? '…' : 'not counted';
  return (
    <main id="main" className={styles.view}>
      <header className={styles.header}>
        <h1>A/B: one script, two policies</h1>
        <Link href="/playground" prefetch={false}>
          Back to the Playground
        </Link>
      </header>
      <p className={styles.intro}>
        Both agents make their calls in step, {isSameWindow && 'in a window of the same size, '}without a key. The same
        choice always gives the same curves.
      </p>
      {problem !== undefined && (
        <ErrorNote what={`The link cannot be used: ${problem}.`} advice="Choose two policies and a script below." />
      )}
      <Choices choice={choice} open={openPolicy} onChoose={onChoose} />
      <div className={styles.clock}>
        {isRunning ? (
          <Button look="main" onClick={stop}>
            Stop
          </Button>
        ) : (
          <Button look="main" onClick={start}>
            {calls === 0 ? 'Run both' : 'Run again'}
          </Button>
        )}
        {calls > 0 && (
          <>
            <PlayControls play={play} />
            <IconButton icon="left" label="Step back (←)" disabled={call <= 0} onClick={() => select(call - 1)} />
            <IconButton icon="right" label="Step (→)" disabled={call >= calls - 1} onClick={() => select(call + 1)} />
            <input
              type="range"
              className={styles.slider}
              aria-label="Call"
              min={1}
              max={calls}
              value={call + 1}
              onChange={({ target }) => select(Number(target.value) - 1)}
            />
            <span className={styles.muted}>
              Call {exactNumber(call + 1)} of {exactNumber(calls)}
            </span>
          </>
        )}
        <p className={styles.muted} role="status">
          {isRunning && 'Running…'}
        </p>
      </div>
      {failure !== undefined && <ErrorNote {...failure} />}
      {saveFailure !== undefined && <ErrorNote {...saveFailure} />}
      {figures === undefined ? (
        <EmptyState title="Nothing compared yet">
          <p>Choose two policies and run both.</p>
        </EmptyState>
      ) : (
        <>
          <TwoCurves sides={sides.map(({ simulation }) => simulation)} call={call} room={roomOf(calls, isRunning)} />
          <p className={styles.differences}>{abDifferences(...figures, bothLosses)}</p>
          <div className={styles.table}>
            <table aria-label="Differences at the call">
              <thead>
                <tr>
                  <th scope="col">Up to call {exactNumber(call + 1)}</th>
                  <th scope="col">A: {choice.policies[0].title}</th>
                  <th scope="col">B: {choice.policies[1].title}</th>
                  <th scope="col">B against A</th>
                </tr>
              </thead>
              <tbody>
                {abRows(...figures, bothLosses, missing).map(({ name, rule, values, difference }) => (
                  <tr key={name}>
                    <th scope="row">
                      {name} {rule !== undefined && <RuleTag rule={rule} />}
                    </th>
                    <td>{values[0]}</td>
                    <td>{values[1]}</td>
                    <td>{difference}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {ended.length > 0 && (
            <AbLosses sides={sides} ended={ended} losses={losses} onCall={select} onSimulate={onSimulate} />
          )}
        </>
      )}
    </main>
  );
}

/** While it grows, the scale does not change with each call. */
function roomOf(calls: number, isRunning: boolean): number {
  return isRunning ? roomForCalls(calls) : Math.max(1, calls);
}

interface ChoicesProps {
  readonly choice: AbChoice;
  readonly open: Policy | undefined;
  onChoose(choice: AbChoice): void;
}

function Choices({ choice, open, onChoose }: ChoicesProps) {
  const { policies, script } = choice;
  // Also those of a link or of the run that is open in the Playground.
  const all = [...abPolicies, ...(open === undefined ? [] : [open]), ...policies];
  const offered = new Map(all.map((policy) => [policyKey(policy), policy]));
  const choosePolicy = (side: 0 | 1, policy: Policy | undefined) => {
    if (policy === undefined) return;
    onChoose({ ...choice, policies: side === 0 ? [policy, policies[1]] : [policies[0], policy] });
  };
  return (
    <div className={styles.choices}>
      {([0, 1] as const).map((side) => (
        <label key={side} className={styles.field}>
          {side === 0 ? 'A' : 'B'}
          <select
            value={policyKey(policies[side])}
            onChange={({ target }) => choosePolicy(side, offered.get(target.value))}
          >
            {[...offered].map(([key, policy]) => (
              <option key={key} value={key}>
                {policy.title}
                {policy === open ? ' (open run)' : ''}
              </option>
            ))}
          </select>
        </label>
      ))}
      <label className={styles.field}>
        Script
        <select value={script} onChange={({ target }) => onChoose({ ...choice, script: target.value })}>
          {abScripts.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
