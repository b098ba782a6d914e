export interface KeptText {
  read(): string | undefined;
  write(text: string): void;
}

/**
 * A small text that can be read synchronously, before the first paint. If the browser stores nothing, it reads as
 * missing and writing does nothing: a preference is not worth an error message.
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
        // Full or turned off.
      }
    },
  };
}
