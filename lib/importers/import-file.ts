import type { Failure } from '../base/failure';
import type { JsonObject } from '../base/json';
import type { Result } from '../base/result';
import { fail, ok } from '../base/result';
import { type ByteSource, type ReadInput, readValues } from '../reading/read-values';
import type { FormatId } from '../transcript/formats';
import { formats } from '../transcript/formats';
import type { Transcript } from '../transcript/transcript';
import { importerFor } from './index';
import type { ImportEnv, Reading } from './read/importer';
import { withPlausibleSizes } from './read/plausible-sizes';
import { withPlausibleTimes } from './read/plausible-times';
import { WarningList } from './read/warning-list';
import { type Recognition, recognise } from './recognise';

interface ImportOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (bytesRead: number, bytesTotal: number) => void;
  /** Overrides the recognition. */
  readonly format?: FormatId;
}

export interface ImportedFile {
  readonly recognition: Recognition;
  readonly transcripts: readonly Transcript[];
  readonly bytes: number;
  readonly records: number;
  /** What the file says about the session besides the recording, such as the user's rules. */
  readonly attached: readonly JsonObject[];
  /** The file with the rest of the run. */
  readonly continuedIn?: string;
}

export interface ImportFailure {
  readonly recognition?: Recognition;
  /** `undefined` if the user cancelled. */
  readonly problem?: Failure;
}

/** One file: bytes → values → format → transcripts. */
export async function importFile(
  source: ByteSource,
  options: ImportOptions = {},
): Promise<Result<ImportedFile, ImportFailure>> {
  const warnings = new WarningList();
  let recognition: Recognition | undefined;
  let reading: Reading | undefined;
  const attached: JsonObject[] = [];
  let continuedIn: string | undefined;
  const read = await readValues(
    source,
    {
      begin(input) {
        recognition = options.format === undefined ? recognise(input) : overruled(options.format, input.shape);
        const importer = recognition === undefined ? undefined : importerFor(recognition.format);
        reading = importer?.start({
          fileName: source.name,
          warn: (kind, line, what) => warnings.add(kind, line, what),
          attach: (record) => attached.push(record),
          continues: (file) => {
            continuedIn = file;
          },
        });
        return recognition?.feed ?? 'values';
      },
      value: (value, line) => reading?.add(value, line),
      note: ({ kind, line, what }) => warnings.add(kind, line, what),
      ...(options.onProgress === undefined ? {} : { progress: options.onProgress }),
    },
    options.signal === undefined ? {} : { signal: options.signal },
  );
  const seen = recognition === undefined ? {} : { recognition };
  if (!read.ok)
    return fail(read.error === 'cancelled' ? seen : { ...seen, problem: unreadable(source.name, read.error) });
  if (recognition === undefined) return fail({ problem: unrecognised(source.name) });
  if (reading === undefined) return fail({ ...seen, problem: unsupported(source.name, recognition.format) });
  const warn: ImportEnv['warn'] = (kind, line, what) => warnings.add(kind, line, what);
  const transcripts = reading
    .finish()
    .map((transcript) => withPlausibleTimes(withPlausibleSizes(transcript, warn), warn));
  const all = warnings.all();
  const [first, ...others] = transcripts;
  if (first === undefined) {
    const reason = all.find((warning) => warning.kind === 'skipped')?.what;
    return fail({ ...seen, problem: noMessages(source.name, recognition.format, reason) });
  }
  return ok({
    recognition,
    transcripts: [{ ...first, warnings: [...first.warnings, ...all] }, ...others],
    bytes: read.value.bytes,
    records: read.value.values,
    attached,
    ...(continuedIn === undefined ? {} : { continuedIn }),
  });
}

function overruled(format: FormatId, shape: ReadInput['shape']): Recognition {
  const feed =
    shape === 'lines' || shape === 'turns' || importerFor(format)?.takesRecords === true ? 'values' : 'document';
  return { format, feed, rule: 'chosen', because: 'you chose it' };
}

function unreadable(name: string, { what, advice }: Failure) {
  return { what: `Could not import "${name}": ${what.charAt(0).toLowerCase()}${what.slice(1)}`, advice };
}

function unrecognised(name: string) {
  return {
    what: `Could not import "${name}": it is JSON, but not in a known transcript format.`,
    advice:
      'Check that it is the session file of an agent, or choose its format. A list of {role, content} messages will do, too.',
  };
}

function unsupported(name: string, format: FormatId) {
  const { title, advice } = formats[format];
  return { what: `Could not import "${name}": ${title} is not supported yet.`, advice };
}

function noMessages(name: string, format: FormatId, reason: string | undefined) {
  const { title } = formats[format];
  return {
    what: `Could not import "${name}": read as ${title}, it contains no messages.${reason === undefined ? '' : ` ${reason}.`}`,
    advice: 'If it is in another format, choose that format and import it again.',
  };
}
