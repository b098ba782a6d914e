import type { ReactNode } from 'react';
import { assertNever } from '@/lib/base/assert-never';
import type { Json } from '@/lib/base/json';
import { formatBytes } from '@/lib/series/words/format-bytes';
import { exactNumber } from '@/lib/series/words/format-number';
import type { DocumentPart, Part } from '@/lib/transcript/transcript';
import { ImageView } from './image-view';
import { LongText } from './long-text';
import styles from './long-text.module.css';

interface PartBodyProps {
  readonly part: Part;
  readonly label: string;
  readonly sought?: string | undefined;
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

/** Arguments are often JSON within JSON; only the outer one is formatted, so that the text stays what was sent. */
function prettyJson(value: Json): string {
  return JSON.stringify(value, null, 2);
}

function describeDocument({ title, mediaType, bytes, url }: DocumentPart): string {
  const facts = [title, mediaType, bytes === undefined ? undefined : formatBytes(bytes), url];
  return `Document: ${facts.filter((fact) => fact !== undefined).join(', ')}.`;
}
