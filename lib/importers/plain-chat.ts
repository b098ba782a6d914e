import { asArray, asObject, type Json } from '../base/json';
import type { Transcript } from '../transcript/transcript';
import { MessageList } from './any-message/message-list';
import type { ImportEnv, Importer, Reading } from './read/importer';

/**
 * A chat as text. Its turns come from the reading as `{role, content}`.
 *
 *   user: What is 2 + 2?
 *   assistant: 4
 */
export const plainChat: Importer = {
  format: 'plain-chat',
  start: (env) => new PlainChatReading(env),
};

class PlainChatReading implements Reading {
  private readonly list: MessageList;

  constructor(env: ImportEnv) {
    this.list = new MessageList(env, [], () => ({}));
  }

  add(value: Json, line: number): void {
    const messages = asArray(value) ?? asArray(asObject(value)?.messages);
    if (messages === undefined) this.list.add(value, line);
    else for (const [index, message] of messages.entries()) this.list.add(message, index + 1);
  }

  finish(): readonly Transcript[] {
    return this.list.transcript('plain-chat');
  }
}
