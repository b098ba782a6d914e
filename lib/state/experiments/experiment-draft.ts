import { createStore, type StoreApi } from 'zustand/vanilla';
import { assertNever } from '../../base/assert-never';
import { type Failure, failureOf, isCancelled } from '../../base/failure';
import { Latest } from '../../base/latest';
import { optional } from '../../base/optional';
import type { Result } from '../../base/result';
import type { Row, RowSource } from '../../experiments/experiment';
import { promptVersion, ranVersions } from '../../experiments/prompt-versions';
import type { SummaryPrompt } from '../../prompts/summary-prompt';
import { placeToQuery, type SessionPlace } from '../sessions/session-place';
import { type BoundaryKind, boundaryKinds, type Experiment, type PlacedBoundary } from './experiment-record';
import {
  type BoundaryFigures,
  boundaryFigures,
  lastBoundary,
  type OfferedBoundary,
  recordedBoundaries,
  simulatedBoundaries,
  spreadOut,
} from './offered-boundaries';
import type { SessionEngines } from './session-engines';

export const whichBoundaries = ['all', 'first', 'latest', 'chosen'] as const;
export type WhichBoundaries = (typeof whichBoundaries)[number];

export interface DraftSession {
  readonly place: SessionPlace;
  readonly title: string;
  readonly isOpening: boolean;
  readonly failure: Failure | undefined;
  /** Simulated ones are only computed if they are wanted, or nothing was recorded. */
  readonly offered: Readonly<Partial<Record<BoundaryKind, readonly OfferedBoundary[]>>>;
  readonly kind: BoundaryKind;
  readonly which: WhichBoundaries;
  /** By call. */
  readonly chosen: readonly number[];
  /** By kind and call. */
  readonly figures: Readonly<Record<string, Result<BoundaryFigures, Failure>>>;
}

export interface DraftWishes {
  readonly withRecorded: boolean;
  readonly withOffline: boolean;
  /** By id, or by the key of an earlier version. */
  readonly prompts: readonly string[];
  /** Undefined until the user chooses: then the sessions' own, as far as it is available. */
  readonly models: readonly string[] | undefined;
  readonly repeats: number;
  readonly attempts: number;
  readonly maxTokens: number;
}

/** The set-up of an experiment. */
export interface ExperimentDraft extends DraftWishes {
  readonly sessions: readonly DraftSession[];
  addSession(place: SessionPlace, title: string): Promise<void>;
  removeSession(place: SessionPlace): void;
  chooseKind(place: SessionPlace, kind: BoundaryKind): Promise<void>;
  chooseWhich(place: SessionPlace, which: WhichBoundaries): Promise<void>;
  /** Selects or deselects one of the boundaries of a session. */
  toggle(place: SessionPlace, call: number): Promise<void>;
  wish(wishes: Partial<DraftWishes>): void;
  /** The same boundaries and rows as an experiment had, with the prompts as they are now. */
  repeat(experiment: Experiment): Promise<void>;
  /** Nobody looks at it any more. */
  leave(): void;
}

export const MAX_REPEATS = 10;
export const MAX_ATTEMPTS = 5;
/** More would be too many to read, and for most questions more than are needed. */
const MAX_AT_FIRST = 10;
const SPREAD_OVER = 5;
const MAX_IN_TITLE = 2;

export const usualWishes: DraftWishes = {
  withRecorded: true,
  withOffline: true,
  prompts: [],
  models: undefined,
  repeats: 3,
  attempts: 2,
  maxTokens: 20_000,
};

