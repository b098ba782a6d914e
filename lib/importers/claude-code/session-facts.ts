import { asText, type JsonObject } from '../../base/json';

/** What the records repeat about their session. */
export class SessionFacts {
  private readonly sessionIds = new Set<string>();
  private lastSessionId: string | undefined;
  version: string | undefined;
  workingDirectory: string | undefined;

  add(record: JsonObject): void {
    const sessionId = asText(record.sessionId);
    if (sessionId !== undefined && sessionId !== this.lastSessionId) {
      this.sessionIds.add(sessionId);
      this.lastSessionId = sessionId;
    }
    this.version = asText(record.version) ?? this.version;
    this.workingDirectory ??= asText(record.cwd);
  }

  /** A resumed session starts with records of the previous one; its own are at the end. */
  get sessionId(): string | undefined {
    return this.lastSessionId;
  }

  get sessionCount(): number {
    return this.sessionIds.size;
  }
}
