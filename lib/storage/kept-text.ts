export interface KeptText {
  read(): string | undefined;
  write(text: string): void;
}

/**
 * A small text that can be read at once, before the first paint. Where the browser keeps nothing, reading finds nothing
 * and writing does nothing: a preference is not worth a message.
 */
export function keptText(key: string, open: () => Pick<Storage, 'getItem' | 'setItem'> = () => localStorage): KeptText {
  return {
    read: () => {
      try {
        return open().getItem(key) ?? undefined;
      } catch {
        return undefined;
      }
    },
    write: (text) => {
      try {
        open().setItem(key, text);
      } catch {
        // Full or switched off.
      }
    },
  };
}
