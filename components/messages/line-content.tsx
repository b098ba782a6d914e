'use client';

import { type ReactNode, useState } from 'react';
import { LongText, PartBody } from '@/components/simulate/recording/part-content';
import { partName } from '@/components/simulate/recording/part-names';
import { classNames } from '@/components/ui/class-names';
import { ErrorNote } from '@/components/ui/error-note';
import type { SimulatedChange } from '@/lib/simulator/pipeline/simulation';
import type { ContextLine } from '@/lib/state/messages/context-lines';
import type { MessageAsks } from '@/lib/state/messages/message-asks';
import type { MessageCommand } from '@/lib/state/simulate/typed-commands';
import type { MessageRow, SimulatedContext } from '@/lib/worker/engine/messages';
import { Choice } from './choice';
import { LineCommands } from './line-commands';
import styles from './line-content.module.css';
import { LineOrigin } from './line-origin';
import type { Layout } from './message-line';
import { type ContentSource, type LoadedContent, useContent } from './use-content';
import type { Folds } from './use-folds';

/** What the lines that are laid open have in common. */
export interface ContentEnv {
  readonly ask: MessageAsks;
  readonly context: SimulatedContext;
  readonly changes: readonly SimulatedChange[];
  readonly rows: readonly MessageRow[];
  readonly folds: Folds;
  readonly loaded: LoadedContent;
  /** By the key of its line. */
  onShow(key: string): void;
  readonly onCommand: ((command: MessageCommand) => void) | undefined;
  onSelectCall(call: number): void;
}

interface LineContentProps {
  readonly line: ContextLine;
  readonly layout: Layout;
  readonly env: ContentEnv;
}

type View = 'content' | 'json';

const viewNames: Readonly<Record<View, string>> = { content: 'Content', json: 'JSON' };

export function LineContent({ line, layout, env }: LineContentProps) {
  const [view, setView] = useState<View>('content');
  const shown = views(line);
  return (
    <div className={styles.content}>
      <div className={styles.head}>
        <Choice label="Show as" options={viewNames} value={view} onChoose={setView} />
        <LineOrigin line={line} env={env} />
        <LineCommands line={line} onCommand={env.onCommand} />
      </div>
      <div className={classNames(styles.sides, layout === 'sides' && shown.length > 1 && styles.beside)}>
        {shown.map(({ title, source }) => (
          <section key={title} className={styles.side}>
            {shown.length > 1 && <h3>{title}</h3>}
            <SideContent line={line} source={source} view={view} env={env} />
          </section>
        ))}
      </div>
    </div>
  );
}

interface Shown {
  readonly title: string;
  readonly source: ContentSource;
}

/** Of a part that a placeholder stands for, also what the model does not see any more. */
function views({ index, before, after }: ContextLine): readonly Shown[] {
  const side = after ?? before;
  const recorded = index === undefined ? undefined : ({ from: 'recording', index } as const);
  if (side === undefined) return recorded === undefined ? [] : [{ title: 'As recorded', source: recorded }];
  const source = { from: 'call', side: after === undefined ? 'before' : 'after', place: side.place } as const;
  const seen = { title: 'As sent', source };
  if (side.state === 'whole' || recorded === undefined) return [seen];
  return [{ title: 'Previous content', source: recorded }, seen];
}

interface SideContentProps {
  readonly line: ContextLine;
  readonly source: ContentSource;
  readonly view: View;
  readonly env: ContentEnv;
}

function SideContent({ line: { message, part, partIndex }, source, view, env }: SideContentProps): ReactNode {
  const content = useContent(message.id, source, env);
  if (content === undefined) return <p className={styles.note}>Loading…</p>;
  if ('what' in content) return <ErrorNote {...content} />;
  const found = content.parts[partIndex];
  if (found === undefined) return <p className={styles.note}>This message has no content.</p>;
  const label = `${partName(message, part)} ${part?.toolName ?? ''}`.trim();
  return view === 'json' ? (
    <LongText text={JSON.stringify(found, null, 2)} label={label} />
  ) : (
    <PartBody part={found} label={label} />
  );
}
