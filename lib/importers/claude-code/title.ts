import { asText, type JsonObject } from '../../base/json';
import { wellFormed } from '../../base/well-formed';
import type { Message } from '../../transcript/transcript';

const LONGEST = 80;
const COMMAND = /<command-name>([^<]*)<\/command-name>/;
const ARGUMENTS = /<command-args>([\s\S]*?)(?:<\/command-args>|$)/;

/** Names given to a session. Each later one replaces an earlier one of its kind. */
export class Titles {
  private given: string | undefined;
  private generated: string | undefined;
  private readonly summaries: { readonly title: string; readonly leaf: string }[] = [];

  add(record: JsonObject): void {
    this.given = asText(record.customTitle) ?? this.given;
    this.generated = asText(record.aiTitle) ?? this.generated;
    const title = asText(record.summary);
    const leaf = asText(record.leafUuid);
    if (title !== undefined && leaf !== undefined) this.summaries.push({ title, leaf });
  }

  /** `summary` records of other sessions accumulate at the start of a file: only those of its own records count. */
  title(isOfThisFile: (uuid: string) => boolean, messages: readonly Message[]): string | undefined {
    const own = this.summaries.findLast(({ leaf }) => isOfThisFile(leaf))?.title;
    const title = this.given ?? this.generated ?? own;
    return title === undefined ? titleOf(messages) : wellFormed(title);
  }
}

/** The first line of the first prompt, or of the first command if no prompt was typed. */
export function titleOf(messages: readonly Message[]): string | undefined {
  return firstLineOf('prompt', messages) ?? firstLineOf('command-echo', messages);
}

function firstLineOf(kind: Message['kind'], messages: readonly Message[]): string | undefined {
  for (const message of messages) {
    if (message.kind !== kind) continue;
    const part = message.parts.find((candidate) => candidate.kind === 'text');
    const line = withoutTags(part?.text.slice(0, 2000) ?? '', kind)
      .split('\n')
      .map((candidate) => candidate.trim())
      .find((candidate) => candidate !== '');
    if (line !== undefined) return line.length <= LONGEST ? line : wellFormed(`${line.slice(0, LONGEST - 1)}…`);
  }
  return undefined;
}

/** For a command, what the user typed, without its output. */
function withoutTags(text: string, kind: Message['kind']): string {
  if (kind !== 'command-echo') return text;
  const command = COMMAND.exec(text)?.[1] ?? '';
  return `${command} ${ARGUMENTS.exec(text)?.[1] ?? ''}`;
}
