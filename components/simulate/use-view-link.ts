'use client';

import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { pageClock } from '@/components/shell/page-clock';
import { writeAddress } from '@/components/shell/write-address';
import type { SessionTraits } from '@/lib/state/sessions/session-traits';
import { createViewAddress, type ReadableAddress, type ViewAddressParts } from '@/lib/state/simulate/view-address';
import type { Filters } from '@/lib/state/simulate/view-link';

interface ViewLinkProps extends Omit<ViewAddressParts, 'clock'> {
  readonly traits: SessionTraits | undefined;
}

interface ViewLink {
  readonly filters: Filters;
  setFilter(name: string, value: string): void;
  choose(kind: string, act: () => void): void;
  readonly problem: string | undefined;
}

/** Keeps the view of the open session and the URL hash in sync while mounted. */
export function useViewLink({ opened, simulated, traits }: ViewLinkProps): ViewLink {
  const [address] = useState(() => createViewAddress({ opened, simulated, clock: pageClock }));
  const { filters, problem, setFilter, choose } = useStore(address);

  useEffect(() => address.getState().setTraits(traits), [address, traits]);

  useEffect(() => {
    const { start, follow, flush } = address.getState();
    const stop = start(addressBar());
    addEventListener('popstate', follow);
    addEventListener('pagehide', flush);
    return () => {
      stop();
      removeEventListener('popstate', follow);
      removeEventListener('pagehide', flush);
    };
  }, [address]);

  return { filters, problem, setFilter, choose };
}

/** For the current page: nothing is written after it changes. */
function addressBar(): ReadableAddress {
  const { pathname, search } = location;
  const stateOfPage: unknown = history.state;
  const isShown = () => location.pathname === pathname && location.search === search;
  const write = (how: 'pushState' | 'replaceState', hash: string) => {
    if (!isShown()) return;
    // A link to a place on the page makes an entry without a state.
    writeAddress(how, `${pathname}${search}#${hash}`, history.state ?? stateOfPage);
  };
  return {
    hash: () => (isShown() ? location.hash.slice(1) : undefined),
    push: (hash) => write('pushState', hash),
    replace: (hash) => write('replaceState', hash),
  };
}
