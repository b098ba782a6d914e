import { useCallback, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import { ProgressBar } from '@/components/ui/progress-bar';
import { useAnswer } from '@/components/ui/use-answer';
import { LazyDetails } from '@/components/why/lazy-details';
import { PlaceDialog, type ShownPlace } from '@/components/why/place-dialog';
import { WorthReading } from '@/components/why/worth-reading';
import type { AbSide } from '@/lib/agent/ab/ab-run';
import { actors } from '@/lib/layers/index';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import type { LossesOfCall } from '@/lib/simulator/explain/losses-by-call';
import { lossWords } from '@/lib/state/ab/ab-figures';
import type { AbLosses as Losses, SideLosses } from '@/lib/state/ab/ab-losses';
import type { EndedSide } from '@/lib/state/ab/ab-store';
import styles from './ab-losses.module.css';

interface AbLossesProps {
  readonly sides: readonly AbSide[];
  readonly ended: readonly EndedSide[];
  readonly losses: Losses;
  /** Moves the clock. */
  onCall(call: number): void;
  onSimulate(side: EndedSide, call?: number): void;
}

/** What each side lost, compaction by compaction. */
export function AbLosses({ sides, ended, losses, onCall, onSimulate }: AbLossesProps) {
  const { counted: done, counting, failure, count, cancel } = losses;
  const isCounted = ended.every(({ key }) => done.has(key));
  return (
    <section className={styles.losses} aria-labelledby="ab-losses">
      <h2 id="ab-losses">What was lost</h2>
      <p className={styles.muted}>
        A value is lost if what remains in the context no longer has it. Used later: the model writes it again, and was
        not shown it before.
      </p>
      <div className={styles.progress}>
        <span className={styles.muted} role="status">
          {counting !== undefined && (
            <>
              Counting losses <ProgressBar label="Losses of both sides" value={counting.done} max={counting.total} />
            </>
          )}
        </span>
        {counting !== undefined && <Button onClick={cancel}>Cancel</Button>}
        {counting === undefined && !isCounted && <Button onClick={() => void count(ended)}>Count losses</Button>}
      </div>
      {failure !== undefined && <ErrorNote {...failure} />}
      <div className={styles.sides}>
        {ended.map((side, place) => {
          const counted = done.get(side.key);
          const run = sides[place];
          if (run === undefined) return null;
          return (
            <section key={side.key} className={styles.side} aria-label={`Lost by ${side.title}`}>
              <header className={styles.head}>
                <h3>{side.title}</h3>
                <Button onClick={() => onSimulate(side)}>Open in Simulate</Button>
              </header>
              {counted !== undefined && <LostBySide {...{ side, run, losses, onCall, onSimulate }} counted={counted} />}
            </section>
          );
        })}
      </div>
    </section>
  );
}

interface LostBySideProps extends Pick<AbLossesProps, 'losses' | 'onCall' | 'onSimulate'> {
  readonly side: EndedSide;
  readonly run: AbSide;
  readonly counted: SideLosses;
}

function LostBySide({
  side,
  run: { simulation },
  losses,
  counted: { calls, rows },
  onCall,
  onSimulate,
}: LostBySideProps) {
  const [shown, setShown] = useState<ShownPlace>();
  const changesAt = (call: number) => simulation.changes.filter((change) => change.call === call);
  const compactions = calls.filter(({ call }) => changesAt(call).some(({ turn }) => turn === 'gate'));
  const others = calls.filter((each) => !compactions.includes(each));
  const item = (each: LossesOfCall) => (
    <li key={each.call}>
      <LazyDetails
        summary={
          <>
            Call {exactNumber(each.call + 1)}: {titlesOf(changesAt(each.call))}{' '}
            <span className={styles.muted}>{lossWords(each.here)}</span>
          </>
        }
      >
        <div className={styles.lost}>
          <div className={styles.buttons}>
            <Button onClick={() => onCall(each.call)}>Show in the chart</Button>
            <Button onClick={() => onSimulate(side, each.call)}>Open in Simulate</Button>
          </div>
          <LostAtCall
            side={side}
            call={each.call}
            losses={losses}
            rows={rows}
            onShow={(message, part, text) => setShown({ message, part, text })}
          />
        </div>
      </LazyDetails>
    </li>
  );
  return (
    <>
      {calls.length === 0 && <p className={styles.muted}>Nothing was removed from the context.</p>}
      <ul className={styles.list}>{(compactions.length > 0 ? compactions : others).map(item)}</ul>
      {compactions.length > 0 && others.length > 0 && (
        <LazyDetails summary={`${counted(others.length, 'removal')} by other layers`}>
          <ul className={styles.list}>{others.map(item)}</ul>
        </LazyDetails>
      )}
      <PlaceDialog
        rows={rows}
        shown={shown}
        load={(index) => losses.message(side, index)}
        onClose={() => setShown(undefined)}
      />
    </>
  );
}

interface LostAtCallProps extends Pick<SideLosses, 'rows'> {
  readonly side: EndedSide;
  readonly call: number;
  readonly losses: Losses;
  onShow(message: number, part: number, text: string): void;
}

function LostAtCall({ side, call, losses: { lostAt }, rows, onShow }: LostAtCallProps) {
  const groups = useAnswer(useCallback(() => lostAt(side, call), [lostAt, side, call]));
  if (groups === undefined) return <p className={styles.muted}>Loading…</p>;
  if ('what' in groups) return <ErrorNote {...groups} />;
  if (groups.length === 0) return <p className={styles.muted}>Nothing was lost.</p>;
  return <WorthReading groups={groups} rows={rows} canEditRules={false} onShow={onShow} />;
}

function titlesOf(changes: AbSide['simulation']['changes']): string {
  const titles = new Set(changes.map(({ layer }) => actors[layer].title));
  return titles.size === 0 ? 'Compaction' : [...titles].join(', ');
}