export function createExperimentDraft({ engines }: { readonly engines: SessionEngines }): StoreApi<ExperimentDraft> {
  const visit = new Latest();
  let here = visit.begin();
  /** By session: two counts at a time would overtake each other. */
  const counts = new Map<string, Promise<void>>();

  return createStore<ExperimentDraft>()((set, get) => {
    const find = (place: SessionPlace) => get().sessions.find((each) => isSameSession(each.place, place));

    const change = (place: SessionPlace, edit: (session: DraftSession) => Partial<DraftSession>) => {
      set({
        sessions: get().sessions.map((each) => (isSameSession(each.place, place) ? { ...each, ...edit(each) } : each)),
      });
    };

    /** Counts what is selected and not counted yet. */
    const count = (place: SessionPlace): Promise<void> => {
      const key = placeToQuery(place);
      const before = counts.get(key) ?? Promise.resolve();
      const counted = before.then(() => countNow(place));
      counts.set(
        key,
        counted.catch(() => undefined),
      );
      return counted;
    };

    const countNow = async (place: SessionPlace) => {
      const signal = here;
      const wanted = () => {
        const session = signal.aborted ? undefined : find(place);
        return session && selectedIn(session).find((each) => session.figures[figuresKey(each)] === undefined);
      };
      if (wanted() === undefined) return;
      await engines.use(place, async (engine) => {
        for (let next = wanted(); next !== undefined; next = wanted()) {
          const counted = await boundaryFigures(engine, next, signal);
          const key = figuresKey(next);
          change(place, ({ figures }) => ({ figures: { ...figures, [key]: counted } }));
        }
      });
    };

    const attempt = async (place: SessionPlace, work: () => Promise<void>) => {
      change(place, () => ({ isOpening: true, failure: undefined }));
      try {
        await work();
      } catch (error) {
        if (!isCancelled(error)) change(place, () => ({ failure: failureOf(error) }));
      }
      change(place, () => ({ isOpening: false }));
    };

    return {
      ...usualWishes,
      sessions: [],

      addSession: async (place, title) => {
        if (find(place) !== undefined) return;
        const added: DraftSession = {
          place,
          title,
          isOpening: true,
          failure: undefined,
          offered: {},
          kind: 'recorded',
          which: 'all',
          chosen: [],
          figures: {},
        };
        set({ sessions: [...get().sessions, added] });
        await attempt(place, async () => {
          await engines.use(place, async (engine, session) => {
            const recorded = recordedBoundaries(session);
            const simulated = recorded.length === 0 ? await simulatedBoundaries(engine, session) : undefined;
            const offered = { recorded, last: lastBoundary(session), ...optional('simulated', simulated) };
            const kind = boundaryKinds.find((each) => (offered[each]?.length ?? 0) > 0) ?? 'last';
            change(place, () => ({ offered, kind, ...usualSelection(offered[kind] ?? []) }));
          });
          await count(place);
        });
      },

      removeSession: (place) => set({ sessions: get().sessions.filter((each) => !isSameSession(each.place, place)) }),

      chooseKind: (place, kind) =>
        attempt(place, async () => {
          if (find(place)?.offered[kind] === undefined) {
            await engines.use(place, async (engine, session) => {
              const simulated = await simulatedBoundaries(engine, session);
              change(place, ({ offered }) => ({ offered: { ...offered, simulated } }));
            });
          }
          change(place, ({ offered }) => ({ kind, ...usualSelection(offered[kind] ?? []) }));
          await count(place);
        }),

      chooseWhich: (place, which) =>
        attempt(place, async () => {
          change(place, (session) => ({ which, chosen: selectedIn(session).map(({ call }) => call) }));
          await count(place);
        }),

      toggle: (place, call) =>
        attempt(place, async () => {
          change(place, (session) => {
            const before = selectedIn(session).map((each) => each.call);
            const chosen = before.includes(call) ? before.filter((each) => each !== call) : [...before, call];
            return { which: 'chosen', chosen };
          });
          await count(place);
        }),

      wish: (wishes) => set(wishes),

      repeat: async ({ boundaries, rows, repeats, attempts, maxTokens }) => {
        const prompts = rows.flatMap((row) => (row.type === 'model' ? [row] : []));
        set({
          sessions: [],
          withRecorded: rows.some(({ type }) => type === 'recorded'),
          withOffline: rows.some(({ type }) => type === 'offline'),
          prompts: [...new Set(prompts.map(({ promptId }) => promptId))],
          models: [...new Set(prompts.map(({ model }) => model))],
          repeats,
          attempts,
          maxTokens,
        });
        const sessions = new Map(boundaries.map(({ session, title }) => [placeToQuery(session), { session, title }]));
        for (const { session, title } of sessions.values()) {
          const own = boundaries.filter((each) => isSameSession(each.session, session));
          await get().addSession(session, title);
          if (own[0] !== undefined && find(session)?.kind !== own[0].kind) await get().chooseKind(session, own[0].kind);
          change(session, () => ({ which: 'chosen', chosen: own.map(({ call }) => call) }));
          await attempt(session, () => count(session));
        }
      },

      leave: () => {
        here = visit.begin();
        engines.closeIdle();
      },
    };
  });
}

/** The selected boundaries of a session, in its order. */
export function selectedIn({ offered, kind, which, chosen }: DraftSession): readonly OfferedBoundary[] {
  const all = offered[kind] ?? [];
  switch (which) {
    case 'all':
      return all;
    case 'first':
      return all.slice(0, 1);
    case 'latest':
      return all.slice(-1);
    case 'chosen':
      return all.filter(({ call }) => chosen.includes(call));
    default:
      return assertNever(which);
  }
}

