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
import { rememberLast } from '@/lib/base/remember-last';
import type { Simulation } from '@/lib/simulator/pipeline/simulation';
import { type ContextLine, changeStarts, contextLines } from '@/lib/state/messages/context-lines';
import { countLines, filterLines, type LineFilter, noFilter } from '@/lib/state/messages/line-filter';
import type { MessageAsks } from '@/lib/state/messages/message-asks';
import type { MessageCommand } from '@/lib/state/simulate/typed-commands';
import type { MessageId } from '@/lib/transcript/transcript';
import type { OpenSession, SimulatedContext } from '@/lib/worker/engine/messages';
import { FilterChips } from './filter-chips';
import { type ContentEnv, LineContent } from './line-content';
import { LineList, type LineListHandle } from './line-list';
import type { Layout } from './message-line';
import styles from './messages-before-after.module.css';
import { MessagesHead } from './messages-head';
import { SideTotals } from './side-totals';
import type { LoadedContent } from './use-content';
import { useFolds } from './use-folds';
import { useSearch } from './use-search';

export interface MessagesHandle {
  /** Lays a part of the recording open, wherever it is now. */
  show(messageIndex: number, partIndex: number): void;
}

interface MessagesBeforeAfterProps {
  readonly ref?: Ref<MessagesHandle>;
  readonly session: OpenSession;
  readonly simulation: Pick<Simulation, 'changes' | 'mode'>;
  readonly context: SimulatedContext;
  readonly pinned: ReadonlySet<MessageId>;
  readonly filter: LineFilter;
  readonly ask: MessageAsks;
  onFilter(filter: LineFilter): void;
  /** Missing where nothing can be pinned. */
  readonly onTogglePin?: ((id: MessageId) => void) | undefined;
  /** Missing where nothing can be typed. */
  readonly onCommand?: ((command: MessageCommand) => void) | undefined;
  onSelectCall(call: number): void;
}

/** Two columns need so much room to be of use. */
const SIDES_FROM = 640;

/** The messages that came in before a call and what the policy made of them: beside each other, or as one list. */
export function MessagesBeforeAfter(props: MessagesBeforeAfterProps) {
  const { ref, session, pinned, filter, ask, onFilter, onTogglePin, onCommand, onSelectCall } = props;
  // The picture goes first: a slider that is being moved should not wait for thousands of lines.
  const context = useDeferredValue(props.context);
  const simulation = useDeferredValue(props.simulation);
  const [panel, width] = useWidth<HTMLElement>();
  const [chosenLayout, setLayout] = useState<Layout>();
  const layout = chosenLayout ?? (width >= SIDES_FROM ? 'sides' : 'list');
  const [withLeft, setWithLeft] = useState(false);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [notice, setNotice] = useState<{ readonly at: SimulatedContext; readonly text: string }>();
  const list = useRef<LineListHandle>(null);

  const folds = useFolds(session, simulation, withLeft);
  const { origins, unfolded } = folds;
  const earlier = useMemo(() => ({ withLeft, unfolded, origins }), [withLeft, unfolded, origins]);
  // What React works out for a drawing that it gives up for a more urgent one, it forgets, and these lines take long.
  const [linesOf] = useState(() => rememberLast(contextLines));
  const lines = useMemo(
    () => linesOf(session, simulation, context, earlier),
    [linesOf, session, simulation, context, earlier],
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

  const [target, setTarget] = useState<string>();
  const show = useCallback((key: string) => {
    setNotice(undefined);
    setTarget(key);
  }, []);
  useImperativeHandle(ref, () => ({ show: (index, part) => show(`${index}.${part}`) }), [show]);

  useEffect(() => {
    if (target === undefined) return;
    const index = shown.findIndex(({ key }) => key === target);
    if (index !== -1) {
      setOpened((before) => new Set(before).add(target));
      list.current?.goTo(index, { takesFocus: true });
      setTarget(undefined);
    } else if (wanted !== noFilter && lines.some(({ key }) => key === target)) onFilter(noFilter);
    else if (!withLeft) setWithLeft(true);
    else {
      setNotice({
        at: context,
        text: 'This message comes after the selected call, or the policy never sends it.',
      });
      setTarget(undefined);
    }
  }, [target, shown, lines, wanted, withLeft, context, onFilter]);

  const [loaded] = useState<LoadedContent>(() => new Map());
  const env: ContentEnv = useMemo(
    () => ({
      ask,
      context,
      changes: simulation.changes,
      rows: session.rows,
      folds,
      loaded,
      onShow: show,
      onCommand,
      onSelectCall,
    }),
    [ask, context, simulation, session, folds, loaded, show, onCommand, onSelectCall],
  );

  const goToChange = (direction: 1 | -1) => {
    const at = list.current?.current() ?? 0;
    const next = direction === 1 ? changes.find((start) => start > at) : changes.findLast((start) => start < at);
    if (next !== undefined) list.current?.goTo(next, { takesFocus: false });
  };

  return (
    <section ref={panel} className={styles.messages} aria-labelledby="messages-title">
      <MessagesHead
        call={context.call}
        layout={layout}
        withLeft={withLeft}
        search={filter.search}
        changes={changes.length}
        onLayout={setLayout}
        onWithLeft={setWithLeft}
        onSearch={(search) => onFilter({ ...filter, search })}
        onGoToChange={goToChange}
      />
      <FilterChips counts={counts} filter={filter} onFilter={onFilter} />
      <SideTotals
        ask={ask}
        context={context}
        session={session}
        layout={layout}
        onShowPlace={(place, part) => {
          const line = lines.find(({ after, partIndex }) => after?.place === place && partIndex === part);
          if (line !== undefined) show(line.key);
        }}
      />
      <LineList
        ref={list}
        lines={shown}
        layout={layout}
        opened={opened}
        pinned={pinned}
        folds={folds}
        onToggle={toggle}
        onTogglePin={onTogglePin}
        renderContent={(line) => <LineContent line={line} layout={layout} env={env} />}
      >
        {nothingShown(lines.length, filter, found === undefined)}
      </LineList>
      <p className={styles.notice} role="status">
        {(notice?.at === context ? notice.text : undefined) ??
          (found?.isCut === true && 'There may be more matches: the full-text search stopped early.')}
      </p>
    </section>
  );
}

function nothingShown(lines: number, { search, fates, roles, tools }: LineFilter, isSearching: boolean): string {
  if (lines === 0) return 'This call has no messages.';
  const words = search.trim();
  if (words === '') return 'No messages match the filters.';
  if (isSearching) return 'Searching…';
  const isFiltered = fates.size + roles.size + tools.size > 0;
  return `No messages match “${words}”${isFiltered ? ' and the filters' : ''}.`;
}
