import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { firstModel, useModels } from '@/components/api/models';
import { openedSession, toasts } from '@/components/shell/stores';
import { writeAddress } from '@/components/shell/write-address';
import { summaryPrompts } from '@/lib/prompts/index';
import type { SummaryPrompt } from '@/lib/prompts/summary-prompt';
import { type CompactionMark, markBeside, openingMark } from '@/lib/state/prompts/compaction-marks';
import { asCopies, linkedBeside } from '@/lib/state/prompts/linked-prompts';
import { type PromptsView, readPromptsLink, writePromptsLink } from '@/lib/state/prompts/prompts-link';
import {
  columnsToRemember,
  hasRecordedSummary,
  rememberedColumns,
  usualColumns,
} from '@/lib/state/prompts/usual-columns';
import { placeOf, placeToQuery, type SessionPlace } from '@/lib/state/sessions/session-place';
import { promptsViewQuery } from '@/lib/state/simulate/prompts-view-query';
import { isWhatIf, recordedView, type SimulationView, viewOf, whatIfOf } from '@/lib/state/simulate/simulated-session';
import { readViewLink } from '@/lib/state/simulate/view-link';
import { keptText } from '@/lib/storage/kept-text';
import type { OpenSession } from '@/lib/worker/engine/messages';
import { usualModelSource } from './columns/usual-source';
import { type Marks, useMarks } from './place/use-marks';
import { promptLibrary, prompts } from './stores/prompt-stores';

/** Users who step through the calls do not want the summary of each. */
const REST_MS = 300;
/** Browsers limit how often an address may change; what is typed changes it with every key. */
const TYPING_MS = 150;

const remembered = keptText('highwater.prompts-columns', () => sessionStorage);

/** From 0, as `at` in the query. */
export function callInAddress(): number | undefined {
  const at = new URLSearchParams(location.search).get('at') ?? '';
  return /^[1-9]\d{0,8}$/.test(at) ? Number(at) - 1 : undefined;
}

/** The Simulate view whose compactions are offered, if it is not the recording itself. */
function viewInAddress(): SimulationView | undefined {
  const view = new URLSearchParams(location.search).get('view');
  const link = readViewLink(view ?? '');
  return link.ok && link.value !== undefined && isWhatIf(link.value) ? viewOf(link.value) : undefined;
}

/** Whether the recording is compacted although a policy is given. */
function isRecordingInAddress(): boolean {
  return new URLSearchParams(location.search).get('in') === 'recording';
}

/** Prompts that this browser does not have are added. Returns those that have another text here. */
function takeLinked(linked: readonly SummaryPrompt[]): readonly SummaryPrompt[] {
  const { prompts: own, savePrompt, removePrompt } = promptLibrary.getState();
  const { added, differing } = linkedBeside([...own, ...summaryPrompts], linked);
  for (const prompt of added) {
    void savePrompt(prompt);
    toasts.getState().show(`Added the prompt “${prompt.title}” of the link.`, () => void removePrompt(prompt.id));
  }
  return isReloaded() ? [] : differing;
}

/** The address may be a moment behind what was typed. */
function isReloaded(): boolean {
  return performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload');
}

type At = Pick<CompactionMark, 'call' | 'by'>;

export interface PromptsAddress extends Marks {
  /** What is wrong with the link. */
  readonly problem: string | undefined;
  /** Custom prompts of the link that have another text in this browser. */
  readonly differing: readonly SummaryPrompt[];
  /** Takes them as copies, which the columns then use. */
  copyDiffering(): void;
  /** Undefined until it is known where the view opens. */
  readonly at: At | undefined;
  go(mark: CompactionMark): void;
  stepMark(direction: 1 | -1): void;
}

