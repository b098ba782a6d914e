import { parseJson } from '../../lib/base/json';
import { CompactorLines } from '../../lib/compactor/compactor-line';
import { parseAnswer } from '../../lib/compactor/parse-answer';
import { type AnswersReport, WatchedAnswers } from '../../lib/compactor/watched-answers';
import type { OwnAnswer, OwnAsk, OwnLayer } from '../../lib/layers/shape/own';
import { compactingOutside } from '../../lib/policies/shape/compacting-outside';
import type { Policy } from '../../lib/policies/shape/policy';
import type { Simulation } from '../../lib/simulator/pipeline/simulation';
import type { ReplayMaterial } from '../../lib/simulator/recorded/replay-material';
import type { OwnLayers } from '../../lib/simulator/replay/own-answers';
import { type ReplayOptions, replay } from '../../lib/simulator/replay/replay';
import { answersOfOwn } from '../../lib/simulator/replay/replay-asking';
import type { Summarizer } from '../../lib/summarizers/summarizer';
import { CompactorProcess, type ProcessLimits, usualLimits } from './compactor-process';

export interface CompactorChoice {
  /** As typed into a shell. */
  readonly command: string;
  readonly when: OwnLayer['when'];
  /** The folder in which the command runs. */
  readonly folder: string;
  readonly limits?: Partial<ProcessLimits>;
}

export interface CompactorReport extends AnswersReport {
  readonly command: string;
  readonly when: OwnLayer['when'];
  /** Started so many times. More than once after faults. */
  readonly starts: number;
  readonly sentBytes: number;
  readonly receivedBytes: number;
}

export interface CompactorReplay {
  readonly simulation: Simulation;
  /** The policy without its own compactions, and what the process answered: every further replay with both is the same. */
  readonly policy: Policy;
  readonly own: OwnLayers;
  readonly report: CompactorReport;
}

/**
 * [Z1] A replay whose compactions are those of a process, one for the session. Whatever that does is a value: a fault is a
 * failure of the layer at that call, and in the report.
 */
export async function replayWithCompactor(
  material: ReplayMaterial,
  given: Policy,
  summarizer: Summarizer,
  { command, when, folder, limits }: CompactorChoice,
  options: Omit<ReplayOptions, 'own'> = {},
): Promise<CompactorReplay> {
  const policy = compactingOutside(given, when);
  const session = new AskedProcess(
    new CompactorProcess(command, folder, { ...usualLimits, ...limits }),
    material.transcript.sessionId ?? '',
    when,
  );
  const watched = new WatchedAnswers((ask) => session.answer(ask));
  let lastCall = 0;
  try {
    const layers: readonly OwnLayer[] = [{ name: 'the compactor', when }];
    const own = await answersOfOwn(material, policy, summarizer, options, layers, (ask) => {
      lastCall = ask.facts.call;
      return watched.answer(ask);
    });
    const simulation = replay(material, policy, summarizer, { ...options, own });
    const late = await session.process.stop();
    const { starts, sentBytes, receivedBytes } = session.process;
    const { faults, ...asked } = watched.report;
    const all = late === undefined ? faults : [...faults, { call: lastCall, what: late }];
    return {
      simulation,
      policy,
      own,
      report: { command, when, ...asked, faults: all, starts, sentBytes, receivedBytes },
    };
  } finally {
    session.process.end();
  }
}

/** Lines to it and back. A process that was started anew is told everything. */
class AskedProcess {
  private lines: CompactorLines;

  constructor(
    readonly process: CompactorProcess,
    private readonly session: string,
    private readonly when: OwnLayer['when'],
  ) {
    this.lines = new CompactorLines(session, when);
  }

  async answer(ask: OwnAsk): Promise<OwnAnswer> {
    if (this.process.isNew) this.lines = new CompactorLines(this.session, this.when);
    const line = await this.process.ask(JSON.stringify(this.lines.lineFor(ask)));
    if (!line.ok) return { type: 'failed', kind: 'no-answer', what: line.error };
    const value = parseJson(line.value);
    if (!value.ok) {
      this.process.end();
      return { type: 'failed', kind: 'no-answer', what: `it printed a line that is not JSON: ${start(line.value)}` };
    }
    return parseAnswer(value.value, { call: ask.facts.call, messages: ask.context.messages });
  }
}

function start(line: string): string {
  const shown = line.slice(0, 80);
  return JSON.stringify(shown.length < line.length ? `${shown}…` : shown);
}
