'use client';

import {
  type Ref,
  useCallback,
  useDeferredValue,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useWidth } from '@/components/charts/frame/use-width';
import { Button } from '@/components/ui/button';
import { rememberLast } from '@/lib/base/remember-last';
import type { Simulation } from '@/lib/simulator/pipeline/simulation';
import { type ContextLine, changeStarts, contextLines } from '@/lib/state/messages/context-lines';
import { countLines, filterLines, type LineFilter, noFilter } from '@/lib/state/messages/line-filter';
import type { MessageAsks } from '@/lib/state/messages/message-asks';
import { unchanged } from '@/lib/state/messages/recorded-context';
import type { MessageCommand } from '@/lib/state/simulate/typed-commands';
import type { OpenSession, SimulatedContext } from '@/lib/worker/engine/messages';
import { FilterChips } from './filter-chips';
import { type ContentEnv, LineContent } from './line-content';
import { LineList, type LineListHandle, type Pins } from './line-list';
import type { Layout } from './message-line';
import { MessagesHead } from './messages-head';
import styles from './messages-panel.module.css';
import type { LoadedContent } from './parts/use-content';
import { SideTotals } from './side-totals';
import { useFolds } from './use-folds';
import { useSearch } from './use-search';

export interface MessagesHandle {
  /** Expands a part of the recording, wherever it is now. */
  show(messageIndex: number, partIndex: number): void;
}

interface MessagesPanelProps {
  readonly ref?: Ref<MessagesHandle>;
  readonly session: OpenSession;
  /** Missing if the context is the recorded one. */
  readonly simulation: Pick<Simulation, 'changes' | 'mode'> | undefined;
  readonly context: SimulatedContext;
  readonly filter: LineFilter;
  readonly ask: MessageAsks;
  onFilter(filter: LineFilter): void;
  /** Missing if nothing can be pinned. */
  readonly pins?: Pins | undefined;
  /** Missing if there are no commands. */
  readonly onCommand?: ((command: MessageCommand) => void) | undefined;
  onSelectCall(call: number): void;
}

/** The minimum width for two columns. */
const SIDES_FROM = 640;

