import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Failure, failureOf, isCancelled } from '../../base/failure';
import { Latest } from '../../base/latest';
import { optional } from '../../base/optional';
import type { Result } from '../../base/result';
import type { RuleEdit } from '../../fidelity/rules/rule-edits';
import type { WeighedContext } from '../../simulator/recorded/context-at-call';
import type { engine } from '../../worker/engine/client';
import type { OpenSession } from '../../worker/engine/messages';
import type { SessionContent } from './session-list';
import type { SessionPlace } from './session-place';
import { type SessionTraits, traitsOf } from './session-traits';

export type OpenState =
  | { readonly type: 'loading' }
  | ({ readonly type: 'failed'; readonly isUnknown: boolean } & Failure)
  | {
      readonly type: 'open';
      readonly session: OpenSession;
      readonly title: string;
      /** Its parent sessions, outermost first, if it is a sub-agent. */
      readonly ancestors: readonly Ancestor[];
      readonly isSample: boolean;
      /** Of the session in the list, also for its sub-agents. A sample is never missing, so its links need none. */
      readonly traits: SessionTraits | undefined;
    };

export interface Ancestor {
  readonly title: string;
  readonly place: SessionPlace;
}

interface OpenedSession {
  readonly state: OpenState;
  /** From 0. */
  readonly call: number;
  /** By a link or by the user: other views go to it, too. */
  readonly isCallChosen: boolean;
  /** For the last viewed call. */
  readonly context: WeighedContext | undefined;
  readonly contextFailure: Failure | undefined;
  /** Without a call, at the one with the largest context. */
  open(id: string, call: number | undefined, child?: readonly number[]): Promise<void>;
  select(call: number): void;
  /**
   * Loads the recorded context of a call. Not with every selection: weighing a long one takes longer than simulating it,
   * and users who step through the calls would wait for something not shown.
   */
  lookAtRecording(call: number): Promise<void>;
  step(calls: number): void;
  /** Selects the first call after the next, or the previous, recorded compaction. */
  stepEvent(direction: 1 | -1): void;
}

export interface OpenedSessionParts {
  loadEngine(): Promise<Pick<typeof engine, 'ask'>>;
  content(id: string): Promise<Result<SessionContent, Failure & { readonly isUnknown: boolean }>>;
  /** [K4] The user's edits of its rules. */
  ruleEdits?(place: SessionPlace): Promise<readonly RuleEdit[]>;
}

export function createOpenedSession({ loadEngine, content, ruleEdits }: OpenedSessionParts): StoreApi<OpenedSession> {
  /** Answers for a session that is no longer open are dropped. */
  const opening = new Latest();
  const looking = new Latest();

  return createStore<OpenedSession>()((set, get) => {
    return {
      state: { type: 'loading' },
      call: 0,
      isCallChosen: false,
      context: undefined,
      contextFailure: undefined,

      open: async (id, call, child = []) => {
        const mine = opening.begin();
        looking.drop();
        set({
          state: { type: 'loading' },
          call: 0,
          isCallChosen: call !== undefined,
          context: undefined,
          contextFailure: undefined,
        });
        const [found, edits] = await Promise.all([content(id), ruleEdits?.({ session: id, child })]);
        if (mine.aborted) return;
        if (!found.ok) {
          set({ state: { type: 'failed', ...found.error } });
          return;
        }
        try {
          const engine = await loadEngine();
          const request = { ...openRequest(found.value), child, ...optional('ruleEdits', edits) };
          const session = await engine.ask('open-session', request);
          if (mine.aborted) return;
          set({
            state: {
              type: 'open',
              session,
              title: child.length === 0 ? titleOf(found.value) : session.summary.title,
              ancestors: session.ancestors.map((title, depth) => ({
                title: depth === 0 ? titleOf(found.value) : title,
                place: { session: id, child: child.slice(0, depth) },
              })),
              isSample: found.value.type === 'sample',
              traits: found.value.type === 'kept' ? traitsOf(found.value.meta) : undefined,
            },
            call: within(call ?? largestCall(session.timeline.used), session.timeline.calls),
          });
        } catch (error) {
          if (!mine.aborted) set({ state: { type: 'failed', ...failureOf(error), isUnknown: false } });
        }
      },

      select: (call) => {
        const { state, call: selected } = get();
        if (state.type !== 'open') return;
        const wanted = within(call, state.session.timeline.calls);
        if (wanted === selected) return;
        set({ call: wanted, isCallChosen: true });
      },

      lookAtRecording: async (call) => {
        const { state } = get();
        if (state.type !== 'open' || state.session.timeline.calls === 0) return;
        const signal = looking.begin();
        try {
          const engine = await loadEngine();
          const context = await engine.ask('context-at', { call }, { signal });
          if (!signal.aborted) set({ context, contextFailure: undefined });
        } catch (error) {
          if (!signal.aborted && !isCancelled(error)) set({ contextFailure: failureOf(error) });
        }
      },

      step: (calls) => get().select(get().call + calls),

      stepEvent: (direction) => {
        const { state, call } = get();
        if (state.type !== 'open') return;
        const { events, calls } = state.session.timeline;
        const stops = events.map((event) => within(event.call, calls));
        const next = direction === 1 ? stops.find((stop) => stop > call) : stops.findLast((stop) => stop < call);
        if (next !== undefined) get().select(next);
      },
    };
  });
}

/** The worker's input for opening it. */
export function openRequest(content: SessionContent) {
  return content.type === 'kept'
    ? ({ type: 'stored', body: content.body } as const)
    : ({ type: 'file', path: content.sample.file, file: content.file } as const);
}

/** The user may have renamed it. */
function titleOf(content: SessionContent): string {
  return content.type === 'kept' ? content.meta.title : content.sample.title;
}

function largestCall(used: Float64Array): number {
  return used.indexOf(used.reduce((most, tokens) => Math.max(most, tokens), 0));
}

function within(call: number, calls: number): number {
  return Math.max(0, Math.min(calls - 1, Number.isFinite(call) ? Math.round(call) : 0));
}
