import { costOf } from '../../economics/cost';
import { modelFor } from '../../economics/model-table';
import type { EntryOf, HookFiring } from '../journal/entry';
import type { HookEvent } from '../journal/need';
import type { LiveContext } from './live-context';
import type { HookText, LiveHooks } from './live-hooks';
import type { AfterHooks } from './run-phase';

type EnterPrompt = (prompt: EntryOf<'prompt'>) => void;

/** [H1] What hooks are told at which step of a run, and where what they say stands. */
export class HookFlow {
  /** Not added before hooks have had their say. */
  private entering: EntryOf<'prompt'> | undefined;
  private toldLoads = 0;
  /** They were told that the session starts. */
  hasBegun = false;

  constructor(private readonly hooks: LiveHooks) {}

  atPrompt(entry: EntryOf<'prompt'>, live: LiveContext): readonly HookEvent[] {
    const start = this.hasBegun ? [] : this.hooks.atStart();
    this.hasBegun = true;
    this.entering = entry;
    return [...start, ...this.toldLate(live), ...this.hooks.atPrompt(entry.text)];
  }

  /** What nobody waited for. */
  toldLate({ assembly: { loads } }: LiveContext): readonly HookEvent[] {
    const { hooks } = this;
    hooks.note(
      loads
        .slice(this.toldLoads)
        .map(({ path, level, reason }) => ({ event: 'InstructionsLoaded', path, level, reason })),
    );
    this.toldLoads = loads.length;
    return hooks.takeQueued();
  }

  /** What they print about a prompt stands behind it, everything else in front. False: the prompt is not added. */
  heard(entry: EntryOf<'hooked'>, then: AfterHooks, live: LiveContext, enterPrompt: EnterPrompt): boolean {
    const { hooks } = this;
    const { record } = live;
    const place = { call: live.book.calls.length, at: record.transcript.messages.length };
    const texts = hooks.take(entry, { ...place, record: (hook) => record.addHook(hook) });
    for (const { firings } of entry.events) for (const firing of firings) pay(firing, live);
    if (typeof then === 'object' && 'work' in then) {
      hooks.printed(texts, live.facts.call);
      return true;
    }
    const enter = ({ text, event, entered }: HookText) => {
      const held = live.messages.injected(text, entry.timeMs, { kind: 'hook', name: event });
      live.enter(held);
      entered(held.tokens, held.message.id);
    };
    const isOfPrompt = ({ event }: HookText) => event === 'UserPromptSubmit';
    for (const each of texts) if (!isOfPrompt(each)) enter(each);
    if (then !== 'prompt' || this.entering === undefined) return true;
    if (hooks.blockedPrompt !== undefined) {
      this.entering = undefined;
      return false;
    }
    this.enter(enterPrompt);
    for (const each of texts) if (isOfPrompt(each)) enter(each);
    return true;
  }

  /** The prompt, if it was not added yet. */
  enter(enterPrompt: EnterPrompt): void {
    const { entering } = this;
    this.entering = undefined;
    if (entering !== undefined) enterPrompt(entering);
  }
}

function pay({ model, usages = [] }: HookFiring, { book }: LiveContext): void {
  if (model === undefined) return;
  for (const usage of usages) book.spendBeside(model, costOf(usage, modelFor(model)));
}
