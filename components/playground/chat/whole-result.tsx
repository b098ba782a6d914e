'use client';

import { useState } from 'react';
import { LongText } from '@/components/messages/parts/long-text';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import type { ShownResult } from '@/lib/agent/view/chat-item';
import { type Failure, failureOf } from '@/lib/base/failure';
import { exactNumber } from '@/lib/series/words/format-number';
import type { ChatEnv } from './chat';
import styles from './tool-entry.module.css';

interface WholeResultProps {
  readonly callId: string;
  readonly name: string;
  readonly result: ShownResult;
  readonly ask: ChatEnv['ask'];
}

/** A tool result: its beginning is available, the full text is loaded on demand. */
export function WholeResult({ callId, name, result, ask }: WholeResultProps) {
  const [whole, setWhole] = useState<string | Failure>();
  const text = typeof whole === 'string' ? whole : result.text;
  const label = `${name}, output`;
  const load = () => {
    ask.resultText(callId).then(setWhole, (error: unknown) => setWhole(failureOf(error)));
  };
  return (
    <>
      {text === '' ? <p className={styles.note}>Empty result.</p> : <LongText text={text} label={label} />}
      {text.length < result.characters && (
        <p className={styles.note}>
          The first {exactNumber(text.length)} of {exactNumber(result.characters)} characters.{' '}
          <Button onClick={load}>Load all</Button>
        </p>
      )}
      {typeof whole === 'object' && <ErrorNote {...whole} />}
    </>
  );
}
