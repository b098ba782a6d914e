import type { Part, ToolCallId } from '../transcript/transcript';
import { withoutTags } from './agent-list';

const TAG = 'forked-agent';
const DIRECTIVE = '\n\nDirective: ';

/** [O5] What a fork is told in place of every result that its parent still waits for: the same bytes for all siblings. */
export const FORK_PLACEHOLDER = 'Started in a fork. The parent gets the result.';

/** [O5] The only text in which siblings differ; everything in front of the directive is the same. */
export function forkDirective(directive: string): string {
  return `<${TAG}>
You are a fork now, not the agent of the conversation above. It is background: what is asked there is the work of your parent.

- Do what the directive says with your tools, at once. Ask nothing, and do nothing outside of it.
- You cannot start further agents: the tool Agent refuses you.
- Say nothing between tool calls. Answer once, at the end, in at most 500 words unless the directive says otherwise: what you did, what you found, which files you read that matter, which you changed, and what your parent should know.
</${TAG}>${DIRECTIVE}${withoutTags(directive.trim())}`;
}

/** [O5] The message that follows the parent's last reply, which is sent whole. */
export function forkMessage(openCalls: readonly ToolCallId[], directive: string): readonly Part[] {
  const results = openCalls.map(
    (callId): Part => ({
      kind: 'tool-result',
      callId,
      parts: [{ kind: 'text', text: FORK_PLACEHOLDER }],
      isError: false,
    }),
  );
  return [...results, { kind: 'text', text: forkDirective(directive) }];
}

/** [O5] Whether a text that the program added says that this is a fork. Results and prompts must not be asked. */
export function hasForkTag(text: string): boolean {
  return text.startsWith(`<${TAG}>\n`);
}

export const FORK_REFUSED =
  'Agent was not run: you are a fork, and forks start no agents. Do the work with your own tools, and report to your parent.';

/** [O5] What a fork is told to do, if the text is what makes it one. */
export function readDirective(text: string): string | undefined {
  const start = hasForkTag(text) ? text.indexOf(DIRECTIVE) : -1;
  return start === -1 ? undefined : text.slice(start + DIRECTIVE.length);
}
