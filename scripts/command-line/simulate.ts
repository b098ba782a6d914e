import { optional } from '../../lib/base/optional';
import { fail, ok, type Result } from '../../lib/base/result';
import { type ActorId, actors } from '../../lib/layers/index';
import { reasonText } from '../../lib/layers/shape/reason';
import { noteLayer } from '../../lib/layers/single-layers';
import { changeReason } from '../../lib/series/words/change-reason';
import { findMessage } from '../../lib/simulator/commands/find-message';
import { parseCommand, resolveCommand, type TypedCommand } from '../../lib/simulator/commands/parse-command';
import { sizeBefore } from '../../lib/simulator/pipeline/gate';
import type { ReplayMode } from '../../lib/simulator/pipeline/replay-mode';
import type { SimulatedChange, Simulation } from '../../lib/simulator/pipeline/simulation';
import { recordedBill } from '../../lib/simulator/recorded/recorded-bill';
import { replayMaterial } from '../../lib/simulator/recorded/replay-material';
import { firstCallFrom } from '../../lib/simulator/recorded/stretches';
import { type CommandAtCall, type ReplayOptions, replay } from '../../lib/simulator/replay/replay';
import { summarizerFor } from '../../lib/simulator/replay/replies';
import type { MessageId, Transcript } from '../../lib/transcript/transcript';
import { type CompactorChoice, replayWithCompactor } from '../compactor/replay-with-compactor';
import { compactorLines, compactorOptions, readCompactor } from './compactor-options';
import { forEachTranscript } from './for-each-transcript';
import { jsonLine } from './json-line';
import { parseWords, wrongWords } from './parse-words';
import { type ChosenPolicy, policyOptions, readPolicy } from './policy-options';
import { say, sayJson } from './terminal';

interface Options {
  readonly path: string;
  readonly chosen: ChosenPolicy;
  readonly mode: ReplayMode;
  readonly commands: readonly TypedAtCall[];
  readonly skipsRecordedCommands: boolean;
  readonly compactor: CompactorChoice | undefined;
  readonly isJson: boolean;
  readonly withCalls: boolean;
}

/** Its messages are those of the file, which is not read yet. */
interface TypedAtCall {
  readonly call: number;
  readonly typed: TypedCommand;
}

/** `highwater simulate FILE --policy ID`: the recording under another policy. Returns the exit code. */
export async function simulate(words: readonly string[], printJson = sayJson): Promise<number> {
  const options = readOptions(words);
  if (!options.ok) return wrongWords('simulate', options.error);
  const { path, chosen, mode, commands, skipsRecordedCommands, compactor, isJson, withCalls } = options.value;
  let problem: string | undefined;
  const exitCode = await forEachTranscript(path, { isJson, printJson }, async (transcript) => {
    const resolved = resolveCommands(commands, transcript);
    if (resolved.ok) {
      const given = { mode, commands: resolved.value, skipsRecordedCommands };
      const report = await reportOf(transcript, { ...chosen, compactor }, given, withCalls);
      if (isJson) printJson(jsonLine(report));
      else say(asText(report));
    } else problem ??= resolved.error;
  });
  if (problem === undefined) return exitCode;
  return wrongWords('simulate', problem);
}

function readOptions(words: readonly string[]): Result<Options> {
  const parsed = parseWords(words, {
    ...policyOptions,
    ...compactorOptions,
    follow: { type: 'boolean', default: false },
    'skip-recorded-commands': { type: 'boolean', default: false },
    command: { type: 'string', multiple: true, default: [] },
    json: { type: 'boolean', default: false },
    calls: { type: 'boolean', default: false },
  });
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) return fail('specify one file');
  const chosen = readPolicy(values);
  if (!chosen.ok) return chosen;
  const commands = readCommands(values.command);
  if (!commands.ok) return commands;
  const compactor = readCompactor(values);
  if (!compactor.ok) return compactor;
  const mode = values.follow ? 'following' : 'free';
  if (values.calls && !values.json) return fail('--calls requires --json');
  const { json: isJson, calls: withCalls, 'skip-recorded-commands': skipsRecordedCommands } = values;
  return ok({
    path,
    chosen: chosen.value,
    mode,
    commands: commands.value,
    skipsRecordedCommands,
    compactor: compactor.value,
    isJson,
    withCalls,
  });
}

function readCommands(given: readonly string[]): Result<readonly TypedAtCall[]> {
  const commands: TypedAtCall[] = [];
  for (const text of given) {
    const [, call, typed] = /^(\d+)\s+(.*)$/s.exec(text) ?? [];
    if (call === undefined || typed === undefined) {
      return fail(`--command takes a call number and a command, not "${text}"`);
    }
    const command = parseCommand(typed);
    if (!command.ok) return command;
    commands.push({ call: Number(call), typed: command.value });
  }
  return ok(commands);
}

