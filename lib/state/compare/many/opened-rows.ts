import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Failure } from '../../../base/failure';
import type { RowsInFile } from './rows-in-file';

/** The file of rows that is looked at. It is not stored: it is a file already. */
export interface OpenedRows {
  readonly file: RowsInFile | undefined;
  readonly baseline: number;
  readonly failure: Failure | undefined;
  open(name: string, content: Blob): Promise<void>;
  chooseBaseline(index: number): void;
}

/** Longer files do not fit into memory several times over. */
const MOST_BYTES = 400e6;

export function createOpenedRows(): StoreApi<OpenedRows> {
  return createStore<OpenedRows>()((set) => ({
    file: undefined,
    baseline: 0,
    failure: undefined,

    open: async (name, content) => {
      if (content.size > MOST_BYTES) {
        set({ failure: { what: `${name} is too large to open here.`, advice: 'Open the rows of fewer sessions.' } });
        return;
      }
      // It is also opened from the first page, which need not load what reads it.
      const { rowsInFile } = await import('./rows-in-file');
      const read = rowsInFile(name, await content.text());
      if (read.ok) set({ file: read.value, baseline: 0, failure: undefined });
      else {
        const advice =
          'Choose a file that `highwater replay … --json` or Compare wrote, with this version of Highwater.';
        set({ failure: { what: `Could not read ${name} as rows: ${read.error}.`, advice } });
      }
    },

    chooseBaseline: (baseline) => set({ baseline }),
  }));
}
