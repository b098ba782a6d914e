import { asArray, asObject, asText, type Json } from '../../base/json';
import { commandOf, toolUse } from '../../transcript/tool-use';
import type { Message, Part } from '../../transcript/transcript';
import type { TextRange } from '../text/text-range';
import type { Cut } from '../values/cut';
import type { RemainingParts } from '../values/held-parts';
import {
  commandChanges,
  editedValues,
  namedChanges,
  numberChanges,
  statedValues,
  type ValueChange,
} from '../values/value-changes';
import type { PartPlace } from '../values/value-index';

/** [K6] A value that was already replaced when it was removed. */
export interface SupersededValue extends ValueChange {
  /** Where its replacement is stated. */
  readonly was: PartPlace | undefined;
  /** Where the result has the old value without the new one, in `RemainingParts.text`. */
  readonly ranges: readonly TextRange[];
}

/** Longer texts of users and models are logs and code. */
const LONGEST_TEXT = 20_000;
const MAX_EDITS = 200;
const MAX_CHANGES = 2_000;
/** In characters, on the same line. */
const NEAR = 200;
const NEAR_KEY = 100;

export function supersededValues({ left }: Pick<Cut, 'left'>, remaining: RemainingParts): SupersededValue[] {
  const changes = new Changes();
  for (const { message, part, place } of left) changes.add(message, part, place);
  return changes.all().map((change) => ({ ...change, ranges: staleRanges(change, remaining) }));
}

interface Found extends ValueChange {
  readonly was: PartPlace | undefined;
}

/** In chronological order: a replaced value may return. */
class Changes {
  private readonly changes = new Map<string, Found>();
  private readonly stated = new Map<string, { readonly value: string; readonly message: Message }>();

  add(message: Message, part: Part, was: PartPlace | undefined): void {
    if (part.kind === 'tool-call') {
      for (const { old, now } of editsOf(part.input)) this.replace(editedValues(old, now), was);
      if (toolUse(part) === 'shell') this.replace(commandChanges(commandOf(part.input) ?? ''), was);
    } else if (part.kind === 'text' && (message.kind === 'prompt' || message.kind === 'reply')) {
      const text = part.text.slice(0, LONGEST_TEXT);
      if (message.kind === 'prompt') this.state(message, text, was);
      this.replace([...namedChanges(text), ...numberChanges(text)], was);
    }
  }

  all(): readonly Found[] {
    return [...this.changes.values()];
  }

  private state(message: Message, text: string, was: PartPlace | undefined): void {
    for (const { key, value, replaces } of statedValues(text)) {
      const before = this.stated.get(key);
      // Two values in one message are two things.
      if (before !== undefined && before.message !== message && before.value !== value && replaces) {
        this.replace([{ key, old: before.value, now: value }], was);
      }
      this.stated.set(key, { value, message });
    }
  }

  private replace(changes: readonly ValueChange[], was: PartPlace | undefined): void {
    for (const change of changes) {
      if (this.changes.size >= MAX_CHANGES) return;
      const { key = '' } = change;
      this.changes.delete(`${key}\n${change.now}`);
      // The former old value is the new one again.
      for (const [name, earlier] of this.changes) {
        if ((earlier.key ?? '') === key && earlier.now === change.old)
          this.changes.set(name, { ...earlier, now: change.now });
      }
      this.changes.set(`${key}\n${change.old}`, { ...change, was });
    }
  }
}

function editsOf(input: Json): readonly { readonly old: string; readonly now: string }[] {
  const args = asObject(input);
  if (args === undefined) return [];
  const edits = [args, ...(asArray(args.edits) ?? []).slice(0, MAX_EDITS).map((edit) => asObject(edit) ?? {})];
  return edits.flatMap((edit) => {
    const old = asText(edit.old_string) ?? asText(edit.old_str) ?? asText(edit.oldText);
    const now = asText(edit.new_string) ?? asText(edit.new_str) ?? asText(edit.newText);
    return old === undefined || now === undefined
      ? []
      : [{ old: old.slice(0, LONGEST_TEXT), now: now.slice(0, LONGEST_TEXT) }];
  });
}

/** A line with both describes the change. */
function staleRanges({ key, old, now }: ValueChange, remaining: RemainingParts): readonly TextRange[] {
  const { text } = remaining;
  const type = key === undefined ? 'identifier' : 'number';
  return remaining.rangesOf({ type, value: old, rows: [] }, ({ start, end }) => {
    const before =
      text
        .slice(Math.max(0, start - NEAR), start)
        .split('\n')
        .at(-1) ?? '';
    const behind = text.slice(end, end + NEAR).split('\n', 1)[0] ?? '';
    if (key !== undefined && !before.slice(-NEAR_KEY).toLowerCase().includes(key)) return false;
    return !before.includes(now) && !behind.includes(now);
  });
}