/** Keeps the place, the columns and the URL in sync while mounted. */
export function usePromptsAddress(place: SessionPlace, title: string, session: OpenSession): PromptsAddress {
  const { summary } = session;
  const [problem, setProblem] = useState<string>();
  const [linkedView] = useState(viewInAddress);
  const offered = useMemo(() => linkedView ?? whatIfOf(recordedView(summary.agent)), [linkedView, summary.agent]);
  const found = useMarks(session, offered);
  const { marks, isSimulated } = found;
  const call = useStore(openedSession, (opened) => opened.call);
  const about = useStore(prompts, (state) => state.about);
  const isLibraryLoaded = useStore(promptLibrary, (library) => library.isLoaded);
  const [differing, setDiffering] = useState<readonly SummaryPrompt[]>([]);
  const models = useModels();
  const usualModel = useRef('');
  usualModel.current = firstModel(models, summary.models[0]);

  const prefers = linkedView === undefined ? 'recording' : 'policy';
  const isKnown =
    isLibraryLoaded && (callInAddress() !== undefined || isSimulated || (prefers === 'recording' && marks.length > 0));
  const isHere = about?.place === placeToQuery(place);
  const by = about?.simulated === undefined ? 'recording' : 'policy';

  const start = useCallback(
    (at: At, view: PromptsView) => {
      const simulated = at.by === 'policy' ? { simulated: offered } : {};
      prompts.getState().start({ place: placeToQuery(place), title, ...simulated }, at.call, view);
    },
    [place, title, offered],
  );

  const write = useCallback(
    (how: 'pushState' | 'replaceState', at: At) => {
      if (location.pathname !== '/prompts') return;
      const { columns, calls } = prompts.getState();
      const view = { columns: columns.map(({ source }) => source), laterCalls: calls.slice(1) };
      const hash = writePromptsLink(view, promptLibrary.getState().prompts);
      const query = new URLSearchParams(location.search);
      for (const name of ['at', 'view', 'in']) query.delete(name);
      const isOffered = linkedView !== undefined || at.by === 'policy';
      const simulated = isOffered ? promptsViewQuery(offered) : '';
      const isRecording = isOffered && at.by === 'recording' ? '&in=recording' : '';
      writeAddress(how, `${location.pathname}?${query}&at=${at.call + 1}${simulated}${isRecording}#${hash}`);
    },
    [linkedView, offered],
  );

  const here = useCallback((): At => {
    const { about: now, calls } = prompts.getState();
    return { call: calls[0] ?? 0, by: now?.simulated === undefined ? 'recording' : 'policy' };
  }, []);

  const latestMarks = useRef(marks);
  latestMarks.current = marks;

  useEffect(() => {
    if (!isKnown) return undefined;
    const follow = (columns?: PromptsView['columns']) => {
      const link = readPromptsLink(location.hash);
      setProblem(link.ok ? undefined : `Invalid link: ${link.error}.`);
      const linked = callInAddress();
      const isOfPolicy = viewInAddress() !== undefined && !isRecordingInAddress();
      const opening = openingMark(latestMarks.current, session.timeline.calls, prefers);
      const wanted: At = linked === undefined ? opening : { call: linked, by: isOfPolicy ? 'policy' : 'recording' };
      openedSession.getState().select(wanted.call);
      const at: At = { ...wanted, call: openedSession.getState().call };
      const hasRecorded = at.by === 'recording' && hasRecordedSummary(session, at.call);
      const usual = usualColumns(hasRecorded, usualModelSource(usualModel.current));
      const view = (link.ok ? link.value : undefined) ?? {
        columns: rememberedColumns(`#${remembered.read() ?? ''}`) ?? usual,
        laterCalls: [],
      };
      if (columns === undefined && link.ok) setDiffering(takeLinked(link.value?.prompts ?? []));
      start(at, columns === undefined ? view : { ...view, columns });
      if (linked === undefined || columns !== undefined) write('replaceState', at);
    };
    // What is set up stays on the way back. An address that the user typed has no state.
    const onPop = ({ state }: PopStateEvent) => {
      const query = new URLSearchParams(location.search);
      const popped = placeOf(query.get('session'), query.get('agent'));
      const isSame = popped !== undefined && placeToQuery(popped) === placeToQuery(place);
      if (location.pathname !== '/prompts' || !isSame) return;
      follow(state === null ? undefined : prompts.getState().columns.map(({ source }) => source));
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const writeSoon = () => {
      const isFirst = timer === undefined;
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        write('replaceState', here());
      }, TYPING_MS);
      if (isFirst) write('replaceState', here());
    };
    follow();
    let textTimer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = prompts.subscribe((next, before) => {
      // Another place is an entry of its own.
      if (next.calls[0] !== before.calls[0] || next.about !== before.about) return;
      if (next.columns === before.columns && next.calls === before.calls) return;
      remembered.write(columnsToRemember(next.columns.map(({ source }) => source)));
      writeSoon();
    });
    const unsubscribeLibrary = promptLibrary.subscribe((next, before) => {
      if (next.prompts === before.prompts || !before.isLoaded) return;
      // Not at once: a column that takes the prompt may follow, and must be in the address first.
      clearTimeout(textTimer);
      textTimer = setTimeout(() => write('replaceState', here()), TYPING_MS);
    });
    const onLeave = () => {
      prompts.getState().leave();
      promptLibrary.getState().leave();
    };
    addEventListener('popstate', onPop);
    addEventListener('pagehide', onLeave);
    return () => {
      clearTimeout(timer);
      clearTimeout(textTimer);
      removeEventListener('popstate', onPop);
      removeEventListener('pagehide', onLeave);
      unsubscribe();
      unsubscribeLibrary();
      prompts.getState().stop();
    };
  }, [isKnown, session, prefers, place, start, write, here]);

  const moveTo = useCallback(
    (at: At) => {
      const { columns, calls } = prompts.getState();
      const view = { columns: columns.map(({ source }) => source), laterCalls: calls.slice(1) };
      start(at, view);
      // So that Back returns to the previous place.
      write('pushState', at);
    },
    [start, write],
  );

  useEffect(() => {
    if (!isHere) return undefined;
    const timer = setTimeout(() => {
      const { calls } = prompts.getState();
      if (calls[0] !== call) moveTo({ ...here(), call });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [isHere, call, moveTo, here]);

  const go = useCallback(
    (mark: At) => {
      openedSession.getState().select(mark.call);
      moveTo(mark);
    },
    [moveTo],
  );
  const at = useMemo((): At | undefined => (isHere ? { call, by } : undefined), [isHere, call, by]);
  const stepMark = useCallback(
    (direction: 1 | -1) => {
      const next = at && markBeside(marks, at, direction);
      if (next !== undefined) go(next);
    },
    [marks, at, go],
  );
  const copyDiffering = useCallback(() => {
    const { columns, calls } = prompts.getState();
    const { prompts: own, savePrompt } = promptLibrary.getState();
    const sources = columns.map(({ source }) => source);
    const taken = asCopies(sources, differing, [...own, ...summaryPrompts]);
    for (const copy of taken.copies) void savePrompt(copy);
    setDiffering([]);
    start(here(), { columns: taken.columns, laterCalls: calls.slice(1) });
  }, [differing, start, here]);
  return { ...found, problem, differing, copyDiffering, at, go, stepMark };
}
