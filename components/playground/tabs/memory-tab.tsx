'use client';

import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { BytesText } from '@/components/ui/number-text';
import { Tag } from '@/components/ui/tag';
import { TimeText } from '@/components/ui/time-text';
import type { FileChange } from '@/lib/agent/journal/entry';
import { HOME } from '@/lib/agent/tools/workspace-path';
import type { MemoryView, ShownMemory } from '@/lib/agent/view/memory-view';
import type { FileEntry, RunView } from '@/lib/agent/view/run-view';
import { INDEX_NAME } from '@/lib/memory/files/memory-path';
import { ageWords } from '@/lib/memory/recall/recall-session';
import type { Policy } from '@/lib/policies/shape/policy';
import { counted } from '@/lib/series/words/format-number';
import { withDreams, withMemory } from '@/lib/state/playground/memory/memory-policy';
import { memoryWriters } from '@/lib/state/playground/memory/memory-writers';
import type { RunAsks } from '@/lib/state/playground/run-asks';
import { CappedList } from '../memory/capped-list';
import { CarriedTokens } from '../memory/carried-tokens';
import { DreamPanel } from '../memory/dream-panel';
import { ExtractionList } from '../memory/extraction-list';
import memory from '../memory/memory.module.css';
import { MemoryIndex } from '../memory/memory-index';
import { MemoryList } from '../memory/memory-list';
import { MemoryOff } from '../memory/memory-off';
import { FileEditor } from './file-editor';
import styles from './memory-tab.module.css';
import tabs from './tabs.module.css';

interface MemoryTabProps {
  readonly run: Pick<RunView, 'memory' | 'policy' | 'items' | 'files' | 'role' | 'meter'>;
  readonly ask: RunAsks['fileText'];
  onChange(files: readonly FileChange[]): Promise<boolean>;
  onPolicy(policy: Policy): void;
  onStopTask(task: string): void;
  onDream(): void;
  onUndoDream(dream: string): void;
  onSelectCall(call: number): void;
}

/** [A] [R] What the project remembers, how it came about, and what it costs. */
export function MemoryTab({ run, ...actions }: MemoryTabProps) {
  const isOurs = run.role === 'runs';
  const turnOn = isOurs ? () => actions.onPolicy(withMemory(run.policy)) : undefined;
  if (run.memory === undefined) return <MemoryOff onTurnOn={turnOn} />;
  return <Folder run={run} view={run.memory} isOurs={isOurs} onTurnOn={turnOn} {...actions} />;
}

interface FolderProps extends MemoryTabProps {
  readonly view: MemoryView;
  readonly isOurs: boolean;
  readonly onTurnOn: (() => void) | undefined;
}

