import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { openedSession } from '@/components/shell/stores';
import { writeAddress } from '@/components/shell/write-address';
import type { RequestedSession } from '@/lib/state/prompts/prompt-board';
import { readPromptsLink, usualPromptsView, writePromptsLink } from '@/lib/state/prompts/prompts-link';
import { placeToQuery, type SessionPlace } from '@/lib/state/sessions/session-place';
import { isWhatIf, viewOf } from '@/lib/state/simulate/simulated-session';
import { readViewLink } from '@/lib/state/simulate/view-link';
import { prompts } from './stores/prompt-stores';

/** Users who step through the calls do not want the summary of each. */
const REST_MS = 300;

/** From 0, as `at` in the query. */
export function callInAddress(): number | undefined {
  const at = new URLSearchParams(location.search).get('at') ?? '';
  return /^[1-9]\d{0,8}$/.test(at) ? Number(at) - 1 : undefined;
}

/** The Simulate view whose context is compacted, if it is not the recording itself. */
function simulatedInAddress(): Pick<RequestedSession, 'simulated'> {
  const view = new URLSearchParams(location.search).get('view');
  const link = readViewLink(view ?? '');
  return link.ok && link.value !== undefined && isWhatIf(link.value) ? { simulated: viewOf(link.value) } : {};
}

/** Keeps the cut, the columns and the URL in sync while mounted. Returns what is wrong with a link. */
export function usePromptsAddress(place: SessionPlace, title: string): string | undefined {
  const [problem, setProblem] = useState<string>();
  const call = useStore(openedSession, (opened) => opened.call);

  useEffect(() => {
    const about = { place: placeToQuery(place), title, ...simulatedInAddress() };
    const follow = () => {
      const link = readPromptsLink(location.hash);
      setProblem(link.ok ? undefined : `Invalid link: ${link.error}.`);
      const at = callInAddress();
      if (at !== undefined) openedSession.getState().select(at);
      const view = (link.ok ? link.value : undefined) ?? usualPromptsView;
      prompts.getState().start(about, openedSession.getState().call, view);
    };
    follow();
    const unsubscribe = prompts.subscribe((next, before) => {
      if (next.columns !== before.columns || next.calls !== before.calls) write('replaceState');
    });
    const { leave } = prompts.getState();
    addEventListener('popstate', follow);
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('popstate', follow);
      removeEventListener('pagehide', leave);
      unsubscribe();
      prompts.getState().stop();
    };
  }, [place, title]);

  useEffect(() => {
    const timer = setTimeout(() => {
      const { calls, columns, start } = prompts.getState();
      if (calls[0] === call) return;
      // So that Back returns to the previous cut.
      write('pushState', call);
      const laterCalls = calls.slice(1);
      const about = { place: placeToQuery(place), title, ...simulatedInAddress() };
      start(about, call, { columns: columns.map(({ source }) => source), laterCalls });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [place, title, call]);

  return problem;
}

function write(how: 'pushState' | 'replaceState', call = prompts.getState().calls[0] ?? 0): void {
  if (location.pathname !== '/prompts') return;
  const { columns, calls } = prompts.getState();
  const hash = writePromptsLink({ columns: columns.map(({ source }) => source), laterCalls: calls.slice(1) });
  const query = new URLSearchParams(location.search);
  query.set('at', String(call + 1));
  writeAddress(how, `${location.pathname}?${query}#${hash}`);
}