function resolveCommands(given: readonly TypedAtCall[], transcript: Transcript): Result<readonly CommandAtCall[]> {
  const { calls, messages } = transcript;
  const commands: CommandAtCall[] = [];
  for (const { call, typed } of given) {
    if (call >= calls.length)
      return fail(`--command: no call ${call}; the file has ${calls.length} calls, counted from 0`);
    const command = resolveCommand(typed, (name) => messageNamed(name, messages));
    if (!command.ok) return fail(`--command: ${command.error}`);
    commands.push({ call, command: command.value });
  }
  return ok(commands);
}

/** Messages of layers have ids too, but only exist once the replay has reached them. */
function messageNamed(name: string, messages: Transcript['messages']): Result<MessageId> {
  return name.startsWith('made-') ? ok(name as MessageId) : findMessage(name, messages);
}

/** For a session, and for its sub-agents, which are separate sessions. */
interface Report extends Awaited<ReturnType<typeof reportOfOne>> {
  readonly subAgents: readonly (Report & { readonly agent: string })[];
}

async function reportOf(
  transcript: Transcript,
  chosen: Compacting,
  options: ReplayOptions,
  withCalls: boolean,
): Promise<Report> {
  const { commands: _, ...forAgents } = options;
  const own = await reportOfOne(transcript, chosen, options, withCalls);
  const subAgents: (Report & { readonly agent: string })[] = [];
  for (const child of transcript.children) {
    const agent = child.agentId ?? child.title ?? 'sub-agent';
    subAgents.push({ agent, ...(await reportOf(child, chosen, forAgents, false)) });
  }
  return { ...own, subAgents };
}

/** By the policy, or by a process in place of its compactions. */
type Compacting = ChosenPolicy & { readonly compactor: CompactorChoice | undefined };

async function reportOfOne(
  transcript: Transcript,
  { policy, replies, compactor }: Compacting,
  options: ReplayOptions,
  withCalls: boolean,
) {
  const material = replayMaterial(transcript);
  const summarizer = summarizerFor(replies, material);
  const outside = compactor && (await replayWithCompactor(material, policy, summarizer, compactor, options));
  const simulation = outside?.simulation ?? replay(material, policy, summarizer, options);
  return {
    policy: policy.id,
    mode: simulation.mode,
    calls: simulation.calls,
    window: simulation.thresholds.window,
    threshold: simulation.thresholds.auto,
    windowSource: material.limits.windowSource,
    compactions: simulation.compactions.map(compactionReport),
    layers: layersReport(simulation),
    recorded: recordedReport(transcript),
    failures: simulation.failures.map(({ call, layer, kind, reason }) => ({
      call,
      layer,
      kind,
      reason: reasonText(reason, actors[layer].reasons),
    })),
    deadAt: simulation.deadAt ?? null,
    blockedAt: simulation.blockedAt ?? null,
    thrash: simulation.thrash ?? null,
    totals: totalsReport(simulation),
    recordedBill: recordedBill(material) ?? null,
    ...optional('compactor', outside?.report),
    ...(withCalls ? { perCall: perCallReport(simulation) } : {}),
  };
}

/** Arrays over the calls. `size` is what a call carried, `used` what the gate compared; 0 if a call was not sent. */
function perCallReport({ used, counted, cacheRead, cacheWritten, uncached, billedOutput }: Simulation) {
  return {
    size: [...used],
    used: [...counted],
    read: [...cacheRead],
    written: [...cacheWritten],
    uncached: [...uncached],
    output: [...billedOutput],
  };
}

/** Totals per layer: some act before nearly every call. */
function layersReport({ changes, notes }: Simulation) {
  const work = new Map<ActorId, { times: number; tokens: number; firstCall: number; lastCall: number }>();
  // A note does not change the context.
  const acts = [...changes, ...notes.map(({ call }) => ({ layer: noteLayer, call, before: 0, after: 0 }))];
  for (const { layer, call, before, after } of acts) {
    const known = work.get(layer) ?? { times: 0, tokens: 0, firstCall: call, lastCall: call };
    work.set(layer, {
      ...known,
      times: known.times + 1,
      tokens: known.tokens + Math.round(before - after),
      lastCall: call,
    });
  }
  return [...work].map(([layer, sums]) => ({ layer, ...sums }));
}

export function compactionReport(change: SimulatedChange) {
  const { call, layer, trigger, after } = change;
  return {
    call,
    layer,
    trigger,
    before: Math.round(sizeBefore(change)),
    after: Math.round(after),
    reason: changeReason(change),
  };
}

