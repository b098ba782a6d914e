'use client';

import Link from 'next/link';
import { useState } from 'react';
import { columnSources } from '@/components/sessions/column-titles';
import { SessionTitle } from '@/components/shell/session-title';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Fact, Facts } from '@/components/ui/facts';
import { NumberText } from '@/components/ui/number-text';
import { TimeText } from '@/components/ui/time-text';
import { WarningList } from '@/components/warnings/warning-list';
import { exactNumber, percent } from '@/lib/series/words/format-number';
import type { Ancestor } from '@/lib/state/sessions/opened-session';
import { placeToQuery, type SessionPlace } from '@/lib/state/sessions/session-place';
import type { WindowSource } from '@/lib/transcript/summarise';
import type { OpenSession } from '@/lib/worker/engine/messages';
import { ChildList } from './child-list';
import styles from './session-header.module.css';

const WINDOW_SOURCES: Readonly<Record<WindowSource, { readonly name: string; readonly explains: string }>> = {
  file: { name: 'from the file', explains: 'recorded in the file' },
  'model-id': { name: 'from the model ID', explains: 'the model ID ends in [1m]' },
  model: { name: 'model default', explains: 'default window of this model' },
  answered: {
    name: 'from a request',
    explains: 'a request this large succeeded, so the window is at least this large',
  },
  assumed: {
    name: 'assumed',
    explains: 'assumed: the file and the model do not specify it, and no request was larger',
  },
};

interface SessionHeaderProps {
  readonly session: OpenSession;
  readonly place: SessionPlace;
  readonly title: string;
  readonly ancestors: readonly Ancestor[];
  readonly isSample: boolean;
}

export function SessionHeader({ session, place, title, ancestors, isSample }: SessionHeaderProps) {
  const [shown, setShown] = useState<'warnings' | 'children'>();
  const { summary, warnings, children } = session;
  const windowSource = summary.windowSource ?? 'assumed';
  const { agent, models } = summary;
  const close = () => setShown(undefined);

  return (
    <>
      <header className={styles.header}>
        {ancestors.length > 0 && (
          <nav aria-label="Sub-agent of" className={styles.ancestors}>
            Sub-agent of
            {ancestors.map((ancestor) => (
              <Link key={ancestor.place.child.length} href={`/simulate?${placeToQuery(ancestor.place)}`}>
                {ancestor.title}
              </Link>
            ))}
          </nav>
        )}
        <SessionTitle className={styles.top} title={title} isSample={isSample}>
          {children.length > 0 && (
            <Button onClick={() => setShown('children')}>
              {children.length === 1 ? '1 sub-agent' : `${exactNumber(children.length)} sub-agents`}
            </Button>
          )}
          {warnings.length > 0 && (
            <Button onClick={() => setShown('warnings')}>
              {warnings.length === 1 ? '1 warning' : `${exactNumber(warnings.length)} warnings`}
            </Button>
          )}
        </SessionTitle>
        <Facts className={styles.facts}>
          {agent !== undefined && (
            <Fact name="Agent">
              {agent.name} {agent.version}
            </Fact>
          )}
          {models[0] !== undefined && (
            <Fact name="Model" className={styles.shrinks}>
              <span className={styles.data} title={models.join(', ')}>
                {models[0]}
                {models.length > 1 && ` +${models.length - 1}`}
              </span>
            </Fact>
          )}
          <Fact name="Window">
            <NumberText value={summary.window} unit="tokens" isRound source={WINDOW_SOURCES[windowSource].explains} />
            <span className={styles.muted}> {WINDOW_SOURCES[windowSource].name}</span>
          </Fact>
          {summary.calls > 0 && (
            <Fact name="Peak">
              <NumberText
                value={summary.peakTokens}
                unit="tokens"
                isEstimate={summary.peakIsEstimated}
                source={`largest context of a call including its reply, ${summary.peakIsEstimated ? 'estimated' : 'as recorded'}`}
              />
              <span className={styles.muted} title="Share of window">
                , {percent(summary.peakTokens / summary.window)}
              </span>
            </Fact>
          )}
          <Fact name="Calls" source={columnSources.calls}>
            {exactNumber(summary.calls)}
          </Fact>
          <Fact name="Messages" source="Messages in the file, including those later removed by compaction">
            {exactNumber(summary.messages)}
          </Fact>
          <Fact name="Compactions" className={styles.said} source={columnSources.compactions}>
            {exactNumber(summary.compactions)}
          </Fact>
          {summary.recordedAtMs !== undefined && (
            <Fact name="Recorded">
              <TimeText timeMs={summary.recordedAtMs} />
            </Fact>
          )}
        </Facts>
      </header>
      <Dialog title="Import warnings" isOpen={shown === 'warnings'} onClose={close}>
        <WarningList warnings={warnings} />
      </Dialog>
      <Dialog title="Sub-agents" isOpen={shown === 'children'} onClose={close}>
        <ChildList sessions={children} lanes={session.lanes} parent={place} onOpen={close} />
      </Dialog>
    </>
  );
}
