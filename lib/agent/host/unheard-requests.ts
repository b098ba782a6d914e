import type { AskEvent } from '../../api/ask-model';
import { estimatedUsage } from '../../api/estimated-usage';
import { asText } from '../../base/json';
import { costOf } from '../../economics/cost';
import { modelFor } from '../../economics/model-table';
import type { Usage } from '../../transcript/transcript';
import type { ChatModel, ModelRequest } from '../journal/chat-model';
import type { ModelChoice } from '../journal/entry';
import { NOTHING_SPENT, type Spent, together } from '../run/whole-run';

/**
 * What was sent to models without an answer that becomes a part of the run: the request failed, was tried again, or was
 * stopped. It is known at once when a request is stopped, because nobody waits for its end.
 */
export class UnheardRequests {
  private spent: Spent = NOTHING_SPENT;

  /** Undefined if there is nothing new. */
  take(): Spent | undefined {
    const { spent } = this;
    this.spent = NOTHING_SPENT;
    return spent.calls === 0 ? undefined : spent;
  }

  get isEmpty(): boolean {
    return this.spent.calls === 0;
  }

  /** The model, with what it is asked counted. `isKept`: what is answered is a part of the run, and counted there. */
  counted(model: ChatModel, choice: ModelChoice, isKept: boolean): ChatModel {
    if (choice.type === 'scripted') return model;
    return {
      ask: async (request, options) => {
        const { signal, onEvent } = options;
        let current: Try | undefined;
        const end = (isSent: boolean) => {
          if (current !== undefined) this.spent = together(this.spent, current.spent(isSent));
          current = undefined;
        };
        const stopped = () => end(true);
        signal.addEventListener('abort', stopped, { once: true });
        const hear = (event: AskEvent) => {
          if (event.type === 'asking' || event.type === 'waiting') end(false);
          if (event.type === 'asking' && !signal.aborted) current = new Try(request);
          current?.hear(event);
          onEvent?.(event);
        };
        try {
          const outcome = await model.ask(request, { ...options, onEvent: hear });
          if (outcome.type === 'answered' && isKept) current = undefined;
          end(outcome.type === 'answered');
          return outcome;
        } finally {
          signal.removeEventListener('abort', stopped);
        }
      },
    };
  }
}

/** One request on its way. */
class Try {
  private usage: Usage | undefined;
  private said = '';

  constructor(private readonly request: ModelRequest) {}

  hear(event: AskEvent): void {
    if (event.type === 'usage') this.usage = event.usage;
    else if (event.type === 'text' || event.type === 'thinking' || event.type === 'tool-input') this.said += event.text;
  }

  /** `isSent`: nobody has refused it. What is refused before its answer begins costs nothing. */
  spent(isSent: boolean): Spent {
    const hasBegun = this.usage !== undefined || this.said !== '';
    if (!hasBegun && !isSent) return { calls: 1, dollars: 0 };
    const { body } = this.request;
    const counted = estimatedUsage(body, this.said === '' ? [] : [{ type: 'text', text: this.said }]);
    // A server says at the start what was sent, and only at the end what it wrote.
    const usage =
      this.usage === undefined ? counted : { ...this.usage, output: Math.max(this.usage.output, counted.output) };
    return { calls: 1, dollars: costOf(usage, modelFor(asText(body.model) ?? '')) ?? 0 };
  }
}
