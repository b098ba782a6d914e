import { createStore, type StoreApi } from 'zustand/vanilla';
import { Latest } from '../../base/latest';
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
  /** A list that was read before the latest change is outdated. */
  const reading = new Latest();
  let writing = Promise.resolve();

  return createStore<OwnQuestions>()((set, get) => {
    const refresh = async () => {
      const signal = reading.begin();
      const listed = await store.list();
      if (signal.aborted) return;
      if (!listed.ok) set({ failure: listed.error });
      else set({ questions: Object.fromEntries(listed.value.records.map(({ id, questions }) => [id, questions])) });
    };

    /** Shown once it is stored: then a reload keeps what is seen. */
    const save = async (session: string, questions: readonly OwnQuestion[]) => {
      reading.drop();
      const saved = await store.save({ id: session, questions });
      reading.drop();
      set({
        questions: { ...get().questions, [session]: questions },
        failure: saved.ok ? undefined : saved.error,
      });
    };

    /** One after another: each writes all questions of a session. */
    const change = (session: string, edit: (before: readonly OwnQuestion[]) => readonly OwnQuestion[]) => {
      writing = writing.then(() => save(session, edit(get().of(session))));
      return writing;
    };

    return {
      questions: {},
      failure: undefined,

      start: () => {
        void refresh();
        return store.subscribe(() => void refresh());
      },

      of: (session) => get().questions[session] ?? none,

      add: (session, question) =>
        change(session, (before) => (before.length < MAX_OWN_QUESTIONS ? [...before, question] : before)),

      remove: async (session, question) => {
        const place = placeOf(question, get().of(session));
        if (place === -1) return;
        const removing = change(session, (before) => {
          const now = placeOf(question, before);
          return before.filter((_, index) => index !== now);
        });
        onRemoved(
          question.question,
          () => void change(session, (left) => [...left.slice(0, place), question, ...left.slice(place)]),
        );
        await removing;
      },
    };
  });
}

/** A list that is read again has others of the same words. */
function placeOf({ question, expected }: OwnQuestion, questions: readonly OwnQuestion[]): number {
  return questions.findIndex((each) => each.question === question && each.expected === expected);
}
