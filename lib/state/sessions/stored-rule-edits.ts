import * as v from 'valibot';
import type { Result } from '../../base/result';
import { exactly, forgivingObject, goodOf, type Parsed, parseBy, text } from '../../base/schema';
import { ruleEditsSchema } from '../../fidelity/rules/rule-edits';

const VERSION = 1;

/** [K4] What the user said about the rules of a session and of its sub-agents, under the id of the session. */
const storedRuleEdits = v.pipe(
  forgivingObject({
    version: exactly(VERSION),
    id: text,
    /** By place: empty for the session itself, `1.0` for the first sub-agent of its second. */
    places: goodOf(forgivingObject({ child: v.string(), edits: ruleEditsSchema })),
  }),
  v.transform(({ version: _, ...record }) => record),
);

export type StoredRuleEdits = Parsed<typeof storedRuleEdits>;

export const ruleEditsForm = {
  write: (record: StoredRuleEdits): unknown => ({ version: VERSION, ...record }),
  parse: (value: unknown): Result<StoredRuleEdits> => parseBy(storedRuleEdits, value),
};
