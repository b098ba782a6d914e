import { type Failure, Refusal } from '../../base/failure';
import { TextHash } from '../../base/hash';
import type { Result } from '../../base/result';
import { isSameValue } from '../../base/same-value';
import type { RuleEdit } from '../../fidelity/rules/rule-edits';
import type { Engine } from '../../worker/engine/client';
import type { OpenRequest, OpenSession } from '../../worker/engine/messages';
import { placeToQuery, type SessionPlace } from '../sessions/session-place';

export type SessionEngine = Pick<Engine, 'ask' | 'stop'>;

export interface SessionEngineParts {
  /** A worker of its own: the page's has the session open that the user looks at. */
  start(): Promise<SessionEngine>;
  content(place: SessionPlace): Promise<Result<OpenRequest, Failure>>;
  /** [K4] The user's edits of its rules, as they are now. */
  ruleEdits(place: SessionPlace): Promise<Result<readonly RuleEdit[], Failure>>;
}

/** What is needed of an open session; the texts of its messages stay in the worker. */
export type OpenedFor = Pick<OpenSession, 'summary' | 'timeline' | 'rows'>;

interface Opened {
  readonly engine: Promise<SessionEngine>;
  readonly session: Promise<OpenedFor>;
  /** [K4] That it counts. The user may edit the rules while it is open. */
  edits: Promise<readonly RuleEdit[]>;
  users: number;
}

/** Each of them has a session in memory. */
const MAX_OPEN = 2;

/** Engines with a session open in each, for as long as it is used. */
export class SessionEngines {
  /** The least recently used first. */
  private readonly opened = new Map<string, Opened>();

  constructor(private readonly parts: SessionEngineParts) {}

  /** Waits until the session is open. */
  async use<Value>(
    place: SessionPlace,
    work: (engine: SessionEngine, session: OpenedFor, rules: string | undefined) => Promise<Value>,
  ): Promise<Value> {
    const key = placeToQuery(place);
    const opened = this.opened.get(key) ?? this.open(place);
    opened.users += 1;
    this.opened.delete(key);
    this.opened.set(key, opened);
    this.closeIdle(MAX_OPEN);
    try {
      const [engine, session] = await Promise.all([opened.engine, opened.session]);
      await this.takeEdits(place, opened, engine);
      return await work(engine, session, markOf(await opened.edits));
    } catch (error) {
      // Opened anew the next time: a worker may have died.
      if (this.opened.get(key) === opened && opened.users === 1) this.close(key, opened);
      throw error;
    } finally {
      opened.users -= 1;
      this.closeIdle(MAX_OPEN);
    }
  }

  /** [K4] Differs with each state of the user's edits; undefined without any. */
  async rulesOf(place: SessionPlace): Promise<string | undefined> {
    return markOf(await this.editsOf(place));
  }

  /** Those that nobody uses. */
  closeIdle(mostOpen = 0): void {
    for (const [key, opened] of [...this.opened]) {
      if (this.opened.size <= mostOpen) return;
      if (opened.users === 0) this.close(key, opened);
    }
  }

  private open(place: SessionPlace): Opened {
    const engine = this.parts.start();
    const edits = this.editsOf(place);
    const session = Promise.all([engine, this.parts.content(place), edits]).then(
      async ([started, content, counted]) => {
        if (!content.ok) throw new Refusal(content.error.what, content.error.advice);
        const { summary, timeline, rows } = await started.ask('open-session', { ...content.value, ruleEdits: counted });
        return { summary, timeline, rows };
      },
    );
    return { engine, session, edits, users: 0 };
  }

  /** Scores without the user's edits would look like those with them. */
  private async editsOf(place: SessionPlace): Promise<readonly RuleEdit[]> {
    const edits = await this.parts.ruleEdits(place);
    if (!edits.ok) throw new Refusal(edits.error.what, edits.error.advice);
    return edits.value;
  }

  private async takeEdits(place: SessionPlace, opened: Opened, engine: SessionEngine): Promise<void> {
    const [before, now] = await Promise.all([opened.edits, this.editsOf(place)]);
    if (isSameValue(before, now)) return;
    opened.edits = Promise.resolve(now);
    await engine.ask('edit-rules', { edits: now });
  }

  private close(key: string, { engine }: Opened): void {
    this.opened.delete(key);
    engine.then(
      (started) => started.stop(),
      () => undefined,
    );
  }
}

function markOf(edits: readonly RuleEdit[]): string | undefined {
  return edits.length === 0 ? undefined : new TextHash().add(JSON.stringify(edits)).digest();
}
