import { asBoolean, asObject, asText, type Json } from '../base/json';
import { fail, ok, type Result } from '../base/result';
import { withoutTags } from './agent-list';
import type { DelegationTool } from './agent-tool';

export const SEND_MESSAGE_TOOL = 'SendMessage';

/** [O7] To all others. */
export const TO_ALL = '*';

/** [O7] What one agent says to another. */
export type MessageContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'shutdown-request'; readonly reason: string }
  | { readonly type: 'shutdown-answer'; readonly agrees: boolean; readonly reason: string }
  | { readonly type: 'plan-answer'; readonly agrees: boolean; readonly reason: string };

export interface SentMessage {
  /** A name, or `*`. */
  readonly to: string;
  /** For the user. */
  readonly summary: string;
  readonly content: MessageContent;
}

const KINDS = {
  shutdown_request: 'shutdown-request',
  shutdown_response: 'shutdown-answer',
  plan_approval_response: 'plan-answer',
} as const;

export const sendMessageTool: DelegationTool = {
  name: SEND_MESSAGE_TOOL,
  description: `Sends a message to another agent by its name, or to all with "*". What you write in your answers is not seen by other agents.

- An agent that runs reads it before its next tool calls. One that is done continues, with the context that it had.
- Messages of other agents come to you by themselves: there is no inbox to check.
- "*" costs a request for each agent. Use it only if all of them need to know.
- Besides a text, a message can be { "type": "shutdown_request", "reason" }, the answer { "type": "shutdown_response", "approve", "reason" }, or the answer to a plan { "type": "plan_approval_response", "approve", "feedback" }.`,
  input: {
    type: 'object',
    properties: {
      to: { type: 'string', description: 'The name of the agent, or * for all.' },
      summary: { type: 'string', description: 'The message in five to ten words, for the user.' },
      message: {
        anyOf: [
          { type: 'string' },
          {
            type: 'object',
            properties: {
              type: { type: 'string', enum: Object.keys(KINDS) },
              approve: { type: 'boolean' },
              reason: { type: 'string' },
              feedback: { type: 'string' },
            },
            required: ['type'],
          },
        ],
      },
    },
    required: ['to', 'message'],
  },
};

const ASKED_TO_STOP = 'You are asked to stop.';
const LONGEST_MESSAGE = 100_000;
const LONGEST_SUMMARY = 200;

/** The input of a call, or what is wrong with it, in words for the model. */
export function sentMessage(input: Json): Result<SentMessage> {
  const args = asObject(input);
  if (args === undefined) return wrong('its input is not an object');
  const to = asText(args.to)?.trim().replace(/^@/, '') ?? '';
  if (to === '') return wrong('"to" must be the name of an agent, or "*"');
  const content = contentOf(args.message);
  if (!content.ok) return content;
  if (to === TO_ALL && content.value.type !== 'text') return wrong('only a text can be sent to all');
  const summary = asText(args.summary)?.trim() ?? '';
  if (content.value.type === 'text' && summary === '') return wrong('"summary" is missing');
  return ok({ to, summary: summary.slice(0, LONGEST_SUMMARY), content: content.value });
}

function contentOf(message: Json | undefined): Result<MessageContent> {
  if (typeof message === 'string') {
    if (message.trim() === '') return wrong('"message" is empty');
    if (message.length > LONGEST_MESSAGE) return wrong('"message" has more than 100,000 characters');
    return ok({ type: 'text', text: message });
  }
  const args = asObject(message);
  const type = Object.entries(KINDS).find(([name]) => name === args?.type)?.[1];
  if (args === undefined || type === undefined) {
    return wrong(`"message" must be a text, or an object with "type": one of ${Object.keys(KINDS).join(', ')}`);
  }
  const reason = (asText(args.reason) ?? asText(args.feedback) ?? '').slice(0, LONGEST_MESSAGE);
  if (type === 'shutdown-request') return ok({ type, reason });
  const agrees = asBoolean(args.approve);
  return agrees === undefined ? wrong('"approve" must be true or false') : ok({ type, agrees, reason });
}

function wrong(what: string) {
  return fail(`SendMessage was not run: ${what}.`);
}

/** [O7] As its receiver reads it. */
export function messageText(from: string, { summary, content }: Omit<SentMessage, 'to'>, note = ''): string {
  const about = ['summary', 'note'].flatMap((name) => {
    const value = name === 'note' ? note : summary;
    return value === '' ? [] : [` ${name}="${withoutTags(value).replace(/["\n]/g, ' ')}"`];
  });
  return `<agent-message from="${from}"${about.join('')}>\n${withoutTags(wordsOf(content))}\n</agent-message>`;
}

export function wordsOf(content: MessageContent): string {
  switch (content.type) {
    case 'text':
      return content.text;
    case 'shutdown-request':
      return `${ASKED_TO_STOP}${because(content.reason)} Finish what must not stay half done, then answer with SendMessage and the type shutdown_response.`;
    case 'shutdown-answer':
      return content.agrees
        ? `It stops now.${because(content.reason)}`
        : `It does not stop yet.${because(content.reason)}`;
    case 'plan-answer':
      return content.agrees
        ? `Your plan is approved.${because(content.reason)}`
        : `Your plan is not approved. Change it.${because(content.reason)}`;
  }
}

function because(reason: string): string {
  return reason.trim() === '' ? '' : ` ${reason.trim()}`;
}

export interface Reachable {
  readonly name: string;
  readonly isRunning: boolean;
}

/** [O7] Who gets a message; or why nobody does, in words for the model. */
export function receiversOf(to: string, from: string, others: readonly Reachable[]): Result<readonly Reachable[]> {
  const reachable = others.filter(({ name }) => name !== from);
  if (to === TO_ALL) {
    const running = reachable.filter(({ isRunning }) => isRunning);
    return running.length > 0 ? ok(running) : wrong('no other agent is running');
  }
  const found = reachable.find(({ name }) => name === to);
  if (found !== undefined) return ok([found]);
  const names = reachable.map(({ name }) => name).join(', ');
  const known = names === '' ? 'There are no others' : `Agents: ${names}`;
  return wrong(
    to === from
      ? 'a message to yourself goes nowhere'
      : `there is no agent ${JSON.stringify(to.slice(0, 64))}. ${known}`,
  );
}

export interface ReceivedMessage {
  readonly from: string;
  readonly text: string;
}

const RECEIVED = /^<agent-message from="([^"\n]*)"[^>\n]*>\n([\s\S]*)\n<\/agent-message>$/;

/** [O7] A message, as its receiver reads it. */
export function readMessage(text: string): ReceivedMessage | undefined {
  const [, from, said] = RECEIVED.exec(text) ?? [];
  return from === undefined || said === undefined ? undefined : { from, text: said };
}

/** [O7] Whether the message asks its receiver to stop. */
export function asksToStop({ text }: ReceivedMessage): boolean {
  return text.startsWith(ASKED_TO_STOP);
}
