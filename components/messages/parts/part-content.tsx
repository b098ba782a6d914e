'use client';

import type { ReactNode } from 'react';
import { ErrorNote } from '@/components/ui/error-note';
import type { MessageId } from '@/lib/transcript/transcript';
import { LongText } from './long-text';
import styles from './long-text.module.css';
import { PartBody } from './part-body';
import { type ContentSource, type LoadedContent, useContent } from './use-content';

interface PartContentProps {
  readonly message: MessageId;
  readonly partIndex: number;
  readonly source: ContentSource;
  readonly loaded: LoadedContent;
  readonly label: string;
  readonly isJson?: boolean;
  /** Its first occurrence is marked and scrolled to. */
  readonly sought?: string | undefined;
}

/** A part of a message in full, loaded when it is shown. */
export function PartContent(props: PartContentProps): ReactNode {
  const { message, partIndex, source, loaded, label, isJson = false, sought } = props;
  const content = useContent(message, source, loaded);
  if (content === undefined) return <p className={styles.note}>Loading…</p>;
  if ('what' in content) return <ErrorNote {...content} />;
  const part = content.parts[partIndex];
  if (part === undefined) return <p className={styles.note}>This message has no content.</p>;
  return isJson ? (
    <LongText text={JSON.stringify(part, null, 2)} label={label} />
  ) : (
    <PartBody part={part} label={label} sought={sought} />
  );
}
