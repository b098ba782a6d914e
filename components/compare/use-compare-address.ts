import { useEffect, useState } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import { writeAddress } from '@/components/shell/write-address';
import {
  type CompareView,
  readCompareLink,
  usualCompareView,
  writeCompareLink,
} from '@/lib/state/compare/compare-link';
import type { Agent } from '@/lib/transcript/transcript';

interface Compared extends CompareView {
  show(view: CompareView): void;
  leave(): void;
}

/**
 * Keeps the columns and the URL hash in sync while mounted. Without columns there, those that are usual for the agent.
 * Returns what is wrong with a link.
 */
export function useCompareAddress<State extends Compared>(
  store: StoreApi<State>,
  agent: Agent | undefined,
  /** Stable while what is compared is the same. */
  start: (view: CompareView) => void,
): string | undefined {
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    const viewInAddress = () => {
      const link = readCompareLink(location.hash);
      setProblem(link.ok ? undefined : `Invalid link: ${link.error}.`);
      return (link.ok ? link.value : undefined) ?? usualCompareView(agent);
    };
    let written = '';
    const follow = () => {
      if (location.pathname !== '/compare') return;
      const view = viewInAddress();
      written = writeCompareLink(view);
      store.getState().show(view);
    };
    const view = viewInAddress();
    written = writeCompareLink(view);
    start(view);
    const unsubscribe = store.subscribe(({ columns, baseline }, before) => {
      if (columns === before.columns && baseline === before.baseline) return;
      const hash = writeCompareLink({ columns, baseline });
      if (hash === written || location.pathname !== '/compare') return;
      written = hash;
      writeAddress('pushState', `${location.pathname}${location.search}#${hash}`);
    });
    addEventListener('popstate', follow);
    return () => {
      removeEventListener('popstate', follow);
      unsubscribe();
      store.getState().leave();
    };
  }, [store, agent, start]);

  return problem;
}
