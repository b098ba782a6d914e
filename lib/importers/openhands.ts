import { asArray, asObject, asText, type Json, type JsonObject } from '../base/json';
import { wellFormed } from '../base/well-formed';
import type { Transcript } from '../transcript/transcript';
import { FirstEvents } from './openhands/first-events';
import type { EventReader } from './openhands/reader';
import { SdkEvents } from './openhands/sdk-events';
import { metricsUsage, responseIdOf } from './openhands/usage';
import { asTokens } from './read/as-tokens';
import { given } from './read/given';
import type { ImportEnv, Importer, Reading } from './read/importer';

/**
 * Runs of OpenHands: the output of an evaluation, with a run on each line, or the events of one run, of either generation.
 *
 *   message of the user                       prompt
 *   actions of one response                   reply, with its call
 *   observation                               result
 *   condensation {forgotten…, summary}        boundary
 */
export const openhands: Importer = {
  format: 'openhands',
  recognisedBy: [
    {
      rule: 'R-L31',
      because: 'its records are actions and observations with a source',
      matches: (records) => records.some(isFirstEvent),
    },
    {
      rule: 'R-D31',
      because: 'its trajectory has actions and observations with a source',
      matchesDocument: ({ trajectory, history }) =>
        history === undefined && (asArray(trajectory) ?? []).some((event) => isFirstEvent(asObject(event) ?? {})),
    },
  ],
  takesRecords: true,
  start: (env) => new OpenHandsReading(env),
};

function isFirstEvent(record: JsonObject): boolean {
  const isAction = asText(record.action) !== undefined && asObject(record.args) !== undefined;
  const isObservation = asText(record.observation) !== undefined && asObject(record.extras) !== undefined;
  return (isAction || isObservation) && asText(record.source) !== undefined && asText(record.message) !== undefined;
}

class OpenHandsReading implements Reading {
  private readonly transcripts: Transcript[] = [];
  /** Of a file that is one run. */
  private reader: EventReader | undefined;

  constructor(private readonly env: ImportEnv) {}

  add(value: Json, line: number): void {
    const list = asArray(value);
    if (list !== undefined) {
      for (const [index, event] of list.entries()) this.addRecord(event, index + 1);
    } else this.addRecord(value, line);
  }

  finish(): readonly Transcript[] {
    const { reader } = this;
    if (reader === undefined || reader.run.isEmpty()) return this.transcripts;
    return [...this.transcripts, reader.run.transcript(reader.facts())];
  }

  private addRecord(value: Json, line: number): void {
    const record = asObject(value);
    const events = asArray(record?.history) ?? asArray(record?.trajectory);
    if (record === undefined) this.env.warn('skipped', line, 'Not an event of OpenHands');
    else if (events === undefined) this.reader = this.addEvent(this.reader, record, line, undefined);
    else this.addRun(record, events);
  }

  private addEvent(
    reader: EventReader | undefined,
    event: JsonObject,
    line: number,
    model: string | undefined,
  ): EventReader | undefined {
    const isOfSdk = asText(event.kind) !== undefined;
    const isFirst = asText(event.action) !== undefined || asText(event.observation) !== undefined;
    if (!isOfSdk && !isFirst) {
      this.env.warn('skipped', line, 'Not an event of OpenHands');
      return reader;
    }
    const known = reader ?? (isFirst ? new FirstEvents(this.env, model) : new SdkEvents(this.env));
    known.add(event, line);
    return known;
  }

  private addRun(record: JsonObject, history: readonly Json[]): void {
    const config = asObject(asObject(record.metadata)?.llm_config);
    const model = asText(config?.model);
    let reader: EventReader | undefined;
    for (const [index, value] of history.entries()) {
      // The oldest outputs have pairs of an action and its observation.
      for (const event of asArray(value) ?? [value]) {
        reader = this.addEvent(reader, asObject(event) ?? {}, index + 1, model);
      }
    }
    if (reader === undefined || reader.run.isEmpty()) return;
    for (const counts of asArray(asObject(record.metrics)?.token_usages) ?? []) {
      const [id, usage] = [responseIdOf(counts), metricsUsage(counts)];
      if (id !== undefined && usage !== undefined) reader.run.usageOf.set(id, usage);
    }
    const instance = asText(record.instance_id);
    const error = asText(record.error);
    const { events, messages } = reader.run.draft;
    if (error !== undefined && error !== '') {
      events.push({ kind: 'notice', at: messages.length, text: wellFormed(error), line: history.length });
    }
    this.transcripts.push(
      reader.run.transcript({
        ...reader.facts(),
        ...given({
          title: instance,
          sessionId: instance,
          contextWindow: asTokens(config?.max_input_tokens) || undefined,
        }),
      }),
    );
  }
}
