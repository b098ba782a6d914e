'use client';

import { type ReactNode, useState } from 'react';
import { Dialog } from '@/components/ui/dialog';
import { NumberText } from '@/components/ui/number-text';
import { TimeText } from '@/components/ui/time-text';
import { WarningList } from '@/components/warnings/warning-list';
import { exactNumber, percent } from '@/lib/series/format-number';
import type { OpenSession } from '@/lib/worker/messages';
import { ChildList } from './child-list';
import styles from './session-header.module.css';

interface SessionHeaderProps {
  readonly session: OpenSession;
  readonly title: string;
  readonly isSample: boolean;
}

export function SessionHeader({ session, title, isSample }: SessionHeaderProps) {
  const [shown, setShown] = useState<'warnings' | 'children'>();
  const { summary, warnings, children } = session;
  const { agent, models } = summary;
  const close = () => setShown(undefined);

  return (
    <>
      <header className={styles.header}>
        <h1 className={styles.title}>
          {title}
          {isSample && <span className={styles.sample}>Sample, made up</span>}
        </h1>
        <dl className={styles.facts}>
          {agent !== undefined && (
            <Fact name="Agent">
              {agent.name} {agent.version}
            </Fact>
          )}
          {models.length > 0 && (
            <Fact name={models.length === 1 ? 'Model' : 'Models'}>
              <span className={styles.data}>{models.join(', ')}</span>
            </Fact>
          )}
          <Fact name="Window">
            <NumberText value={summary.window} unit="tokens" />
          </Fact>
          <Fact name="Calls">{exactNumber(summary.calls)}</Fact>
          <Fact name="Messages">{exactNumber(summary.messages)}</Fact>
          {summary.calls > 0 && (
            <Fact name="Peak">
              <NumberText value={summary.peakTokens} unit="tokens" isEstimate={summary.peakIsEstimated} />{' '}
              <span className={styles.muted}>{percent(summary.peakTokens / summary.window)} of the window</span>
            </Fact>
          )}
          <Fact name="Compactions">{exactNumber(summary.compactions)}</Fact>
          {summary.recordedAtMs !== undefined && (
            <Fact name="Recorded">
              <TimeText timeMs={summary.recordedAtMs} withTime />
            </Fact>
          )}
          {children.length > 0 && (
            <Fact name="Sub-agents">
              <button type="button" className={styles.open} onClick={() => setShown('children')}>
                {exactNumber(children.length)}
              </button>
            </Fact>
          )}
          {warnings.length > 0 && (
            <Fact name="Warnings">
              <button type="button" className={styles.open} onClick={() => setShown('warnings')}>
                {exactNumber(warnings.length)}
              </button>
            </Fact>
          )}
        </dl>
      </header>
      <Dialog title="Warnings of the import" isOpen={shown === 'warnings'} onClose={close}>
        <WarningList warnings={warnings} />
      </Dialog>
      <Dialog title="Sub-agents" isOpen={shown === 'children'} onClose={close}>
        <ChildList sessions={children} />
      </Dialog>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
