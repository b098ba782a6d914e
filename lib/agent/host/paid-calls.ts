import { asNumber } from '../../base/json';
import { optional } from '../../base/optional';
import { modelFor } from '../../economics/model-table';
import { objectsIn } from '../../prompts/mended-turns';
import type { ModelRequest } from '../journal/chat-model';
import type { Entry, EntryOf, ModelChoice } from '../journal/entry';
import { modelIdOf } from '../journal/model-id';
import type { NewEntry } from '../journal/new-entry';
import { callDollars, type ToSend } from '../view/to-send';
import { UNKNOWN_PROVIDER } from '../view/who-answers';
import type { AgentRun } from './agent-run';

type Approval = Pick<EntryOf<'approved'>, 'model' | 'provider'>;

/** Which paid calls the user has allowed, by their model and where they go. */
export class PaidCalls {
  /** Also in turns that were undone. */
  private approvals: readonly Approval[];

  constructor(
    private readonly provider: ((model: string) => string) | undefined,
    entries: readonly Entry[],
  ) {
    this.approvals = entries.filter((entry) => entry.type === 'approved');
  }

  mayBeMade(model: ModelChoice): boolean {
    if (model.type === 'scripted' || this.provider === undefined) return true;
    const provider = this.provider(model.id);
    return this.approvals.some(
      (given) => given.model === model.id && (given.provider === provider || provider === UNKNOWN_PROVIDER),
    );
  }

  /** The server may have said only since it was shown where it sends. */
  approval({ model, provider }: ToSend): Extract<NewEntry, { readonly type: 'approved' }> {
    return { type: 'approved', model, provider: this.provider?.(model) ?? provider };
  }

  allow(approval: Approval): void {
    this.approvals = [...this.approvals, approval];
  }

  /** What the user is shown before the first one. */
  toSend({ purpose, body }: ModelRequest, { run, files }: AgentRun): ToSend {
    const id = modelIdOf(run.model);
    const model = modelFor(id);
    const inputTokens = run.size;
    const mostOutputTokens = asNumber(body.max_tokens) ?? model.maxOutputTokens;
    return {
      model: id,
      provider: this.provider?.(id) ?? UNKNOWN_PROVIDER,
      purpose,
      ...optional('selector', run.selector),
      messages: objectsIn(body.messages).length,
      inputTokens,
      mostOutputTokens,
      files: files.length,
      ...callDollars(model, inputTokens, mostOutputTokens),
    };
  }
}