export function totalsReport({ totals: { cost, ...totals } }: Pick<Simulation, 'totals'>) {
  return { ...totals, cost: cost.unknown > 0 ? null : cost.dollars };
}

function recordedReport(transcript: Transcript) {
  return transcript.boundaries.map((boundary) => ({
    call: firstCallFrom(transcript, boundary.at),
    kind: boundary.kind,
    trigger: boundary.trigger,
    preTokens: boundary.preTokens ?? null,
  }));
}

function asText(report: Report): string {
  const number = (value: number | null) => (value === null ? 'unknown' : value.toLocaleString('en-US'));
  const { totals } = report;
  const lines = [
    `${report.policy}, ${report.mode}: ${number(report.calls)} calls, window ${number(report.window)}, threshold ${number(report.threshold)}`,
    ...report.compactions.map(
      ({ call, layer, trigger, before, after, reason }) =>
        `  before call ${call}: ${layer} (${trigger}) ${number(before)} → ${number(after)}: ${reason}`,
    ),
    ...report.layers
      .filter(({ layer }) => !report.compactions.some((each) => each.layer === layer))
      .map(
        ({ layer, times, tokens, firstCall, lastCall }) =>
          `  ${layer}: ${times === 1 ? `before call ${firstCall}` : `${number(times)} times, before calls ${firstCall} to ${lastCall}`}` +
          (tokens === 0 ? '' : `, ${number(tokens)} tokens removed`),
      ),
    ...report.failures.map(({ call, layer, reason }) => `  before call ${call}: ${layer} failed: ${reason}`),
    ...(report.compactor === undefined ? [] : compactorLines(report.compactor)),
    ...(report.thrash === null
      ? []
      : [
          `  gave up before call ${report.thrash.call}: full again immediately, three times in a row; the largest message is ${report.thrash.message}, ${number(report.thrash.tokens)}`,
        ]),
    ...(report.blockedAt === null
      ? []
      : [`  blocked from call ${report.blockedAt}: turns are blocked until the user compacts`]),
    ...(report.deadAt === null ? [] : [`  dead from call ${report.deadAt}: the context no longer fits`]),
    `  recorded: ${report.recorded.map(({ call, kind, trigger }) => `${kind} (${trigger}) before call ${call}`).join(', ') || 'no compaction'}`,
    `  peak ${number(totals.peak)}, sent ${number(totals.sent)} (read ${number(totals.cacheRead)}, written ${number(totals.cacheWrite)}, uncached ${number(totals.uncached)}), output ${number(totals.output)}`,
    `  ${number(totals.modelCalls)} requests, cost ${dollars(totals.cost)}`,
    ...billLines(report),
    '',
    ...report.subAgents.map((agent) => `sub-agent ${agent.agent}: ${asText(agent)}`),
  ];
  return `${lines.join('\n')}\n`;
}

function dollars(cost: number | null): string {
  return cost === null ? 'unknown' : `$${cost.toFixed(2)}`;
}

/** The recorded cost, and what makes it incomplete. */
function billLines({ recordedBill: recorded, totals }: Report): readonly string[] {
  if (recorded === null) return [];
  const number = (value: number) => value.toLocaleString('en-US');
  const difference = (ours: number, theirs: number) => `${ours < theirs ? '−' : '+'}${number(Math.abs(ours - theirs))}`;
  const cost =
    recorded.cost === null || totals.cost === null
      ? ''
      : `, ${totals.cost < recorded.cost ? '−' : '+'}$${Math.abs(totals.cost - recorded.cost).toFixed(2)} here`;
  const notes = [
    ...(recorded.callsWithoutUsage === 0 ? [] : [`${number(recorded.callsWithoutUsage)} calls have no recorded usage`]),
    ...(recorded.unfinishedOutputs === 0
      ? []
      : [`${number(recorded.unfinishedOutputs)} calls have incomplete recorded output`]),
  ];
  return [
    `  recorded: sent ${number(recorded.sent)} (read ${number(recorded.cacheRead)}, written ${number(recorded.cacheWrite)}, uncached ${number(recorded.uncached)}), output ${number(recorded.output)}, cost ${dollars(recorded.cost)}${cost}`,
    `  difference: read ${difference(totals.cacheRead, recorded.cacheRead)}, written ${difference(totals.cacheWrite, recorded.cacheWrite)}, uncached ${difference(totals.uncached, recorded.uncached)}, output ${difference(totals.output, recorded.output)}`,
    ...(notes.length === 0 ? [] : [`  ${notes.join('; ')}`]),
  ];
}
