import type { WeighedContext } from '../../simulator/recorded/context-at-call';
import type { MessageRow, PartRow } from '../../worker/engine/messages';

/** One line of the message list: a part, or a message without parts. */
export interface MessageItem {
  readonly key: string;
  readonly message: MessageRow;
  readonly part: PartRow | undefined;
  readonly partIndex: number;
  /** Missing if no call is selected. */
  readonly tokens: number | undefined;
  readonly isCleared: boolean;
}

export interface ItemFilter {
  readonly search?: string;
  /** Keys of the parts whose full text matches the search; until they are known, the shown excerpts decide. */
  readonly found?: ReadonlySet<string> | undefined;
  readonly onlyCleared?: boolean;
}

/** The lines for the messages that a call carried; without a call, for all messages. */
export function listItems(
  rows: readonly MessageRow[],
  context: WeighedContext | undefined,
  { search = '', found, onlyCleared = false }: ItemFilter = {},
): readonly MessageItem[] {
  const wanted = search.trim().toLowerCase();
  const items: MessageItem[] = [];
  const add = (message: MessageRow, partTokens: readonly number[], cleared: readonly number[]) => {
    const parts = message.parts.length === 0 ? [undefined] : message.parts;
    for (const [partIndex, part] of parts.entries()) {
      const key = `${message.index}.${partIndex}`;
      const isCleared = cleared.includes(partIndex);
      if (onlyCleared && !isCleared) continue;
      if (wanted !== '' && found?.has(key) !== true && !holdsText(message, part, wanted)) continue;
      items.push({ key, message, part, partIndex, tokens: partTokens[partIndex], isCleared });
    }
  };
  if (context === undefined) {
    for (const row of rows) add(row, [], []);
  } else {
    for (const { index, partTokens, clearedParts } of context.messages) {
      const row = rows[index];
      if (row !== undefined) add(row, partTokens, clearedParts);
    }
  }
  return items;
}

/** Searches what a list shows of it; `wanted` is in lower case. */
export function holdsText(
  message: Pick<MessageRow, 'kind' | 'role'>,
  part: PartRow | undefined,
  wanted: string,
): boolean {
  return [message.kind, message.role, part?.kind, part?.toolName, part?.excerpt].some((text) =>
    text?.toLowerCase().includes(wanted),
  );
}