function Folder({
  run,
  view,
  isOurs,
  ask,
  onChange,
  onTurnOn,
  onPolicy,
  onStopTask,
  onDream,
  onUndoDream,
  onSelectCall,
}: FolderProps) {
  const { root, saves, recalls, files, index, underWay, notExtracted } = view;
  const [shown, setShown] = useState<string>();
  const pane = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const entry = run.files.find(({ path }) => path === `${root}/${shown}`);
  const opened = files.find(({ file }) => file === shown);
  const tasks = useMemo(() => run.items.flatMap((item) => (item.type === 'task' ? [item.task] : [])), [run.items]);
  const dreams = useMemo(() => run.items.flatMap((item) => (item.type === 'dream' ? [item.dream] : [])), [run.items]);
  const atStart = view.atStart.map((path) => (path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path)).sort();
  const writers = useMemo(() => memoryWriters(view, run.items), [view, run.items]);
  /** From a place of the tab where the file does not come into view by itself. */
  const openFromAfar = (file: string) => {
    wantsFocus.current = true;
    setShown(file);
  };
  useEffect(() => {
    if (shown === undefined || !wantsFocus.current) return;
    wantsFocus.current = false;
    pane.current?.focus({ preventScroll: true });
    pane.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  return (
    <div className={classNames(tabs.tab, styles.tab)}>
      <CarriedTokens memory={view} />
      {saves && view.tokens.rules === 0 && run.meter.calls > 0 && (
        <p className={tabs.muted}>
          The agent does not know of its memory in this session, because it began without: rules and index are sent from
          the start of a session, or again after a compaction. Type /clear to start a new one.
        </p>
      )}
      {!(saves && recalls) && <PartlyOff saves={saves} recalls={recalls} onTurnOn={onTurnOn} />}
      <Section title={counted(files.length, 'memory', 'memories')}>
        <p className={classNames(tabs.muted, memory.file)}>{root.replace(HOME, '~')}</p>
        {files.length === 0 && (
          <p className={tabs.muted}>
            None yet. They are saved after a turn, and when you ask the agent: type /remember and what to keep.
          </p>
        )}
        {(files.length > 0 || entry !== undefined) && (
          <div className={styles.files}>
            {files.length > 0 && <MemoryList files={files} shown={shown} onShow={setShown} />}
            <div ref={pane} className={styles.open} tabIndex={-1}>
              {entry === undefined ? (
                <p className={tabs.muted}>Select a memory to view or edit it.</p>
              ) : (
                <Open
                  key={entry.path}
                  entry={entry}
                  memory={opened}
                  writer={opened && writers.get(opened.file)}
                  ask={ask}
                  onChange={onChange}
                />
              )}
            </div>
          </div>
        )}
      </Section>
      <Section title={`Index (${INDEX_NAME})`}>
        <MemoryIndex
          index={index}
          unlisted={files.filter(({ isUnlisted }) => isUnlisted).map(({ file }) => file)}
          onOpen={openFromAfar}
        />
      </Section>
      <Section title="This session started with">
        {atStart.length === 0 ? (
          <p className={tabs.muted}>No memories: its index was empty.</p>
        ) : (
          <CappedList
            label="Memories at the start"
            items={atStart}
            most={12}
            keyOf={(file) => file}
            render={(file) => <AtStart file={file} memory={files.find((each) => each.file === file)} />}
          />
        )}
      </Section>
      <Section title="Extractions">
        <ExtractionList
          tasks={tasks}
          underWay={underWay}
          notExtracted={notExtracted}
          onStop={isOurs ? onStopTask : undefined}
          onSelectCall={onSelectCall}
        />
      </Section>
      <Section title="Dreaming">
        <DreamPanel
          view={view.dreams}
          dreams={dreams}
          underWay={underWay}
          actions={
            isOurs
              ? {
                  onTurnOn: () => onPolicy(withDreams(run.policy)),
                  onDream,
                  onEnd: onStopTask,
                  onUndo: onUndoDream,
                }
              : undefined
          }
          onSelectCall={onSelectCall}
        />
      </Section>
    </div>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

interface PartlyOffProps {
  readonly saves: boolean;
  readonly recalls: boolean;
  readonly onTurnOn: (() => void) | undefined;
}

function PartlyOff({ saves, recalls, onTurnOn }: PartlyOffProps) {
  const words = saves
    ? 'Recall is off: memories reach a session only by the index.'
    : recalls
      ? 'Nothing is saved after a turn, because that layer is off. Recall shows what is there.'
      : 'Memory is off: these files stay, but nothing is saved, and the next session starts without them.';
  return (
    <div className={tabs.bar}>
      <p className={tabs.muted}>{words}</p>
      {onTurnOn !== undefined && (
        <Button onClick={onTurnOn}>{saves ? 'Turn on recall' : recalls ? 'Turn on saving' : 'Turn on memory'}</Button>
      )}
    </div>
  );
}

interface OpenProps {
  readonly entry: FileEntry;
  /** Undefined for the index. */
  readonly memory: ShownMemory | undefined;
  readonly writer: string | undefined;
  readonly ask: RunAsks['fileText'];
  onChange(files: readonly FileChange[]): Promise<boolean>;
}

function Open({ entry, memory: shown, writer, ask, onChange }: OpenProps) {
  return (
    <>
      <p className={memory.titled}>
        <span className={memory.file}>{shown?.file ?? INDEX_NAME}</span>
        {shown?.type !== undefined && <Tag>{shown.type}</Tag>}
      </p>
      {shown !== undefined && (
        <p className={classNames(tabs.muted, styles.facts)}>
          <span>
            saved {ageWords(shown.ageDays)}
            {writer !== undefined && `, ${writer}`}
          </span>
          <span>
            <TimeText timeMs={shown.modifiedMs} withTime />
          </span>
          <span>
            <BytesText bytes={shown.bytes} />
          </span>
        </p>
      )}
      {shown?.problem !== undefined && <p className={memory.problem}>Cannot be read as a memory: {shown.problem}.</p>}
      <FileEditor file={entry} ask={ask} onChange={onChange} />
    </>
  );
}

function AtStart({ file, memory: shown }: { readonly file: string; readonly memory: ShownMemory | undefined }) {
  return (
    <>
      <span className={memory.file}>{file}</span>{' '}
      <span className={tabs.muted}>{shown === undefined ? 'removed since' : shown.description}</span>
    </>
  );
}
