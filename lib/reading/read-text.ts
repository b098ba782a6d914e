import type { Failure } from '../base/failure';
import { fail, ok, type Result } from '../base/result';
import { RecordAssembler } from './assemble-records';
import { ChatText } from './chat-text';
import { ValueCollector } from './collect-values';
import { LineCutter } from './cut-lines';
import { explainNoValues } from './explain-no-values';
import type { ReadHandlers, ReadStatistics } from './read-handlers';
import type { ReadNote } from './read-note';
import { inMegabytes, MAX_TEXT_LENGTH, TOO_LARGE_ADVICE } from './text-limits';

const HEAD_LENGTH = 300;
/** After this much non-JSON text before the first value, reading stops. */
const MAX_NOTES_WITHOUT_VALUE = 100_000;

const TOO_LARGE_DOCUMENT: Failure = {
  what: `The file is a single JSON value of more than ${inMegabytes(MAX_TEXT_LENGTH)}, which is too large to parse.`,
  advice: TOO_LARGE_ADVICE,
};

const TOO_LARGE_ARRAY: Failure = {
  what: `The file is a single list of messages of more than ${inMegabytes(MAX_TEXT_LENGTH)}, which is too large to parse.`,
  advice: TOO_LARGE_ADVICE,
};

/** Chunks of text to values. */
export class TextReader {
  private readonly values: ValueCollector;
  private readonly assembler: RecordAssembler;
  private readonly cutter: LineCutter;
  private readonly chat: ChatText;
  private head = '';
  private longestLine = 0;

  constructor(handlers: ReadHandlers) {
    const values = new ValueCollector(handlers);
    const assembler = new RecordAssembler(values);
    const chat = new ChatText({
      turn: (turn, line, length) => {
        values.beginTurns();
        values.record(turn, line, length);
      },
      release: (lines) => {
        for (const { text, line, isUnfinished } of lines) assembler.add(text, line, isUnfinished);
      },
    });
    this.values = values;
    this.assembler = assembler;
    this.chat = chat;
    this.cutter = new LineCutter(MAX_TEXT_LENGTH, {
      line: (text, line, isUnfinished) => {
        if (!chat.take({ text, line, isUnfinished })) assembler.add(text, line, isUnfinished);
      },
      tooLong: (line, length) => {
        this.longestLine = Math.max(this.longestLine, length);
        values.note({
          kind: 'skipped',
          line,
          what: `Skipped a line of ${inMegabytes(length)}: more than ${inMegabytes(MAX_TEXT_LENGTH)} is too large to parse`,
        });
      },
    });
  }

  add(text: string): void {
    if (this.head.length < HEAD_LENGTH) this.head = (this.head + text).trimStart().slice(0, HEAD_LENGTH);
    this.cutter.add(text);
  }

  note(note: ReadNote): void {
    this.values.note(note);
  }

  failure(): Failure | undefined {
    if (this.assembler.isTooLarge) return TOO_LARGE_DOCUMENT;
    if (this.values.isTooLarge) return TOO_LARGE_ARRAY;
    return this.values.values === 0 && this.values.notes > MAX_NOTES_WITHOUT_VALUE ? this.nothing() : undefined;
  }

  end(): Result<Omit<ReadStatistics, 'bytes'>, Failure> {
    this.cutter.end();
    if (!this.chat.end()) this.assembler.end();
    const failure = this.failure();
    if (failure !== undefined) return fail(failure);
    this.values.end();
    const { values, notes } = this.values;
    return values === 0 ? fail(this.nothing()) : ok({ values, notes, head: this.head });
  }

  private nothing(): Failure {
    return explainNoValues({
      head: this.head,
      isArray: this.values.isArray,
      longestLine: this.longestLine,
      ...(this.assembler.firstDropped === undefined ? {} : { firstDropped: this.assembler.firstDropped }),
    });
  }
}
