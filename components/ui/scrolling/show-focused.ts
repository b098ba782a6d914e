import type { FocusEvent } from 'react';

/** For rows that scroll sideways: browsers leave focused elements partly out of view. */
export function showFocused({ target }: FocusEvent): void {
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