/** The messages of a call: as recorded, or before and after the policy, side by side or in one list. */
export function MessagesPanel(props: MessagesPanelProps) {
  const { ref, session, pins, filter, ask, onFilter, onCommand, onSelectCall } = props;
  // The chart comes first: a dragged slider should not wait for thousands of lines.
  const context = useDeferredValue(props.context);
  const replayed = useDeferredValue(props.simulation);
  const isRecording = replayed === undefined;
  const simulation = replayed ?? unchanged;
  const [panel, width] = useWidth<HTMLElement>();
  const [chosenLayout, setLayout] = useState<Layout>();
  const layout = isRecording ? 'list' : (chosenLayout ?? (width >= SIDES_FROM ? 'sides' : 'list'));
  const hasCalls = session.timeline.calls > 0;
  const [wantsWhole, setWantsWhole] = useState(false);
  const wholeSession = wantsWhole || !hasCalls;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const list = useRef<LineListHandle>(null);

  const folds = useFolds(session, simulation, wholeSession);
  const { origins, unfolded } = folds;
  const outside = useMemo(() => ({ wholeSession, unfolded, origins }), [wholeSession, unfolded, origins]);
  // React discards the memoised values of a render that it abandons, and these lines take long to compute.
  const [linesOf] = useState(() => rememberLast(contextLines));
  const lines = useMemo(
    () => linesOf(session, simulation, context, outside),
    [linesOf, session, simulation, context, outside],
  );
  const counts = useMemo(() => countLines(lines), [lines]);
  const wanted = useDeferredValue(filter);
  const found = useSearch(ask, wanted.search);
  const shown = useMemo(() => filterLines(lines, { ...wanted, found: found?.keys }), [lines, wanted, found]);
  const changes = useMemo(() => changeStarts(shown), [shown]);

  const toggle = useCallback(
    ({ key }: ContextLine) =>
      setOpened((before) => {
        const next = new Set(before);
        if (!next.delete(key)) next.add(key);
        return next;
      }),
    [],
  );

  /** The key of a line to show once it is listed. */
  const [target, setTarget] = useState<string>();
  useImperativeHandle(ref, () => ({ show: (index, part) => setTarget(`${index}.${part}`) }), []);

  useEffect(() => {
    if (target === undefined) return;
    const index = shown.findIndex(({ key }) => key === target);
    if (index !== -1) {
      setOpened((before) => new Set(before).add(target));
      list.current?.goTo(index, { takesFocus: true, align: 'start' });
      setTarget(undefined);
    } else if (wanted !== noFilter && lines.some(({ key }) => key === target)) onFilter(noFilter);
    else if (!wholeSession) setWantsWhole(true);
    // It lists the whole recording, which does not include what a layer added.
    else setTarget(undefined);
  }, [target, shown, lines, wanted, wholeSession, onFilter]);

  /** The first line, once the search is over: what is focused before may not be found. */
  const [wantsList, setWantsList] = useState(false);
  const isSettled = wanted === filter && (wanted.search.trim() === '' || found !== undefined);

  useEffect(() => {
    if (!wantsList || !isSettled) return;
    setWantsList(false);
    list.current?.goTo(list.current.current(), { takesFocus: true });
  }, [wantsList, isSettled]);

  const [loaded] = useState<LoadedContent>(() => new Map());
  const env: ContentEnv = useMemo(
    () => ({
      ask,
      context,
      isRecording,
      changes: simulation.changes,
      rows: session.rows,
      calls: session.timeline.calls,
      folds,
      loaded,
      onShow: setTarget,
      onCommand,
      onSelectCall,
    }),
    [ask, context, isRecording, simulation, session, folds, loaded, onCommand, onSelectCall],
  );

  const goToChange = (direction: 1 | -1) => {
    const at = list.current?.current() ?? 0;
    const next = direction === 1 ? changes.find((start) => start > at) : changes.findLast((start) => start < at);
    if (next !== undefined) list.current?.goTo(next, { takesFocus: false, align: 'center' });
  };

  return (
    <section ref={panel} className={styles.messages} aria-labelledby="messages-title">
      <MessagesHead
        call={hasCalls ? context.call : undefined}
        recorded={isRecording ? { inCall: context.after.length, inFile: session.rows.length } : undefined}
        layout={layout}
        wholeSession={wholeSession}
        search={filter.search}
        changes={changes.length}
        onLayout={setLayout}
        onWholeSession={setWantsWhole}
        onSearch={(search) => onFilter({ ...filter, search })}
        onGoToChange={goToChange}
        onGoToList={() => setWantsList(true)}
      />
      <FilterChips counts={counts} filter={filter} onFilter={onFilter} />
      {!isRecording && (
        <SideTotals
          ask={ask}
          context={context}
          session={session}
          layout={layout}
          onShowPlace={(place, part) => {
            const line = lines.find(({ after, partIndex }) => after?.place === place && partIndex === part);
            if (line !== undefined) setTarget(line.key);
          }}
        />
      )}
      <LineList
        ref={list}
        lines={shown}
        hasActions={!isRecording}
        call={context.call}
        layout={layout}
        opened={opened}
        pins={pins}
        folds={folds}
        onToggle={toggle}
        renderContent={(line) => <LineContent line={line} layout={layout} env={env} />}
      >
        <p>{nothingShown(wholeSession, lines.length, filter, found === undefined)}</p>
        {lines.length > 0 && isFiltered(filter) && (
          <Button onClick={() => onFilter({ ...noFilter, search: filter.search })}>Clear filters</Button>
        )}
      </LineList>
      <p className={styles.notice} role="status">
        {found?.isCut === true && 'There may be more matches: the full-text search stopped early.'}
      </p>
    </section>
  );
}

function isFiltered({ fates, roles, tools }: LineFilter): boolean {
  return fates.size + roles.size + tools.size > 0;
}

function nothingShown(wholeSession: boolean, lines: number, filter: LineFilter, isSearching: boolean): string {
  if (lines === 0) return wholeSession ? 'This file has no messages.' : 'No messages of this call are in the file.';
  const words = filter.search.trim();
  if (words === '') return 'No messages match the filters.';
  if (isSearching) return 'Searching…';
  const what = `match “${words}”${isFiltered(filter) ? ' and the filters' : ''}.`;
  if (wholeSession) return `No messages ${what}`;
  return `No messages of this call ${what} Select “Whole session” to search the rest.`;
}
