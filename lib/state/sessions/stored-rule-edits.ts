import * as v from 'valibot';
import type { Result } from '../../base/result';
import { exactly, forgivingObject, type Parsed, parseBy, text } from '../../base/schema';
import { placedEditsSchema } from '../../fidelity/rules/rule-edits';

const VERSION = 1;

/** [K4] What the user said about the rules of a session and of its sub-agents, under the id of the session. */
const storedRuleEdits = v.pipe(
  forgivingObject({
    version: exactly(VERSION),
    id: text,
    places: placedEditsSchema,
  }),
  v.transform(({ version: _, ...record }) => record),
);

export type StoredRuleEdits = Parsed<typeof storedRuleEdits>;

export const ruleEditsForm = {
  write: (record: StoredRuleEdits): unknown => ({ version: VERSION, ...record }),
  parse: (value: unknown): Result<StoredRuleEdits> => parseBy(storedRuleEdits, value),
};
