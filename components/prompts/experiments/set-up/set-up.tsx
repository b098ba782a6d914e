import { useSearchParams } from 'next/navigation';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { sessionList } from '@/components/shell/stores';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { priceOf } from '@/lib/experiments/price';
import { summaryPrompts } from '@/lib/prompts/index';
import { designOf, earlierVersions } from '@/lib/state/experiments/experiment-draft';
import { latestEntry } from '@/lib/state/sessions/list-view';
import { entriesOf } from '@/lib/state/sessions/session-entry';
import { placeOf } from '@/lib/state/sessions/session-place';
import { promptLibrary } from '../../stores/prompt-stores';
import { experimentDraft, experiments } from '../stores/experiment-stores';
import { AnswerFields } from './answer-fields';
import { PriceTable } from './price-table';
import { SendExperiment } from './send-experiment';
import { SessionChoice } from './session-choice';
import styles from './set-up.module.css';
import { SourceChoice } from './source-choice';
import { useChosenModels } from './use-chosen-models';

/** A new experiment, with its price. */
export function SetUp() {
  const draft = useStore(experimentDraft);
  const own = useStore(promptLibrary, ({ prompts }) => prompts);
  const [isSending, setIsSending] = useState(false);
  useFirstSession();
  const models = useChosenModels();
  useEffect(() => experimentDraft.getState().leave, []);
  const kept = useStore(experiments, (state) => state.kept);
  const offered = useMemo(() => {
    const current = [...own, ...summaryPrompts];
    return [...current.map((prompt) => ({ ...prompt, key: prompt.id })), ...earlierVersions(kept, current)];
  }, [own, kept]);
  const design = useMemo(
    () => designOf(draft, models, (wanted) => offered.find(({ key }) => key === wanted)),
    [draft, models, offered],
  );
  const price = useMemo(() => priceOf(design), [design]);
  const isOpening = draft.sessions.some((session) => session.isOpening);
  const isEmpty = design.boundaries.length === 0 || design.rows.length === 0;
  const lacksModel = draft.prompts.length > 0 && models.length === 0;

  return (
    <section className={styles.setUp} aria-labelledby="new-experiment">
      <h2 id="new-experiment">New experiment</h2>
      <p className={styles.muted}>
        Runs each prompt several times at each boundary of each session, and compares the scores. The price comes first.
      </p>
      <div className={styles.choices}>
        <SessionChoice />
        <div className={styles.sources}>
          <SourceChoice offered={offered} models={models} />
          <AnswerFields />
        </div>
      </div>
      {isEmpty ? (
        <EmptyState title={isOpening ? 'Opening sessions…' : 'Nothing to run yet'}>
          {!isOpening && <p>{lacksModel ? 'Choose a model.' : 'Choose at least one session and one summary.'}</p>}
        </EmptyState>
      ) : (
        <PriceTable design={design} price={price} isCounting={isOpening} />
      )}
      <div className={styles.run}>
        <Button look="main" disabled={isEmpty || isOpening} onClick={() => setIsSending(true)}>
          {isOpening ? 'Counting…' : 'Run…'}
        </Button>
        {lacksModel && !isEmpty && <span className={styles.muted}>Choose a model to run the prompts on.</span>}
      </div>
      <SendExperiment design={design} price={price} isOpen={isSending} onClose={() => setIsSending(false)} />
    </section>
  );
}

/** The session that the user came from, or else the latest of the list. */
function useFirstSession(): void {
  const query = useSearchParams();
  const { isLoaded, stored, visit, samples } = useStore(sessionList);
  const followed = useRef<string>(undefined);
  useEffect(() => {
    const { sessions, addSession, removeSession, wish } = experimentDraft.getState();
    const link = query.toString();
    const [wanted, agent, prompts] = [query.get('session'), query.get('agent'), query.getAll('prompt')];
    // Once: the user may deselect it, and the list may change.
    if (!isLoaded || followed.current === link) return;
    followed.current = link;
    if (prompts.length > 0) wish({ prompts });
    if (wanted === null && sessions.length > 0) return;
    const entries = entriesOf({ stored, visit, samples });
    const place = placeOf(wanted ?? latestEntry(entries)?.id ?? null, agent);
    if (place === undefined) return;
    // What was selected before belongs to another session.
    for (const each of sessions) if (each.place.session !== place.session) removeSession(each.place);
    const title = entries.find(({ id }) => id === place.session)?.title ?? 'Session';
    const number = place.child.map((child) => child + 1).join('.');
    void addSession(place, number === '' ? title : `${title}, sub-agent ${number}`);
  }, [isLoaded, stored, visit, samples, query]);
}
