import * as v from 'valibot';
import { ok, type Result } from '../../base/result';
import {
  forgivingObject,
  goodOf,
  json,
  listOf,
  type Parsed,
  parseBy,
  text,
  textWithin,
  variants,
} from '../../base/schema';

export const LONGEST_RULE = 500;
export const MAX_EDITS = 500;

const ruleText = textWithin(LONGEST_RULE);

const ruleEditSchema = variants([
  v.object({ type: v.literal('confirmed'), found: ruleText }),
  v.object({ type: v.literal('removed'), found: ruleText }),
  v.object({ type: v.literal('corrected'), found: ruleText, text: ruleText }),
  v.object({ type: v.literal('added'), text: ruleText }),
]);

/** [K4] What the user says about the rules of a session. A found rule is named by its text. */
export type RuleEdit = Parsed<typeof ruleEditSchema>;

export const ruleEditsSchema = goodOf(ruleEditSchema);

/** By place: empty for the session itself, `1.0` for the first sub-agent of its second. */
export const placedEditsSchema = goodOf(forgivingObject({ child: v.string(), edits: ruleEditsSchema }));

const fileRecord = forgivingObject({
  places: listOf(forgivingObject({ child: text, edits: listOf(json) })),
});

/** Of the record in a session's file: what applies to the session itself, and not to its sub-agents. */
export function ruleEditsInFile(
  record: unknown,
): Result<{ readonly edits: readonly RuleEdit[]; readonly unread: number }> {
  const parsed = parseBy(fileRecord, record);
  if (!parsed.ok) return parsed;
  const own = parsed.value.places.find(({ child }) => child === '')?.edits ?? [];
  const edits = v.parse(ruleEditsSchema, own);
  return ok({ edits, unread: own.length - edits.length });
}
