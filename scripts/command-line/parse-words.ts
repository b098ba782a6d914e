import { type ParseArgsConfig, parseArgs } from 'node:util';
import { fail, ok, type Result } from '../../lib/base/result';
import { complain } from './terminal';

type OptionTable = NonNullable<ParseArgsConfig['options']>;
type ParsedWords<Options extends OptionTable> = ReturnType<
  typeof parseArgs<{ readonly args: string[]; readonly allowPositionals: true; readonly options: Options }>
>;

/** The options and paths of a command, or what is wrong with its words. */
export function parseWords<const Options extends OptionTable>(
  words: readonly string[],
  options: Options,
): Result<ParsedWords<Options>> {
  try {
    return ok(parseArgs({ args: [...words], allowPositionals: true, options }));
  } catch (error) {
    const isOfWords = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
    if (!isOfWords) throw error;
    // Node's further sentences are about arguments that start with a dash.
    return fail(error.message.split(/\.\s/, 1)[0] ?? '');
  }
}

/** Says in one line what is wrong with a command's words; returns the exit code. */
export function wrongWords(command: string, problem: string): number {
  complain(`highwater ${command}: ${problem}\n`);
  return 2;
}
