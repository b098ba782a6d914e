import { type OwnSetup, parseOwnSetup } from '../../agent/journal/entry';
import { parseJson } from '../../base/json';
import type { KeptText } from '../../storage/kept-text';

/** The user's own set-up, for the next run. */
export interface KeptSetup {
  read(): OwnSetup;
  write(own: OwnSetup): void;
}

/** Without storage, or if it was damaged, the usual set-up is used. */
export function keptSetup(kept: KeptText): KeptSetup {
  let latest: OwnSetup | undefined;
  return {
    read: () => {
      if (latest !== undefined) return latest;
      const json = parseJson(kept.read() ?? '');
      const own = json.ok ? parseOwnSetup(json.value) : json;
      return own.ok ? own.value : {};
    },
    write: (own) => {
      latest = own;
      kept.write(JSON.stringify(own));
    },
  };
}
