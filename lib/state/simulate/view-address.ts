import { createStore, type StoreApi } from 'zustand/vanilla';
import { optional } from '../../base/optional';
import { isSameValue } from '../../base/same-value';
import type { Agent } from '../../transcript/transcript';
import { isSamePolicy } from '../policy/policy-standard';
import type { SessionTraits } from '../sessions/session-traits';
import { type AddressBar, type Clock, ViewHistory } from '../shared/view-history';
import { recordedView, type SimulationView, viewOf } from './simulated-session';
import { type Filters, readViewLink, writeViewLink } from './view-link';

/** Keeps a view and its URL in sync, in both directions. */
interface ViewAddress {
  readonly filters: Filters;
  /** Why the link is invalid, or could not be created. */
  readonly problem: string | undefined;
  /** Shows the open session according to the URL, and records every change until the returned function is called. */
  start(address: ReadableAddress): () => void;
  /** The user went back or forward, or edited the URL. */
  follow(): void;
  /** Before the page unloads. */
  flush(): void;
  /** Changes while `act` runs are a choice of this kind: Back will undo it. */
  choose(kind: string, act: () => void): void;
  /** An empty value removes the filter. */
  setFilter(name: string, value: string): void;
  /** Of the open session. */
  setTraits(traits: SessionTraits | undefined): void;
}

export interface ReadableAddress extends AddressBar {
  /** Missing if another page is shown by now. */
  hash(): string | undefined;
}

export interface ViewAddressParts {
  readonly opened: Shown<SelectedCall>;
  readonly simulated: Shown<Simulated>;
  readonly clock: Clock;
}

/** The part of a store that is needed here. */
type Shown<State> = Pick<StoreApi<State>, 'getState' | 'subscribe'>;

interface Simulated {
  readonly view: SimulationView;
  start(call: number, view: SimulationView): void;
  /** The whole view, as one undo step. */
  takeView(view: SimulationView): void;
}

interface SelectedCall {
  readonly state:
    | { readonly type: 'loading' | 'failed' }
    | { readonly type: 'open'; readonly session: { readonly summary: { readonly agent?: Agent } } };
  readonly call: number;
  select(call: number): void;
}

export function createViewAddress({ opened, simulated, clock }: ViewAddressParts): StoreApi<ViewAddress> {
  let traits: SessionTraits | undefined;
  let choice: string | undefined;
  let running: { readonly address: ReadableAddress; readonly history: ViewHistory } | undefined;

  return createStore<ViewAddress>()((set, get) => {
    const write = (): string | undefined => {
      const written = writeViewLink({
        ...simulated.getState().view,
        call: opened.getState().call,
        filters: get().filters,
        ...optional('traits', traits),
      });
      if (written.ok) return written.value;
      set({ problem: `Could not create a link: ${written.error}.` });
      return undefined;
    };

    const note = () => {
      // While another session is opened, the view belongs to neither.
      if (running === undefined || opened.getState().state.type !== 'open') return;
      const hash = write();
      if (hash !== undefined) running.history.note(hash, choice);
    };

    const recording = () => {
      const { state } = opened.getState();
      return recordedView(state.type === 'open' ? state.session.summary.agent : undefined);
    };

    const linkIn = (hash: string) => {
      const link = readViewLink(hash, recording());
      set({ problem: link.ok ? undefined : `Invalid link: ${link.error}.` });
      return link.ok ? link.value : undefined;
    };

    return {
      filters: {},
      problem: undefined,

      start: (address) => {
        const shown = address.hash() ?? '';
        const link = linkIn(shown);
        set({ filters: link?.filters ?? {} });
        simulated.getState().start(opened.getState().call, viewOf(link ?? recording()));
        const history = new ViewHistory(address, clock, shown, write() ?? shown);
        running = { address, history };
        const unsubscribe = [
          simulated.subscribe((next, before) => next.view !== before.view && note()),
          opened.subscribe((next, before) => next.call !== before.call && note()),
        ];
        return () => {
          for (const each of unsubscribe) each();
          history.stop();
          running = undefined;
        };
      },

      follow: () => {
        const hash = running?.address.hash();
        if (running === undefined || hash === undefined) return;
        running.history.moved(hash);
        const link = linkIn(hash);
        if (link === undefined) {
          note();
          return;
        }
        set({ filters: link.filters });
        takeView(simulated.getState(), viewOf(link));
        if (link.call !== undefined) opened.getState().select(link.call);
      },

      flush: () => running?.history.flush(),

      choose: (kind, act) => {
        choice = kind;
        try {
          act();
        } finally {
          choice = undefined;
        }
      },

      setFilter: (name, value) => {
        const { [name]: _, ...others } = get().filters;
        set({ filters: value === '' ? others : { ...others, [name]: value } });
        note();
      },

      setTraits: (next) => {
        traits = next;
        note();
      },
    };
  });
}

/** If only the call or the filters changed, nothing is simulated again, and there is nothing to undo. */
function takeView(simulated: Simulated, view: SimulationView): void {
  const shown = viewOf(simulated.view);
  const policy = isSamePolicy(view.policy, shown.policy) ? shown.policy : view.policy;
  const next = { ...view, policy, ...optional('memory', shown.memory) };
  if (!isSameValue(next, shown)) simulated.takeView(next);
}
