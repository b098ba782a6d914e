import { TimeText } from '@/components/ui/time-text';
import { dreamWords } from '@/lib/memory/dreaming/dream-words';
import { memoryTypeNames } from '@/lib/memory/files/memory-type';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import { leftOutText, memoryTypeTitles } from '@/lib/series/words/memory-words';
import type { DreamInSession, KeptPlace, LeftBySession } from '@/lib/worker/engine/memory-messages';
import styles from './memory-tab.module.css';
import { PlaceLink, type PlaceLinkProps } from './place-link';

interface LeftListProps extends Pick<PlaceLinkProps, 'onSelectCall' | 'onShow'> {
  readonly earlier: readonly LeftBySession[];
  readonly own: LeftBySession;
  readonly isByModel: boolean;
}

/** [A2] [A3] What each session would have left, by type, with the place where it was said. */
export function LeftList({ earlier, own, isByModel, onSelectCall, onShow }: LeftListProps) {
  return (
    <section aria-labelledby="memory-left">
      <h2 id="memory-left" className={styles.title}>
        Left by each session
      </h2>
      <div className={styles.list}>
        {[...earlier, own].map((left) => (
          <Left key={left.id} {...{ left, isByModel, onSelectCall, onShow }} />
        ))}
      </div>
    </section>
  );
}

function Left({ left, ...acts }: { readonly left: LeftBySession } & Omit<LeftListProps, 'earlier' | 'own'>) {
  const { id, title, kept, leftOut, ownWrites, extractions, dreams } = left;
  return (
    <div className={styles.group}>
      <h3>{id === '' ? 'This session' : title}</h3>
      <p className={styles.muted}>
        {counted(kept.length, 'memory', 'memories')} of {counted(extractions, 'extraction')}
        {leftOut.length > 0 && `; not saved: ${leftOutText(leftOut)}`}
        {ownWrites.length > 0 && `; the agent wrote ${counted(ownWrites.length, 'file')} of memory itself`}
      </p>
      {dreams.map((dream) => (
        <Dream key={dream.call} dream={dream} />
      ))}
      {memoryTypeNames.map((type) => {
        const ofType = kept.filter((each) => each.type === type);
        if (ofType.length === 0) return null;
        return (
          <div key={type}>
            <p className={styles.kind}>{memoryTypeTitles[type]}</p>
            <ul className={styles.list}>
              {ofType.map((each) => (
                <li key={`${each.message} ${each.file} ${each.text}`}>
                  <Kept {...{ session: id, kept: each, ...acts }} />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </div>
  );
}

/** [D3] [K1] What a dream in this session merged, lost and changed. */
function Dream({ dream }: { readonly dream: DreamInSession }) {
  const { timeMs, requests, actions, scores } = dream;
  const { before, after, facts, lost, refuted, changed } = scores;
  return (
    <div data-dream={lost.length + changed.length}>
      <p className={styles.kind}>
        Dreamt <TimeText timeMs={timeMs} />, {counted(requests, 'request')}
      </p>
      <p>
        {dreamWords(actions, 'past')} {counted(before.memories, 'memory', 'memories')} became{' '}
        {exactNumber(after.memories)}; of {counted(facts, 'fact')}, {exactNumber(refuted.length)} contradicted and gone,{' '}
        {exactNumber(lost.length)} lost, {exactNumber(changed.length)} changed without a source.
      </p>
      {[...lost, ...changed].length > 0 && (
        <ul className={styles.list} aria-label="Facts lost and changed">
          {[...lost, ...changed].map(({ file, text }) => (
            <li key={`${file} ${text}`}>
              {text} <span className={styles.muted}>{file}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface KeptProps extends Omit<LeftListProps, 'earlier' | 'own'> {
  readonly session: string;
  readonly kept: KeptPlace;
}

function Kept({ session, kept, isByModel, onSelectCall, onShow }: KeptProps) {
  const { text, action, file, call, message, part } = kept;
  return (
    <>
      {text}{' '}
      <span className={styles.line}>
        <span className={styles.muted}>
          {action === 'changed' ? 'changed ' : ''}
          {file}
        </span>
        <PlaceLink {...{ session, call, message, part, onSelectCall, onShow }}>
          {isByModel ? 'the nearest prompt' : 'where it was said'}
        </PlaceLink>
      </span>
    </>
  );
}
