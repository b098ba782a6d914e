import type { KeptText } from '../../storage/kept-text';
import type { engine } from '../../worker/engine/client';
import {
  type InterruptedRun,
  interrupted,
  interruptedRun,
  isSamePlace,
  readInterrupted,
  writeInterrupted,
} from './interrupted-runs';
import type { PromptBoard } from './prompt-board';
import type { KeptRun } from './prompt-kept-run';
import { isBySource } from './prompt-run';

export interface InterruptionParts {
  loadEngine(): Promise<Pick<typeof engine, 'ask'>>;
  keep(run: KeptRun): Promise<void>;
  /** Outlasts a reload and the tab, and can be written while the page closes. Shared by all tabs. */
  readonly interrupted: KeptText;
}

/** Answers in progress when the page closes: their partial text was paid for. */
export class Interruptions {
  private readonly storing = new Map<string, InterruptedRun>();

  constructor(
    private readonly parts: InterruptionParts,
    private readonly board: PromptBoard,
  ) {}

  /** Called while the page closes. */
  note(): void {
    const { about, runs } = this.board.now;
    const asked = runs.flatMap((run) => {
      const isNoted = about === undefined || this.storing.has(run.id);
      return isNoted ? [] : (interruptedRun(run, about, this.board.placeOfRun(run)) ?? []);
    });
    const left = [...this.storing.values(), ...asked];
    const mine = new Set(left.map(({ run }) => run.id));
    if (left.length > 0) this.write([...this.read().filter(({ run }) => !mine.has(run.id)), ...left]);
  }

  /** Complete, and not stored yet. */
  arrived(whole: InterruptedRun): void {
    this.storing.set(whole.run.id, whole);
  }

  forget(id: string): void {
    this.storing.delete(id);
    const noted = this.read();
    const others = noted.filter(({ run }) => run.id !== id);
    if (others.length < noted.length) this.write(others);
  }

  /** When the page is back, or another is opened: saves all of them, and shows each one whose column exists again. */
  async recall(): Promise<void> {
    const left = this.read();
    if (left.length === 0) return;
    this.write([]);
    await Promise.all(left.map((each) => this.takeUp(each)));
  }

  private read(): readonly InterruptedRun[] {
    return readInterrupted(this.parts.interrupted.read() ?? '');
  }

  private write(runs: readonly InterruptedRun[]): void {
    this.parts.interrupted.write(runs.length === 0 ? '' : writeInterrupted(runs));
  }

  private async takeUp({ place: compacted, run }: InterruptedRun): Promise<void> {
    const { id, atMs, call, round, earlierCalls, writer, result } = run;
    const isEmpty = result.text === '';
    if (!isEmpty) await this.parts.keep(run);
    const { about, columns } = this.board.now;
    const column = columns.find(({ source }) => isBySource(writer, source))?.id;
    const place = column === undefined ? undefined : this.board.placeOf(column, round);
    if (column === undefined || place === undefined) return;
    if (about?.place !== run.place || !isSamePlace(place, compacted)) return;
    const state = isEmpty ? ({ type: 'failed', failure: interrupted } as const) : ({ type: 'ended', result } as const);
    // Saved just now, it may be shown already.
    if (this.board.find(id) === undefined)
      this.board.add([{ id, column, round, call, earlierCalls, atMs, writer, state }]);
    if (isEmpty) return;
    const { promptText, scratchTag } = writer;
    const asked = { place, summary: result.text, prompt: promptText, scratchTag };
    const scored = { ...result, scores: await (await this.parts.loadEngine()).ask('score-summary', asked) };
    this.board.setState(id, { type: 'ended', result: scored });
    await this.parts.keep({ ...run, result: scored });
  }
}
