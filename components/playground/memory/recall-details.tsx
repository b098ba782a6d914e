import { BytesText } from '@/components/ui/number-text';
import { Tag } from '@/components/ui/tag';
import { LazyDetails } from '@/components/why/lazy-details';
import type { ShownCandidate, ShownRecall } from '@/lib/agent/view/memory-view';
import { ageWords } from '@/lib/memory/recall/recall-session';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import { type LeftOut, leftOut } from '@/lib/state/playground/memory/memory-words';
import { RequestFigures } from '../run/request-figures';
import { CappedList } from './capped-list';
import styles from './memory.module.css';

/** [R1]–[R4] What was chosen for a prompt, why the others were not, and what it cost. */
export function RecallDetails({ recall }: { readonly recall: ShownRecall }) {
  const { state, candidates, others, notLookedAt, bytesLeft, model, usage, dollars, tookMs, problem } = recall;
  const shown = candidates.filter(({ fate }) => fate === 'shown');
  return (
    <div className={styles.stack}>
      {problem !== undefined && <p className={styles.problem}>{problem}</p>}
      {shown.length > 0 && (
        <CappedList
          label="Recalled memories"
          items={shown}
          most={SHOWN}
          keyOf={({ file }) => file}
          render={(candidate) => <ShownOne candidate={candidate} />}
        />
      )}
      {leftOut(recall).map((group) => (
        <Group key={group.why} group={group} />
      ))}
      {state !== 'done' && (
        <p className={styles.muted}>Candidates: {counted(candidates.length + others, 'memory', 'memories')}</p>
      )}
      {notLookedAt > 0 && (
        <p className={styles.muted}>
          {counted(notLookedAt, 'older memory', 'older memories')} not looked at: only the latest are candidates.
        </p>
      )}
      {state === 'done' && (
        <p className={styles.facts}>
          <span>
            <BytesText bytes={bytesLeft} /> left for this session
          </span>
        </p>
      )}
      {(usage !== undefined || tookMs !== undefined) && (
        <div>
          <p className={styles.muted}>Side request: selection of memories</p>
          <RequestFigures
            model={model}
            {...(usage !== undefined && { usage })}
            {...(dollars !== undefined && { dollars })}
            {...(tookMs !== undefined && { tookMs })}
          />
        </div>
      )}
    </div>
  );
}

const SHOWN = 12;

function ShownOne({
  candidate: { file, type, description, ageDays, bytes, cutBy },
}: {
  readonly candidate: ShownCandidate;
}) {
  return (
    <>
      <p className={styles.titled}>
        <span className={styles.file}>{file}</span>
        {type !== undefined && <Tag>{type}</Tag>}
      </p>
      <p>{description}</p>
      <p className={styles.facts}>
        <span>saved {ageWords(ageDays)}</span>
        {bytes !== undefined && (
          <span>
            <BytesText bytes={bytes} />
          </span>
        )}
        {cutBy !== undefined && <span>cut: too many {cutBy}</span>}
      </p>
    </>
  );
}

function Group({ group: { why, files, others } }: { readonly group: LeftOut }) {
  return (
    <div className={styles.lines}>
      <LazyDetails summary={`${why}: ${counted(files.length + others, 'memory', 'memories')}`}>
        <CappedList
          label={why}
          items={files}
          most={SHOWN}
          keyOf={({ file }) => file}
          render={({ file, description }) => (
            <>
              <span className={styles.file}>{file}</span> <span className={styles.muted}>{description}</span>
            </>
          )}
        />
        {others > 0 && <p className={styles.muted}>And {exactNumber(others)} more.</p>}
      </LazyDetails>
    </div>
  );
}
