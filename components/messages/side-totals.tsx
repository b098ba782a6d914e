'use client';

import { useMemo, useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import { NumberText } from '@/components/ui/number-text';
import { exactNumber } from '@/lib/series/words/format-number';
import type { MessageAsks } from '@/lib/state/messages/message-asks';
import type { OpenSession, SimulatedContext, SimulatedMessage } from '@/lib/worker/engine/messages';
import type { Layout } from './message-line';
import { usualProvider } from './providers';
import { RequestDialog } from './request-dialog';
import { RequestVerdict } from './request-verdict';
import styles from './side-totals.module.css';

interface SideTotalsProps {
  readonly ask: Pick<MessageAsks, 'violations' | 'body'>;
  readonly context: SimulatedContext;
  readonly session: Pick<OpenSession, 'summary' | 'systemInFile'>;
  readonly layout: Layout;
  /** A part of the call's context, by the position of its message. */
  onShowPlace(place: number, part: number): void;
}

/** The size of each side, and whether a provider would accept the call. */
export function SideTotals({ ask, context, session, layout, onShowPlace }: SideTotalsProps) {
  const { before, after, systemTokens, isDead } = context;
  const [provider, setProvider] = useState(() => usualProvider(session.summary.format));
  const [isWriting, setWriting] = useState(false);
  return (
    <div className={classNames(styles.totals, layout === 'sides' && styles.sides)}>
      <p className={styles.side}>
        <strong>Before</strong>
        <Total messages={before} />
        <span className={classNames(styles.muted, styles.same)} title="The same on both sides">
          + <NumberText value={systemTokens} unit="tokens" source="system prompt, tools and other preamble" /> system
        </span>
      </p>
      <div className={styles.side}>
        <strong>After</strong>
        <Total messages={after} />
        {isDead && <p className={styles.dead}>Not sent: session dead.</p>}
        <IconButton icon="download" label="Request body: copy or download" onClick={() => setWriting(true)} />
        <RequestVerdict
          ask={ask}
          context={context}
          provider={provider}
          onProvider={setProvider}
          onShow={({ messageIndex, partIndex = 0 }) => onShowPlace(messageIndex, partIndex)}
        />
      </div>
      {isWriting && (
        <RequestDialog
          ask={ask}
          context={context}
          provider={provider}
          systemInFile={session.systemInFile}
          onProvider={setProvider}
          onClose={() => setWriting(false)}
        />
      )}
    </div>
  );
}

function Total({ messages }: { readonly messages: readonly SimulatedMessage[] }) {
  const tokens = useMemo(() => messages.reduce((sum, message) => sum + message.tokens, 0), [messages]);
  return (
    <span>
      {exactNumber(messages.length)} {messages.length === 1 ? 'message' : 'messages'},{' '}
      <NumberText value={tokens} unit="tokens" isEstimate source="the messages in the replay" />
    </span>
  );
}
