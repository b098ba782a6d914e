import { asCount, asObject, asText, type Json } from '../base/json';
import { optional } from '../base/optional';
import { fail, ok, type Result } from '../base/result';

/** What the list shows of a run of the playground. What happened in it stands in its journal. */
export interface StoredRun {
  readonly id: string;
  readonly title: string;
  readonly model: string;
  readonly calls: number;
  readonly beganMs: number;
  readonly changedMs: number;
  /** Deleted by the user, but not yet for good. */
  readonly removedMs?: number;
}

const VERSION = 1;

export const storedRunForm = {
  write: (run: StoredRun): unknown => ({ version: VERSION, ...run }),

  parse: (value: unknown): Result<StoredRun> => {
    const object = asObject(value as Json);
    if (object?.version !== VERSION) return fail(`its version is ${JSON.stringify(object?.version)}`);
    const [id, title, model] = [asText(object.id), asText(object.title), asText(object.model)];
    const [calls, beganMs, changedMs] = [asCount(object.calls), asCount(object.beganMs), asCount(object.changedMs)];
    if (id === undefined || title === undefined || model === undefined) return fail('it does not say of what it is');
    if (calls === undefined || beganMs === undefined || changedMs === undefined) return fail('a number is missing');
    return ok({ id, title, model, calls, beganMs, changedMs, ...optional('removedMs', asCount(object.removedMs)) });
  },
};
