'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { openedSession } from '@/components/shell/stores';
import { Button } from '@/components/ui/button';
import { ErrorNote } from '@/components/ui/error-note';
import { ScrollArea } from '@/components/ui/scroll-area';
import { assertNever } from '@/lib/base/assert-never';
import type { Json } from '@/lib/base/json';
import { formatBytes } from '@/lib/series/words/format-bytes';
import { exactNumber } from '@/lib/series/words/format-number';
import type { DocumentPart, Part } from '@/lib/transcript/transcript';
import { ImageView } from './image-view';
import styles from './part-content.module.css';

interface PartContentProps {
  readonly messageIndex: number;
  readonly partIndex: number;
  readonly isCleared: boolean;
  readonly label: string;
  /** Is marked where it stands first, and scrolled to. */
  readonly sought?: string | undefined;
}

export function PartContent({ messageIndex, partIndex, isCleared, label, sought }: PartContentProps) {
  const message = useStore(openedSession, (opened) => opened.messages.get(messageIndex));

  useEffect(() => {
    openedSession.getState().loadMessage(messageIndex);
  }, [messageIndex]);

  if (message === undefined) return <div className={styles.content}>Loading…</div>;
  if ('what' in message) return <ErrorNote {...message} />;
  const part = message.parts[partIndex];
  return (
    <div className={styles.content}>
      {isCleared && (
        <p className={styles.note}>The agent replaced this content with a short placeholder before this call.</p>
      )}
      {part !== undefined && <PartBody part={part} label={label} sought={sought} />}
    </div>
  );
}

interface PartBodyProps extends Pick<PartContentProps, 'label' | 'sought'> {
  readonly part: Part;
}

export function PartBody({ part, label, sought }: PartBodyProps): ReactNode {
  switch (part.kind) {
    case 'text':
      return <LongText text={part.text} label={label} sought={sought} />;
    case 'thinking':
      return part.text === '' ? (
        <p className={styles.note}>
          The text is not in the file
          {part.opaqueLength === undefined ? '' : `, only ${exactNumber(part.opaqueLength)} unreadable characters`}.
        </p>
      ) : (
        <LongText text={part.text} label={label} sought={sought} />
      );
    case 'tool-call':
      return (
        <LongText
          text={typeof part.input === 'string' ? part.input : prettyJson(part.input)}
          label={label}
          sought={sought}
        />
      );
    case 'tool-result':
      return part.parts.length === 0 ? (
        <p className={styles.note}>Empty result.</p>
      ) : (
        [...part.parts.entries()].map(([position, inner]) => (
          <PartBody key={position} part={inner} label={label} sought={sought} />
        ))
      );
    case 'image':
      return <ImageView image={part} />;
    case 'document':
      return part.text === undefined ? (
        <p className={styles.note}>{describeDocument(part)}</p>
      ) : (
        <LongText text={part.text} label={label} sought={sought} />
      );
    case 'unknown':
      return (
        <>
          <p className={styles.note}>
            Part of type <code>{part.type}</code>, unknown to Highwater, as it appears in the file:
          </p>
          <LongText text={prettyJson(part.json)} label={label} sought={sought} />
        </>
      );
    default:
      return assertNever(part);
  }
}

const SHOWN_CHARACTERS = 50_000;

interface LongTextProps extends Pick<PartContentProps, 'label' | 'sought'> {
  readonly text: string;
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

/** Arguments are often JSON within JSON; only the outer one is laid out, so that it stays what was sent. */
function prettyJson(value: Json): string {
  return JSON.stringify(value, null, 2);
}

function describeDocument({ title, mediaType, bytes, url }: DocumentPart): string {
  const facts = [title, mediaType, bytes === undefined ? undefined : formatBytes(bytes), url];
  return `Document: ${facts.filter((fact) => fact !== undefined).join(', ')}.`;
}
