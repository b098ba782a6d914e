import { createStore, type StoreApi } from 'zustand/vanilla';
import { isSamePolicy } from '../policy/policy-standard';
import { type AddressBar, type Clock, ViewHistory } from '../shared/view-history';
import { type SimulationView, usualView } from './simulated-session';
import { type Filters, readViewLink, writeViewLink } from './view-link';

/** Keeps what a view shows and what its address says the same, in both directions. */
interface ViewAddress {
  readonly filters: Filters;
  /** Why the link that was followed, or the one to be made, is none. */
  readonly problem: string | undefined;
  /** Shows the open session as the address has it, and writes down every change until the returned function is called. */
  start(address: ReadableAddress): () => void;
  /** The user went back or on, or changed the address by hand. */
  follow(): void;
  /** Before the page goes away. */
  flush(): void;
  /** What changes while `act` runs is a choice of this kind: Back will lead to what was before. */
  choose(kind: string, act: () => void): void;
  /** An empty value takes the filter away. */
  setFilter(name: string, value: string): void;
  /** Of the file, so that whoever follows the link without having it knows which. */
  setTitle(title: string): void;
}

export interface ReadableAddress extends AddressBar {
  /** Missing where another page is shown by now. */
  hash(): string | undefined;
}

export interface ViewAddressParts {
  readonly opened: Shown<SelectedCall>;
  readonly simulated: Shown<Simulated>;
  readonly clock: Clock;
}

/** Of a store, what is needed here. */
type Shown<State> = Pick<StoreApi<State>, 'getState' | 'subscribe'>;

interface Simulated {
  readonly view: SimulationView;
  start(call: number, view: SimulationView): void;
  /** The whole of it, as one step that can be undone. */
  takeView(view: SimulationView): void;
}

interface SelectedCall {
  readonly state: { readonly type: 'loading' | 'failed' | 'open' };
  readonly call: number;
  select(call: number): void;
}

export function createViewAddress({ opened, simulated, clock }: ViewAddressParts): StoreApi<ViewAddress> {
  let title: string | undefined;
  let choice: string | undefined;
  let running: { readonly address: ReadableAddress; readonly history: ViewHistory } | undefined;

  return createStore<ViewAddress>()((set, get) => {
    const write = (): string | undefined => {
      const written = writeViewLink({
        ...simulated.getState().view,
        call: opened.getState().call,
        filters: get().filters,
        ...(title === undefined ? {} : { title }),
      });
      if (written.ok) return written.value;
      set({ problem: `Could not create a link: ${written.error}.` });
      return undefined;
    };

    const note = () => {
      // While another session is opened, what is shown is of neither.
      if (running === undefined || opened.getState().state.type !== 'open') return;
      const hash = write();
      if (hash !== undefined) running.history.note(hash, choice);
    };

    const linkIn = (hash: string) => {
      const link = readViewLink(hash);
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
        simulated.getState().start(opened.getState().call, simulationView(link ?? usualView));
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
        takeView(simulated.getState(), simulationView(link));
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

      setTitle: (next) => {
        title = next;
        note();
      },
    };
  });
}

/** Without what else a link holds, which the engine has no use for. */
function simulationView({ policy, mode, replies, pinned, commands }: SimulationView): SimulationView {
  return { policy, mode, replies, pinned, commands };
}

/** Where only the call or the filters are others, nothing is simulated anew, and there is nothing to undo. */
function takeView(simulated: Simulated, view: SimulationView): void {
  const shown = simulationView(simulated.view);
  const next = isSamePolicy(view.policy, shown.policy) ? { ...view, policy: shown.policy } : view;
  if (JSON.stringify(next) !== JSON.stringify(shown)) simulated.takeView(next);
}
