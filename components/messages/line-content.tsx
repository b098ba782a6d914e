'use client';

import { useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import type { SimulatedChange } from '@/lib/simulator/pipeline/simulation';
import type { ContextLine } from '@/lib/state/messages/context-lines';
import type { MessageAsks } from '@/lib/state/messages/message-asks';
import { type MessageCommand, messageCommands } from '@/lib/state/simulate/typed-commands';
import type { MessageRow, SimulatedContext } from '@/lib/worker/engine/messages';
import { Choice } from './choice';
import styles from './line-content.module.css';
import { LineHooks } from './line-hooks';
import { LineOrigin } from './line-origin';
import type { Layout } from './message-line';
import { PartContent } from './parts/part-content';
import { partTitle } from './parts/part-names';
import type { ContentSource, LoadedContent } from './parts/use-content';
import type { Folds } from './use-folds';

/** Shared by the expanded lines. */
export interface ContentEnv {
  readonly ask: MessageAsks;
  readonly context: SimulatedContext;
  readonly isRecording: boolean;
  readonly changes: readonly SimulatedChange[];
  readonly rows: readonly MessageRow[];
  /** Of the recording. */
  readonly calls: number;
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
  const shown = useMemo(() => views(line, env), [line, env]);
  const { message, part, partIndex } = line;
  return (
    <div className={styles.content}>
      <div className={styles.head}>
        <Choice label="Show as" options={viewNames} value={view} onChoose={setView} />
        <LineOrigin line={line} env={env} />
        <LineCommands line={line} onCommand={env.onCommand} />
      </div>
      {partIndex === 0 && message.hooks !== undefined && (
        <LineHooks hooks={message.hooks} calls={env.calls} onSelectCall={env.onSelectCall} />
      )}
      <div className={classNames(styles.sides, layout === 'sides' && shown.length > 1 && styles.beside)}>
        {shown.map(({ title, source }) => (
          <section key={source.name} className={styles.side}>
            {title !== undefined && <h3>{title}</h3>}
            <PartContent
              message={message.id}
              partIndex={partIndex}
              source={source}
              loaded={env.loaded}
              label={partTitle(message, part)}
              isJson={view === 'json'}
            />
          </section>
        ))}
      </div>
    </div>
  );
}

interface Shown {
  /** If another version is beside it, or the model no longer sees it. */
  readonly title?: string;
  readonly source: ContentSource;
}

/** Also shows the original of a part that was replaced with a placeholder. */
function views({ index, before, after, message }: ContextLine, env: ContentEnv): readonly Shown[] {
  const { ask, context, isRecording } = env;
  const side = after ?? before;
  const recorded = index === undefined ? [] : [{ name: message.id, load: () => ask.recorded(index) }];
  if (side === undefined) return recorded.map((source) => ({ source }));
  const previous = side.state === 'whole' ? [] : recorded.map((source) => ({ title: 'Previous content', source }));
  // A recording does not contain what was sent instead.
  if (isRecording) return previous.length > 0 ? previous : recorded.map((source) => ({ source }));
  const place = { call: context.call, side: after === undefined ? 'before' : 'after', place: side.place } as const;
  const sent = { name: `${message.id} ${place.side}`, load: () => ask.message(place) };
  return [...previous, { ...(previous.length > 0 && { title: 'As sent' }), source: sent }];
}

interface LineCommandsProps {
  readonly line: ContextLine;
  readonly onCommand: ((command: MessageCommand) => void) | undefined;
}

/** The commands about a message before the selected call. */
function LineCommands({ line, onCommand }: LineCommandsProps) {
  const commands = onCommand === undefined ? [] : messageCommands(line);
  if (onCommand === undefined || commands.length === 0) return null;
  return (
    <div className={styles.commands}>
      {commands.map((each) => (
        <Button
          key={each.title}
          look="quiet"
          title={`${each.explains}. Takes effect before ${each.isNextCall ? 'the next' : 'this'} call.`}
          onClick={() => onCommand(each)}
        >
          {each.title}
        </Button>
      ))}
    </div>
  );
}
