import type { FocusEvent } from 'react';

/** For rows that scroll sideways: by itself the browser leaves what the keyboard comes to where only its edge is in view. */
export function showFocused({ target }: FocusEvent): void {
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
