import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Failure, failureOf } from '../../base/failure';
import type { JsonObject } from '../../base/json';
import { Latest } from '../../base/latest';
import { fail, ok, type Result } from '../../base/result';
import { LONGEST_RULE, MAX_EDITS, type RuleEdit } from '../../fidelity/rules/rule-edits';
import { ruleKey } from '../../fidelity/rules/rule-key';
import type { SessionRule, SessionRules } from '../../fidelity/rules/session-rules';
import type { RecordStore } from '../../storage/record-store';
import type { engine } from '../../worker/engine/client';
import type { SessionPlace } from './session-place';
import { ruleEditsForm, type StoredRuleEdits } from './stored-rule-edits';

/** [K4] The rules of the open session, as the user edits them: once, for all views. */
export interface RuleEditing {
  readonly place: SessionPlace | undefined;
  /** Undefined until they are asked for. */
  readonly rules: SessionRules | undefined;
  readonly edits: readonly RuleEdit[];
  /** Rises with every change that the engine has taken: scores from before are outdated. */
  readonly version: number;
  readonly canUndo: boolean;
  readonly failure: Failure | undefined;
  /** The edits of a session that is about to be opened. */
  read(place: SessionPlace): Promise<readonly RuleEdit[]>;
  /** The edits of any session, as they are stored. */
  stored(place: SessionPlace): Promise<Result<readonly RuleEdit[], Failure>>;
  /** Searches the prompts of the open session. */
  load(): Promise<void>;
  confirm(rule: SessionRule): Promise<void>;
  correct(rule: SessionRule, text: string): Promise<void>;
  /** It is not a rule. */
  remove(rule: SessionRule): Promise<void>;
  /** As it was found: takes back what was confirmed, corrected or removed. */
  reset(found: string): Promise<void>;
  add(text: string): Promise<void>;
  undo(): Promise<void>;
  /** All edits of a session, for its exported file. */
  exported(session: string): Promise<object | undefined>;
  /** What came with an imported file, unless the session has edits here. */
  take(session: string, record: JsonObject): Promise<void>;
}

export interface RuleEditingParts {
  readonly store: RecordStore<StoredRuleEdits>;
  loadEngine(): Promise<Pick<typeof engine, 'ask'>>;
}

const NOT_READ = 'Your edits of the rules are not counted.';

export function createRuleEditing({ store, loadEngine }: RuleEditingParts): StoreApi<RuleEditing> {
  const asking = new Latest();
  let before: (readonly RuleEdit[])[] = [];
  /** One after another: each writes the whole record. */
  let writing = Promise.resolve();

  return createStore<RuleEditing>()((set, get) => {
    const ask = async (edits: readonly RuleEdit[]) => {
      const signal = asking.begin();
      try {
        const rules = await (await loadEngine()).ask('edit-rules', { edits });
        if (!signal.aborted) set({ rules, failure: undefined });
        return !signal.aborted;
      } catch (error) {
        if (!signal.aborted) set({ failure: failureOf(error) });
        return false;
      }
    };

    const write = async ({ session, child }: SessionPlace, edits: readonly RuleEdit[]) => {
      const listed = await store.list();
      if (!listed.ok) return listed;
      const stored = listed.value.records.find(({ id }) => id === session);
      const name = child.join('.');
      const others = (stored?.places ?? []).filter((each) => each.child !== name);
      const places = edits.length === 0 ? others : [...others, { child: name, edits }];
      return places.length === 0 ? store.remove(session) : store.save({ id: session, places });
    };

    const apply = async (edits: readonly RuleEdit[]) => {
      const { place } = get();
      if (place === undefined) return;
      set({ edits, canUndo: before.length > 0 });
      let notWritten: Failure | undefined;
      writing = writing.then(async () => {
        const written = await write(place, edits);
        if (!written.ok) notWritten = written.error;
      });
      // Shown once it is stored: then a reload keeps what is seen.
      await writing;
      const isTaken = get().place === place && (await ask(edits));
      if (notWritten !== undefined) set({ failure: notWritten });
      if (isTaken) set({ version: get().version + 1 });
    };

    const change = (edits: readonly RuleEdit[]) => {
      if (edits.length > MAX_EDITS) {
        set({ failure: { what: `A session has at most ${MAX_EDITS} edited rules.`, advice: 'Remove some first.' } });
        return Promise.resolve();
      }
      before = [...before, get().edits];
      return apply(edits);
    };

    /** Without what was said about a rule before. */
    const others = (found: string) =>
      get().edits.filter((edit) => edit.type === 'added' || ruleKey(edit.found) !== ruleKey(found));

    const withoutAdded = (text: string) =>
      get().edits.filter((edit) => edit.type !== 'added' || ruleKey(edit.text) !== ruleKey(text));

    return {
      place: undefined,
      rules: undefined,
      edits: [],
      version: 0,
      canUndo: false,
      failure: undefined,

      read: async (place) => {
        asking.drop();
        before = [];
        set({ place, rules: undefined, edits: [], canUndo: false, failure: undefined });
        const stored = await get().stored(place);
        if (!stored.ok) {
          set({ failure: stored.error });
          return [];
        }
        if (get().place === place) set({ edits: stored.value });
        return stored.value;
      },

      stored: async (place) => {
        await writing;
        const listed = await store.list();
        if (!listed.ok) return fail({ ...listed.error, what: `${listed.error.what} ${NOT_READ}` });
        const stored = listed.value.records.find(({ id }) => id === place.session);
        return ok(stored?.places.find(({ child }) => child === place.child.join('.'))?.edits ?? []);
      },

      load: async () => {
        await ask(get().edits);
      },

      confirm: ({ found }) =>
        found === undefined ? Promise.resolve() : change([...others(found), { type: 'confirmed', found }]),

      correct: ({ found, text: old }, typed) => {
        const text = typed.trim().slice(0, LONGEST_RULE);
        if (text === '' || text === old) return Promise.resolve();
        if (found === undefined) {
          return change(
            get().edits.map((edit) => (edit.type === 'added' && edit.text === old ? { ...edit, text } : edit)),
          );
        }
        return change([
          ...others(found),
          text === found ? { type: 'confirmed', found } : { type: 'corrected', found, text },
        ]);
      },

      remove: ({ found, text }) =>
        change(found === undefined ? withoutAdded(text) : [...others(found), { type: 'removed', found }]),

      reset: (found) => change(others(found)),

      add: (typed) => {
        const text = typed.trim().slice(0, LONGEST_RULE);
        if (text === '') return Promise.resolve();
        return change([...withoutAdded(text), { type: 'added', text }]);
      },

      exported: async (session) => {
        const listed = await store.list();
        const stored = listed.ok ? listed.value.records.find(({ id }) => id === session) : undefined;
        return stored && { places: stored.places };
      },

      take: async (session, record) => {
        const parsed = ruleEditsForm.parse({ ...record, version: 1, id: session });
        const listed = await store.list();
        if (!parsed.ok || !listed.ok || listed.value.records.some(({ id }) => id === session)) return;
        const saved = await store.save(parsed.value);
        if (!saved.ok) set({ failure: saved.error });
      },

      undo: async () => {
        const last = before.at(-1);
        if (last === undefined) return;
        before = before.slice(0, -1);
        await apply(last);
      },
    };
  });
}
