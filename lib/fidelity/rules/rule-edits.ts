import * as v from 'valibot';
import { goodOf, type Parsed, textWithin, variants } from '../../base/schema';

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
