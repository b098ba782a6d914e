'use client';

import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ScrollArea } from '@/components/ui/scrolling/scroll-area';
import { exactNumber } from '@/lib/series/words/format-number';
import styles from './long-text.module.css';

const SHOWN_CHARACTERS = 50_000;

interface LongTextProps {
  readonly text: string;
  readonly label: string;
  /** Its first occurrence is marked and scrolled to. */
  readonly sought?: string | undefined;
}

export function LongText({ text, label, sought = '' }: LongTextProps) {
  const start = sought === '' ? -1 : text.indexOf(sought);
  const end = start + sought.length;
  const [isWhole, setIsWhole] = useState(end > SHOWN_CHARACTERS);
  const mark = useRef<HTMLElement>(null);
  const isCut = !isWhole && text.length > SHOWN_CHARACTERS;
  const shown = isCut ? text.slice(0, SHOWN_CHARACTERS) : text;

  useEffect(() => {
    if (start !== -1) mark.current?.scrollIntoView({ block: 'center' });
  }, [start]);

  return (
    <>
      <ScrollArea className={styles.text} label={`${label}, full text`}>
        <pre>
          {start === -1 ? (
            shown
          ) : (
            <>
              {shown.slice(0, start)}
              <mark ref={mark}>{shown.slice(start, end)}</mark>
              {shown.slice(end)}
            </>
          )}
        </pre>
      </ScrollArea>
      {isCut && (
        <p className={styles.note}>
          The first {exactNumber(SHOWN_CHARACTERS)} of {exactNumber(text.length)} characters.{' '}
          <Button onClick={() => setIsWhole(true)}>Show all</Button>
        </p>
      )}
    </>
  );
}
