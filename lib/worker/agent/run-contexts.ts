import type { AgentRun } from '../../agent/host/agent-run';
import type { HostedRun } from '../../agent/host/run-host';
import { RunLookup } from '../../agent/host/run-lookup';
import type { ModelRequest } from '../../agent/journal/chat-model';
import { modelIdOf } from '../../agent/journal/model-id';
import type { RunSurroundings } from '../../agent/run/live-context';
import type { LiveConversation } from '../../agent/run/live-conversation';
import { chatRequest } from '../../api/openai/chat-request';
import { Refusal } from '../../base/failure';
import { asText } from '../../base/json';
import { providerOf } from '../../economics/model-provider';
import type { RequestFrame } from '../../exporters/request-frame';
import type { ReplayedCall } from '../../simulator/replay/replay-lookup';
import { systemWeightOf } from '../../tokens/anchored';
import { builtInCalibration } from '../../tokens/calibrated';
import type { Message, MessageId } from '../../transcript/transcript';
import { DescribedMessages } from '../engine/message-rows';
import type { RequestBody, SideOfCall, SimulatedContext, SimulatedPlace, Violation } from '../engine/messages';
import { requestBody, requestViolations } from '../engine/request-body';
import type { SentBody } from './agent-messages';

/** What a call of a run carried, for the message list. */
export class RunContexts {
  private readonly lookup: RunLookup;
  private indexed:
    | { readonly state: AgentRun; readonly places: Map<MessageId, number>; described: DescribedMessages }
    | undefined;

  private readonly ofAgents = new Map<string, RunContexts>();

  constructor(
    private readonly host: HostedRun,
    private readonly surroundings: RunSurroundings,
    /** [O4] The agent; undefined for the run itself. */
    private readonly agent?: string,
  ) {
    this.lookup = new RunLookup(surroundings, agent);
  }

  /** [O4] Of one of its agents, or its own. */
  of(agent: string | undefined): RunContexts {
    if (agent === undefined) return this;
    const made = this.ofAgents.get(agent) ?? new RunContexts(this.host, this.surroundings, agent);
    this.ofAgents.set(agent, made);
    return made;
  }

  get conversation(): LiveConversation {
    const { run } = this.host.state;
    const found = this.agent === undefined ? run : run.agents.named(this.agent)?.run;
    if (found === undefined) throw new Refusal('This agent is no longer in the run.', 'Choose another one.');
    return found;
  }

  at(call: number): SimulatedContext {
    const { before, after, verdicts, isDead } = this.step(call);
    const described = this.describedMessages();
    const { systemTokens } = this;
    return { call, systemTokens, before: described.of(before), after: described.of(after), verdicts, isDead };
  }

  message({ call, side, place }: SimulatedPlace): Message {
    const found = this.step(call)[side][place];
    if (found === undefined) throw new Error(`Message ${place} of call ${call} was asked for`);
    return found.message;
  }

  violations({ call, side, provider }: SideOfCall): readonly Violation[] {
    return requestViolations(this.messagesOf(call, side), this.frame, provider);
  }

  body({ call, side, provider }: SideOfCall): RequestBody {
    return requestBody(this.messagesOf(call, side), this.frame, provider);
  }

  sent(call: number): SentBody {
    const { body: asked, betas } = this.request(call);
    const body = providerOf(asText(asked.model) ?? '') === 'openai' ? chatRequest(asked) : asked;
    return { betas, text: JSON.stringify(body, null, 2) };
  }

  request(call: number): ModelRequest {
    const request = this.lookup.request(this.host, call);
    if (request !== undefined) return request;
    throw new Refusal(`Call ${call + 1} was never sent.`, 'Choose one of the calls before.');
  }

  /** By our own counter, everything that the call carries. */
  tokensOf(call: number): number {
    return Math.round(this.step(call).after.reduce((sum, { tokens }) => sum + tokens, this.systemTokens));
  }

  private get systemTokens(): number {
    return systemWeightOf(this.conversation.transcript, builtInCalibration);
  }

  private get frame(): RequestFrame {
    const { policy, model, transcript } = this.conversation;
    const { system, tools } = transcript;
    return { model: modelIdOf(model), maxTokens: policy.maxOutputTokens, system, tools };
  }

  private messagesOf(call: number, side: SideOfCall['side']): readonly Message[] {
    return this.step(call)[side].map(({ message }) => message);
  }

  private step(call: number): ReplayedCall {
    const step = this.lookup.step(this.host, call);
    if (step !== undefined) return step;
    throw new Refusal(`Call ${call + 1} was not prepared yet.`, 'Choose one of the calls before.');
  }

  /** Messages are only added at the end; after an undo it is a different run. */
  private describedMessages(): DescribedMessages {
    const { state } = this.host;
    if (this.indexed?.state !== state) {
      const places = new Map<MessageId, number>();
      this.indexed = { state, places, described: new DescribedMessages(places) };
    }
    const { places, described } = this.indexed;
    const { messages } = this.conversation.transcript;
    for (let place = places.size; place < messages.length; place++) {
      const message = messages[place];
      if (message !== undefined) places.set(message.id, place);
    }
    return described;
  }
}
