import { asArray, asObject, asText, asTimeMs, type Json, type JsonObject } from '../../base/json';
import { wellFormed } from '../../base/well-formed';
import type { Transcript } from '../../transcript/transcript';
import { toolDefinitions } from '../anthropic/tool-definitions';
import { MessageList } from '../any-message/message-list';
import { readMessage } from '../any-message/read-message';
import { RecordedCompactions } from '../inspect/recorded-compactions';
import { SampleMessages } from '../inspect/sample-messages';
import { given } from '../read/given';
import type { ImportEnv, Importer, Reading } from '../read/importer';
import { TracedCalls } from '../traced/traced-calls';
import { tracedUsage } from '../traced/traced-usage';

/**
 * A log of Inspect AI: each sample is a session. An event of a model is a call with its whole context; without events,
 * only the messages at the end are known.
 *
 *   model        call: what was sent, the reply, its usage
 *   compaction   boundary, before the next call
 */
export const inspect: Importer = {
  format: 'inspect',
  start: (env) => new InspectReading(env),
};

/** Events of a tool or a subtask, in older logs; no real run nests deeper. */
const MAX_DEPTH = 5;

class InspectReading implements Reading {
  private readonly transcripts: Transcript[] = [];

  constructor(private readonly env: ImportEnv) {}

  add(value: Json, line: number): void {
    const log = asObject(value);
    const samples = asArray(log?.samples) ?? (log?.messages === undefined ? undefined : [log]);
    if (samples === undefined) {
      this.env.warn('skipped', line, 'A log without samples');
      return;
    }
    const about = asObject(log?.eval) ?? {};
    for (const [index, sample] of samples.entries()) {
      const object = asObject(sample);
      if (object === undefined) this.env.warn('skipped', index + 1, 'Not a sample');
      else this.addSample(object, about);
    }
  }

  finish(): readonly Transcript[] {
    return this.transcripts;
  }

  private addSample(sample: JsonObject, about: JsonObject): void {
    const events = asArray(sample.events) ?? asArray(asObject(sample.transcript)?.events) ?? [];
    const compactions = new RecordedCompactions();
    const env: ImportEnv = {
      ...this.env,
      warn: (kind, line, what) => {
        if (kind !== 'guessed' || !compactions.has(line)) this.env.warn(kind, line, what);
      },
    };
    const run = new SampleRun(env, new SampleMessages(env, sample), compactions);
    run.addEvents(events, 0);
    const facts = factsOf(sample, about);
    const found = run.finish();
    const whole = found.length > 0 ? found : this.fromMessages(sample, env);
    for (const transcript of whole) this.transcripts.push({ ...compactions.in(transcript), ...facts });
  }

  private fromMessages(sample: JsonObject, env: ImportEnv): readonly Transcript[] {
    const messages = new SampleMessages(env, sample);
    const list = (asArray(sample.messages) ?? []).map((message, index) => messages.message(message, index + 1));
    const model = asText(asObject(sample.output)?.model);
    return new MessageList(env, list, (message) => given({ model: asText(message.model) ?? model })).transcript(
      'inspect',
    );
  }
}

class SampleRun {
  private readonly calls: TracedCalls;
  private position = 0;

  constructor(
    private readonly env: ImportEnv,
    private readonly messages: SampleMessages,
    private readonly compactions: RecordedCompactions,
  ) {
    this.calls = new TracedCalls(env, 'inspect');
  }

  addEvents(events: readonly Json[], depth: number): void {
    for (const value of events) {
      const event = asObject(value);
      this.position += 1;
      const kind = asText(event?.event);
      if (event === undefined || kind === undefined) this.env.warn('skipped', this.position, 'Not an event');
      else if (kind === 'model') this.addCall(event, this.position);
      else if (kind === 'compaction') this.compactions.add(event);
      else if (depth < MAX_DEPTH) this.addEvents(asArray(event.events) ?? [], depth + 1);
    }
  }

  finish(): readonly Transcript[] {
    return this.calls.finish();
  }

  private addCall(event: JsonObject, line: number): void {
    const output = asObject(event.output);
    const choice = asObject(asArray(output?.choices)?.[0]);
    const usage = asObject(output?.usage);
    const reply = choice?.message === undefined ? undefined : readMessage(this.messages.message(choice.message, line));
    const failure = asText(event.error) ?? asText(output?.error);
    this.compactions.called(line);
    this.calls.add({
      line,
      order: String(line).padStart(12, '0'),
      trace: '',
      timeMs: asTimeMs(event.timestamp),
      messages: this.messages.input(event, line),
      tools: toolDefinitions(event.tools),
      reply: reply?.parts,
      failure: failure === undefined ? undefined : wellFormed(failure),
      call: given({
        model: asText(event.model) ?? asText(output?.model),
        stopReason: asText(choice?.stop_reason),
        usage: tracedUsage({
          input: usage?.input_tokens,
          output: usage?.output_tokens,
          cacheRead: usage?.input_tokens_cache_read,
          cacheWrite: usage?.input_tokens_cache_write,
          reasoning: usage?.reasoning_tokens,
          total: usage?.total_tokens,
        }),
      }),
    });
  }
}

function factsOf(sample: JsonObject, about: JsonObject): Partial<Transcript> {
  const id = sample.id === undefined || sample.id === null ? '' : String(sample.id);
  const epoch = typeof sample.epoch === 'number' && sample.epoch > 1 ? `epoch ${sample.epoch}` : '';
  const title = [asText(about.task) ?? '', id, epoch].filter((word) => word !== '').join(' ');
  const version = asText(asObject(about.packages)?.inspect_ai);
  return {
    agent: { name: 'Inspect AI', ...given({ version }) },
    ...given({
      title: title === '' ? undefined : wellFormed(title),
      sessionId: asText(sample.uuid),
    }),
  };
}
