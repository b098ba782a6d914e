import type { Message } from '../../transcript/transcript';

/** The first line of the task, which is between tags. */
export function taskOf(messages: readonly Message[]): string | undefined {
  for (const part of messages[0]?.parts ?? []) {
    const task = part.kind === 'text' ? /^\s*<(?:task|user_message)>\s*([^\n]{1,80})/.exec(part.text)?.[1] : undefined;
    if (task !== undefined) return task.replace(/<\/(?:task|user_message)>.*$/, '').trim();
  }
  return undefined;
}
