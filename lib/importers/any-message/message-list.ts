import type { Json, JsonObject } from '../../base/json';
import type { FormatId } from '../../transcript/formats';
import type { Transcript } from '../../transcript/transcript';
import { given } from '../read/given';
import type { ImportEnv } from '../read/importer';
import { type NewCall, noticeOrphanResults, TranscriptDraft } from '../read/transcript-draft';
import { MadeIds } from './made-ids';
import { readMessage, unknownRole } from './read-message';

/** A conversation of which the file has the messages, and nothing else. */
export class MessageList {
  private readonly draft = new TranscriptDraft();
  private readonly ids = new MadeIds();
  private hasSystem = false;

  /** `callFacts`: what the message of a model says about its call. */
  constructor(
    private readonly env: ImportEnv,
    messages: readonly Json[],
    private readonly callFacts: (message: JsonObject) => NewCall,
  ) {
    for (const [index, value] of messages.entries()) this.add(value, index + 1);
  }

  add(value: Json, line: number): void {
    const message = readMessage(value);
    if (message === undefined) {
      this.env.warn('skipped', line, 'Not a message');
      return;
    }
    const unknown = unknownRole(message);
    if (unknown !== undefined) {
      this.env.warn('guessed', line, `Unknown role "${unknown.slice(0, 40)}" treated as user`);
    }
    const { id, timeMs, role, kind, fields } = message;
    const read = { line, parts: this.ids.next(message.parts), ...given({ id, timeMs }) };
    this.hasSystem ||= role === 'system';
    if (role === 'assistant') this.draft.addReply({ ...this.callFacts(fields), ...read });
    else this.draft.addMessage({ role, kind, ...read });
  }

  /** None without messages. */
  transcript(format: FormatId, rest: Partial<Transcript> = {}): readonly Transcript[] {
    if (this.draft.isEmpty()) return [];
    noticeOrphanResults(this.draft.messages, this.env);
    return [this.draft.transcript({ format, systemInFile: this.hasSystem ? 'some' : 'none', ...rest })];
  }
}
