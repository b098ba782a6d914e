import type { ExactValueType } from '../../fidelity/values/classify-word';
import { type ExactValue, exactValues } from '../../fidelity/values/exact-values';
import { oneLine } from './quoted';

export interface NotedValue {
  readonly type: ExactValueType;
  readonly value: string;
  /** Number of places. */
  readonly times: number;
  readonly isFromUser: boolean;
  readonly lastAt: number;
  /** The words around its last occurrence: a number means nothing alone. */
  readonly around: string;
}

const LOOKED_AT_IN_PROMPT = 20_000;
const LOOKED_AT_IN_REPLY = 1_000;
const BEFORE = 40;
const AFTER = 24;

/** Files have their own section, and the model's quotations are seldom values. */
const NOTED: ReadonlySet<ExactValueType> = new Set([
  'number',
  'hash',
  'url',
  'error-code',
  'setting',
  'identifier',
  'command',
]);

/** Exact values that the user gave or that occurred more than once. */
export class ValueNotes {
  private readonly values = new Map<string, NotedValue>();

  addPrompt(text: string, at: number): void {
    this.add(text.slice(0, LOOKED_AT_IN_PROMPT), at, true);
  }

  addReply(text: string, at: number): void {
    this.add(text.slice(0, LOOKED_AT_IN_REPLY), at, false);
  }

  noted(): NotedValue[] {
    return [...this.values.values()].filter(
      ({ times, isFromUser, type }) => isFromUser || times > (type === 'identifier' ? 2 : 1),
    );
  }

  private add(text: string, at: number, isFromUser: boolean): void {
    for (const found of exactValues(text)) {
      if (!NOTED.has(found.type) && !(isFromUser && found.type === 'quoted')) continue;
      const before = this.values.get(found.value);
      this.values.set(found.value, {
        type: found.type,
        value: found.value,
        times: (before?.times ?? 0) + 1,
        isFromUser: isFromUser || before?.isFromUser === true,
        lastAt: at,
        around: found.type === 'number' ? around(text, found) : '',
      });
    }
  }
}

function around(text: string, { start, end }: ExactValue): string {
  const from = Math.max(0, start - BEFORE);
  const to = Math.min(text.length, end + AFTER);
  const cut = text.slice(from, to).toWellFormed();
  return oneLine(`${from > 0 ? '…' : ''}${cut}${to < text.length ? '…' : ''}`, BEFORE + AFTER + 60);
}
