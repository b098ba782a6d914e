import { createStore, type StoreApi } from 'zustand/vanilla';
import { goodOf, object, type Parsed, parseBy, text } from '../../base/schema';
import { MAX_OWN_QUESTIONS, type OwnQuestion, ownQuestionSchema } from '../../judge/own-question';
import type { RecordStore } from '../../storage/record-store';
import type { StorageFailure } from '../../storage/storage-failure';

/** By the query of the session. */
const sessionQuestions = object({ id: text, questions: goodOf(ownQuestionSchema) });

export type SessionQuestions = Parsed<typeof sessionQuestions>;

export const sessionQuestionsForm = {
  write: (questions: SessionQuestions): unknown => questions,
  parse: (value: unknown) => parseBy(sessionQuestions, value),
};

/** The user's questions for the judge, kept for each session. */
export interface OwnQuestions {
  /** By the query of the session. */
  readonly questions: Readonly<Record<string, readonly OwnQuestion[]>>;
  readonly failure: StorageFailure | undefined;
  /** Loads them, and watches their changes until the returned function is called. */
  start(): () => void;
  of(session: string): readonly OwnQuestion[];
  add(session: string, question: OwnQuestion): Promise<void>;
  remove(session: string, question: OwnQuestion): Promise<void>;
}

export interface OwnQuestionsParts {
  readonly store: RecordStore<SessionQuestions>;
  onRemoved(title: string, undo: () => void): void;
}

const none: readonly OwnQuestion[] = [];

export function createOwnQuestions({ store, onRemoved }: OwnQuestionsParts): StoreApi<OwnQuestions> {
  return createStore<OwnQuestions>()((set, get) => {
    const refresh = async () => {
      const listed = await store.list();
      if (!listed.ok) set({ failure: listed.error });
      else set({ questions: Object.fromEntries(listed.value.records.map(({ id, questions }) => [id, questions])) });
    };

    const save = async (session: string, questions: readonly OwnQuestion[]) => {
      set({ questions: { ...get().questions, [session]: questions } });
      const saved = await store.save({ id: session, questions });
      set({ failure: saved.ok ? undefined : saved.error });
    };

    return {
      questions: {},
      failure: undefined,

      start: () => {
        void refresh();
        return store.subscribe(() => void refresh());
      },

      of: (session) => get().questions[session] ?? none,

      add: async (session, question) => {
        const before = get().of(session);
        if (before.length < MAX_OWN_QUESTIONS) await save(session, [...before, question]);
      },

      remove: async (session, question) => {
        const before = get().of(session);
        await save(
          session,
          before.filter((each) => each !== question),
        );
        onRemoved(question.question, () => void save(session, before));
      },
    };
  });
}
