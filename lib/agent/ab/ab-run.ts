import type { Policy } from '../../policies/shape/policy';
import type { Simulation } from '../../simulator/pipeline/simulation';
import type { Transcript } from '../../transcript/transcript';
import type { ModelChoice } from '../journal/entry';
import { rereadsIn } from '../run/count-rereads';
import { ScriptSide, type SideEnd, type SideParts } from './script-side';

/** What both sides do, each as far as its context lets it. */
export interface AbScript {
  readonly model: ModelChoice;
  readonly files: Readonly<Record<string, string>>;
  /** Each when the agent has finished with those before. */
  readonly prompts: readonly string[];
}

export interface AbSide {
  /** The calls so far. */
  readonly simulation: Simulation;
  /** The calls that read a file again because its text had left the context; a call may be there twice. */
  readonly rereads: readonly number[];
  /** Missing while it runs. */
  readonly end?: SideEnd;
}

/** `A: Playground`. Both have the same prompts, so their policies tell them apart. */
export function sideTitle({ title }: Policy, place: number): string {
  return `${'AB'.charAt(place)}: ${title}`;
}

/** Both sides make their next call, then the next: what happens at a call is compared at that call. */
export class AbRun {
  private readonly sides: readonly ScriptSide[];
  private readonly titles: readonly string[];
  private calls = 0;

  constructor(policies: readonly Policy[], { prompts, ...script }: AbScript, parts: SideParts) {
    this.titles = policies.map(sideTitle);
    const steps = prompts.map((text) => ({ type: 'prompt', text }) as const);
    this.sides = policies.map((policy) => new ScriptSide({ ...script, policy, steps }, parts));
  }

  /** Whether a side made a call. */
  async step(): Promise<boolean> {
    this.calls += 1;
    for (const side of this.sides) await side.advanceTo(this.calls);
    return this.sides.some(({ end }) => end === undefined);
  }

  view(): readonly AbSide[] {
    return this.sides.map(viewOf);
  }

  get transcripts(): readonly Transcript[] {
    return this.sides.map(({ run }, place) => ({ ...run.transcript, title: this.titles[place] ?? '' }));
  }
}

function viewOf({ run, end }: ScriptSide): AbSide {
  const side = { simulation: run.result(), rereads: rereadsIn(run.transcript) };
  return end === undefined ? side : { ...side, end };
}
