import { asArray, asObject, asText, type Json } from '../base/json';
import type { Transcript } from '../transcript/transcript';
import { ApiHistory } from './cline/api-history';
import { ShownMessages } from './cline/shown-messages';
import type { ImportEnv, Importer, Reading } from './read/importer';

/**
 * A task of Cline or Roo. Its folder has what was sent (`api_conversation_history.json`) and what was shown, with the
 * tokens of each call (`ui_messages.json`). `withShown` makes one transcript of both.
 */
export const cline: Importer = {
  format: 'cline',
  takesRecords: true,
  start: (env) => new ClineReading(env),
};

class ClineReading implements Reading {
  private readonly sent: ApiHistory;
  private readonly shown: ShownMessages;

  constructor(env: ImportEnv) {
    this.sent = new ApiHistory(env);
    this.shown = new ShownMessages(env);
  }

  add(value: Json, line: number): void {
    const items = asArray(value);
    if (items !== undefined) for (const [index, item] of items.entries()) this.add(item, index + 1);
    else if (asText(asObject(value)?.type) !== undefined) this.shown.add(value, line);
    else this.sent.add(value, line);
  }

  finish(): readonly Transcript[] {
    return [...this.sent.transcript(), ...this.shown.transcript()];
  }
}
