import { asArray, asNumber, asObject, type Json } from '../../base/json';
import { exactNumber } from '../../series/words/format-number';

/** What the provider cleared from a request, as the end of a sentence. */
export function serverEditWords(edits: Json): string {
  const told = (asArray(edits) ?? []).flatMap((edit) => {
    const { cleared_tool_uses, cleared_thinking_turns, cleared_input_tokens } = asObject(edit) ?? {};
    const tokens = asNumber(cleared_input_tokens);
    const what = [counted(cleared_tool_uses, 'tool use'), counted(cleared_thinking_turns, 'turn', ' of thinking')];
    return what.flatMap((words) =>
      words === undefined ? [] : [tokens === undefined ? words : `${words}, ${exactNumber(tokens)} tokens`],
    );
  });
  // An unknown kind of edit.
  return told.length === 0 ? 'some of the request' : told.join('; ');
}

function counted(count: Json | undefined, noun: string, more = ''): string | undefined {
  const number = asNumber(count);
  return number === undefined ? undefined : `${exactNumber(number)} ${noun}${number === 1 ? '' : 's'}${more}`;
}
