import { useState } from 'react';
import { useStore } from 'zustand';
import { Choice } from '@/components/messages/choice';
import { sessionList } from '@/components/shell/stores';
import { ErrorNote } from '@/components/ui/error-note';
import forms from '@/components/ui/forms.module.css';
import { counted, exactNumber } from '@/lib/series/words/format-number';
import {
  type DraftSession,
  figuresKey,
  selectedIn,
  type WhichBoundaries,
  whichBoundaries,
} from '@/lib/state/experiments/experiment-draft';
import { type BoundaryKind, boundaryKinds } from '@/lib/state/experiments/experiment-record';
import { boundaryKindWords } from '@/lib/state/experiments/experiment-words';
import { usualView, visibleEntries } from '@/lib/state/sessions/list-view';
import { entriesOf } from '@/lib/state/sessions/session-entry';
import { experimentDraft } from '../stores/experiment-stores';
import styles from './set-up.module.css';

/** A longer list is searched. */
const MAX_WITHOUT_SEARCH = 8;

/** The sessions, and where each of them is compacted. */
export function SessionChoice() {
  const { stored, visit, samples, isLoaded } = useStore(sessionList);
  const sessions = useStore(experimentDraft, (draft) => draft.sessions);
  const [search, setSearch] = useState('');
  const [ahead, setAhead] = useState<readonly string[]>();
  const entries = entriesOf({ stored, visit, samples });
  // What the page opened with is in sight. Later choices do not move: their items are being looked at.
  const first = ahead ?? sessions.map(({ place }) => place.session);
  const rank = ({ id }: { readonly id: string }) => Number(!first.includes(id));
  const shown = [...visibleEntries(entries, { ...usualView, search })].sort((a, b) => rank(a) - rank(b));
  // Sub-agents are not in the list, and what is chosen stays in sight.
  const others = sessions.filter(
    ({ place }) => place.child.length > 0 || !shown.some(({ id }) => id === place.session),
  );

  return (
    <fieldset className={styles.group}>
      <legend>Sessions and boundaries</legend>
      {entries.length > MAX_WITHOUT_SEARCH && (
        <label className={forms.field}>
          Search
          <input type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
        </label>
      )}
      <ul className={styles.sessions} aria-busy={!isLoaded} onChange={() => setAhead(first)}>
        {others.map((session) => (
          <SessionItem
            key={`${session.place.session} ${session.place.child}`}
            id={session.place.session}
            title={session.title}
            session={session}
          />
        ))}
        {shown.map(({ id, title, calls, compactions }) => (
          <SessionItem
            key={id}
            id={id}
            title={title}
            note={calls === undefined ? '' : `${counted(calls, 'call')}, ${counted(compactions ?? 0, 'compaction')}`}
            session={sessions.find(({ place }) => place.session === id && place.child.length === 0)}
          />
        ))}
      </ul>
    </fieldset>
  );
}

interface SessionItemProps {
  readonly id: string;
  readonly title: string;
  readonly note?: string;
  readonly session: DraftSession | undefined;
}

function SessionItem({ id, title, note, session }: SessionItemProps) {
  const { addSession, removeSession } = experimentDraft.getState();
  return (
    <li>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={session !== undefined}
          onChange={() => {
            if (session === undefined) void addSession({ session: id, child: [] }, title);
            else removeSession(session.place);
          }}
        />
        <span>{title}</span>
        {note !== undefined && <span className={styles.muted}>{note}</span>}
      </label>
      {session !== undefined && <Boundaries session={session} />}
    </li>
  );
}

const whichWords: Readonly<Record<WhichBoundaries, string>> = {
  all: 'All',
  first: 'First',
  latest: 'Last',
  chosen: 'Some',
};

const kindTitles: Readonly<Record<BoundaryKind, string>> = {
  recorded: 'Recorded',
  simulated: 'Simulated',
  last: 'Last call',
};

function Boundaries({ session }: { readonly session: DraftSession }) {
  const { place, title, kind, which, offered, figures, failure, isOpening } = session;
  const { chooseKind, chooseWhich, toggle } = experimentDraft.getState();
  const all = offered[kind];
  const selected = selectedIn(session);
  const failed = selected.flatMap((each) => {
    const counted = figures[figuresKey(each)];
    return counted === undefined || counted.ok ? [] : [{ call: each.call, ...counted.error }];
  });
  // Simulated ones are computed when they are chosen.
  const kinds = boundaryKinds.filter((each) => offered[each] === undefined || (offered[each]?.length ?? 0) > 0);
  return (
    <div className={styles.inner}>
      {isOpening && <p className={styles.muted}>{all === undefined ? 'Opening…' : 'Counting…'}</p>}
      {failure !== undefined && <ErrorNote {...failure} />}
      {all !== undefined && (
        <>
          <div className={styles.line}>
            {kinds.length > 0 && (
              <Choice<string>
                label={`Kind of boundaries in ${title}`}
                options={Object.fromEntries(kinds.map((each) => [each, kindTitles[each]]))}
                value={kind}
                onChoose={(next) => {
                  const chosen = boundaryKinds.find((each) => each === next);
                  if (chosen !== undefined) void chooseKind(place, chosen);
                }}
              />
            )}
            {all.length > 1 && (
              <Choice<string>
                label={`Boundaries in ${title}`}
                options={whichWords}
                value={which}
                onChoose={(next) => {
                  const chosen = whichBoundaries.find((each) => each === next);
                  if (chosen !== undefined) void chooseWhich(place, chosen);
                }}
              />
            )}
            <span className={styles.muted}>
              {all.length === 0
                ? 'No calls, so there is nothing to compact.'
                : kind !== 'last' &&
                  `${exactNumber(selected.length)} of ${exactNumber(all.length)} ${boundaryKindWords[kind]}`}
            </span>
          </div>
          {which === 'chosen' && (
            <div className={styles.calls}>
              {all.map(({ call }) => (
                <label key={call} className={styles.check}>
                  <input
                    type="checkbox"
                    checked={selected.some((each) => each.call === call)}
                    onChange={() => void toggle(place, call)}
                  />
                  <span>call {exactNumber(call + 1)}</span>
                </label>
              ))}
            </div>
          )}
          {failed.map(({ call, what }) => (
            <p key={call} className={styles.warning}>
              Call {exactNumber(call + 1)} cannot be used: {what}
            </p>
          ))}
        </>
      )}
    </div>
  );
}