export function figuresKey({ kind, call }: OfferedBoundary): string {
  return `${kind} ${call}`;
}

function usualSelection(all: readonly OfferedBoundary[]): Pick<DraftSession, 'which' | 'chosen'> {
  if (all.length <= MAX_AT_FIRST) return { which: 'all', chosen: [] };
  return { which: 'chosen', chosen: spreadOut(all, SPREAD_OVER).map(({ call }) => call) };
}

function isSameSession(a: SessionPlace, b: SessionPlace): boolean {
  return placeToQuery(a) === placeToQuery(b);
}

/** A prompt that can be a row: as it is now, or as an experiment ran it. */
export interface OfferedPrompt extends Pick<SummaryPrompt, 'id' | 'title' | 'text' | 'scratchTag'> {
  /** Its name in the draft. */
  readonly key: string;
}

/** [V5] The texts that prompts no longer have, or whose prompt is gone; presets and own prompts are offered as they are. */
export function earlierVersions(
  kept: readonly Pick<Experiment, 'createdMs' | 'rows'>[],
  current: readonly SummaryPrompt[],
): readonly OfferedPrompt[] {
  const ran = kept.flatMap(({ createdMs, rows }) =>
    rows.flatMap((row) => (row.type === 'model' ? [{ atMs: createdMs, row }] : [])),
  );
  const versions = new Set(current.map((prompt) => `${prompt.id} ${promptVersion(prompt)}`));
  return ranVersions(ran)
    .filter(({ promptId, version }) => !versions.has(`${promptId} ${version}`))
    .map(({ promptId: id, version, number, title, text, scratchTag }) => {
      const numbered = `${title.replace(/, version \d+$/, '')}, version ${number}`;
      return { key: `${id} ${version}`, id, title: numbered, text, ...optional('scratchTag', scratchTag) };
    });
}

/** What can be run of a draft: only boundaries that were counted. */
export interface DraftDesign {
  readonly boundaries: readonly PlacedBoundary[];
  readonly rows: readonly Row[];
  readonly repeats: number;
  readonly attempts: number;
  readonly maxTokens: number;
}

export function designOf(
  draft: Pick<ExperimentDraft, 'sessions' | keyof DraftWishes>,
  models: readonly string[],
  prompt: (key: string) => Omit<OfferedPrompt, 'key'> | undefined,
): DraftDesign {
  const placed = draft.sessions.flatMap((session) =>
    selectedIn(session).flatMap((offered) => {
      const figures = session.figures[figuresKey(offered)];
      return figures?.ok ? [{ session: session.place, title: session.title, ...offered, ...figures.value }] : [];
    }),
  );
  const sources: readonly RowSource[] = [
    ...(draft.withRecorded ? [{ type: 'recorded' } as const] : []),
    ...(draft.withOffline ? [{ type: 'offline' } as const] : []),
    ...draft.prompts.flatMap((id) => {
      const found = prompt(id);
      return found === undefined ? [] : models.map((model) => promptRow(found, model));
    }),
  ];
  const { repeats, attempts, maxTokens } = draft;
  return {
    boundaries: placed.map((each, place) => ({ id: `b${place + 1}`, ...each })),
    rows: sources.map((source, place) => ({ id: `r${place + 1}`, ...source })),
    repeats,
    attempts,
    maxTokens,
  };
}

function promptRow({ id, title, text, scratchTag }: Omit<OfferedPrompt, 'key'>, model: string): RowSource {
  return {
    type: 'model',
    promptId: id,
    promptTitle: title,
    promptText: text,
    ...optional('scratchTag', scratchTag),
    version: promptVersion({ text, ...optional('scratchTag', scratchTag) }),
    model,
  };
}

/** Of the first session that names one. */
export function sessionModel(sessions: readonly DraftSession[]): string | undefined {
  return sessions
    .flatMap(({ figures }) => Object.values(figures))
    .flatMap((figures) => (figures.ok ? (figures.value.model ?? []) : []))[0];
}

/** `Long bug hunt, Refactoring and 3 more`, as the title of an experiment. */
export function usualTitle(boundaries: readonly Pick<PlacedBoundary, 'title'>[]): string {
  const titles = [...new Set(boundaries.map(({ title }) => title))];
  const more = titles.length - MAX_IN_TITLE;
  return `${titles.slice(0, MAX_IN_TITLE).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
