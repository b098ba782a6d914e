import { type ReactNode, useDeferredValue, useMemo, useRef } from 'react';
import { LossScatter } from '@/components/charts/compared/loss-scatter';
import { ScenarioTable } from '@/components/scenarios/scenario-table';
import { saveFile } from '@/components/sessions/save-file';
import { Button } from '@/components/ui/button';
import type { FileRow } from '@/lib/rows/file/rows-file';
import type { RowCounts } from '@/lib/rows/session-row';
import { type ComparedSessions, earlyEnds, summedSessions } from '@/lib/series/rows/compared-sessions';
import { costLossSums } from '@/lib/series/rows/cost-loss-sums';
import { summedMeasures } from '@/lib/series/rows/measure-words';
import { modelErrors, modelErrorsWords } from '@/lib/series/rows/model-errors';
import { sumTable } from '@/lib/series/rows/sum-table';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import { manyCsv, manyRowsFile } from '@/lib/state/compare/many/many-file';
import { ComparePart } from '../compare-part';
import { SavePicture } from '../save-picture';
import { DifferencePart } from './difference-part';
import styles from './many-page.module.css';
import { SessionsPart } from './sessions-part';
import { useManyLook } from './use-many-look';

interface ManyTablesProps {
  readonly compared: ComparedSessions;
  readonly isComputing: boolean;
  /** Of a session under a policy in Simulate; undefined if it is not in this browser. */
  addressOf(session: string, policy: number): string | undefined;
  onBaseline(policy: number): void;
  /** To be written as a file; undefined if they are from one. */
  readonly filedRows: (() => readonly FileRow[]) | undefined;
  /** What was asked for; undefined if that is unknown. */
  readonly counts: RowCounts | undefined;
  readonly notes: readonly string[];
}

export function ManyTables({
  compared: current,
  isComputing,
  addressOf,
  onBaseline,
  filedRows,
  counts,
  notes,
}: ManyTablesProps) {
  // While results come in, what is typed and clicked goes first.
  const compared = useDeferredValue(current);
  const [look, change] = useManyLook();
  const scatter = useRef<HTMLDivElement>(null);
  const { names, sessions } = compared;
  const baseline = names[compared.baseline] ?? '';
  const sums = useMemo(() => sumTable(compared, summedMeasures), [compared]);
  const { points, sessions: drawn } = useMemo(() => costLossSums(compared), [compared]);
  return (
    <>
      <ComparePart
        title={`Sums against ${baseline}`}
        buttons={
          <div className={styles.buttons}>
            <Button onClick={() => saveFile('compare.csv', new Blob([manyCsv(compared)], { type: 'text/csv' }))}>
              CSV
            </Button>
            {filedRows !== undefined && (
              <Button
                title="Rows, as “highwater replay … --json” writes them"
                onClick={() => saveFile('rows.jsonl', rowsBlob(filedRows()))}
              >
                JSON
              </Button>
            )}
          </div>
        }
      >
        <div className={styles.sums}>
          <ScenarioTable rows={sums} baseline={baseline} onChoose={(name) => onBaseline(names.indexOf(name))} />
        </div>
        <Notes compared={compared} isComputing={isComputing} hasErrors={counts?.error !== false}>
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Notes>
      </ComparePart>
      <DifferencePart compared={compared} measure={look.measure} onMeasure={(measure) => change({ measure })} />
      <ComparePart
        title="Cost against loss"
        buttons={points.length > 0 && <SavePicture of={scatter} name="cost-loss" what="scatter" />}
      >
        {points.length === 0 ? (
          <p className={styles.note}>
            {isComputing
              ? 'Dots appear as the losses are counted.'
              : 'No session has a known cost and counted losses under every policy.'}
          </p>
        ) : (
          <div className={styles.scatter}>
            <div ref={scatter}>
              <LossScatter points={points} />
            </div>
            <p className={styles.note}>
              Sums over {sessionsOf(drawn, sessions.length)} that every policy finished. On the dashed front, nothing is
              both cheaper and loses less. The diamond is the recording.
            </p>
          </div>
        )}
      </ComparePart>
      <SessionsPart compared={compared} look={look} onLook={change} addressOf={addressOf} />
    </>
  );
}

function rowsBlob(rows: readonly FileRow[]): Blob {
  const policies = new Map(rows.map(({ policy }) => [JSON.stringify(policy), policy]));
  return new Blob([manyRowsFile(rows, [...policies.values()])], { type: 'application/x-ndjson' });
}

function sessionsOf(count: number, all: number): string {
  return count === all ? counted(all, 'session') : `${exactNumber(count)} of ${counted(all, 'session')}`;
}

interface NotesProps {
  readonly compared: ComparedSessions;
  readonly isComputing: boolean;
  readonly hasErrors: boolean;
  readonly children: ReactNode;
}

/** What the sums are of, and how right they are. */
function Notes({ compared, isComputing, hasErrors, children }: NotesProps) {
  const { sessions } = compared;
  const ends = useMemo(() => earlyEnds(compared), [compared]);
  const errors = useMemo(() => modelErrors(compared), [compared]);
  const summed = useMemo(() => summedSessions('cost', sessions).length, [sessions]);
  return (
    <div className={styles.notes}>
      <p>
        Costs are sums over {sessionsOf(summed, sessions.length)}, with their sub-agents: those that every policy
        finished, with a known price.
      </p>
      {ends.length > 0 && (
        <p>
          Ended early, and not in sums:{' '}
          {ends.map(({ name, sessions: count }) => `${exactNumber(count)} under ${name}`).join(', ')}. Without that
          policy, sums would be over more sessions.
        </p>
      )}
      {hasErrors && (
        <>
          <h3>Error of the model on these sessions</h3>
          <p>{isComputing && errors.measured + errors.unknown === 0 ? 'Computing…' : modelErrorsWords(errors)}</p>
        </>
      )}
      {children}
    </div>
  );
}
