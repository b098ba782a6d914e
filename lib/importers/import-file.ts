import type { Failure } from '../base/failure';
import type { JsonObject } from '../base/json';
import type { Result } from '../base/result';
import { fail, ok } from '../base/result';
import { type PlainLinesOptions, readPlainLines } from '../reading/read-plain-lines';
import {
  type ByteSource,
  type ReadHandlers,
  type ReadInput,
  type ReadStatistics,
  readValues,
} from '../reading/read-values';
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
  const file = new FileReading(source.name, options.format);
  const read = await readValues(
    source,
    { ...file.handlers, ...(options.onProgress === undefined ? {} : { progress: options.onProgress }) },
    options.signal === undefined ? {} : { signal: options.signal },
  );
  return read.ok ? file.finish(read.value) : fail(file.unreadable(read.error));
}

/**
 * The same for a file of which each line is one undamaged record, which is known whole: in half of the time. Undefined if
 * it is anything else, since nothing is repaired here.
 */
export function importPlainLines(
  name: string,
  bytes: Uint8Array,
  { format, ...reading }: { readonly format?: FormatId } & Omit<PlainLinesOptions, 'fewest'> = {},
): Result<ImportedFile, ImportFailure> | undefined {
  const file = new FileReading(name, format);
  const options = { ...reading, ...(format === undefined ? {} : { fewest: 1 }) };
  const values = readPlainLines(bytes, file.handlers, options);
  return values === undefined ? undefined : file.finish({ bytes: bytes.length, values });
}

/** A file while its values arrive. */
class FileReading {
  readonly handlers: ReadHandlers;
  private readonly warnings = new WarningList();
  private readonly attached: JsonObject[] = [];
  private recognition: Recognition | undefined;
  private reading: Reading | undefined;
  private continuedIn: string | undefined;

  constructor(
    private readonly name: string,
    format?: FormatId,
  ) {
    this.handlers = {
      begin: (input) => {
        this.recognition = format === undefined ? recognise(input) : overruled(format, input.shape);
        this.reading = this.start(this.recognition);
        return this.recognition?.feed ?? 'values';
      },
      value: (value, line) => this.reading?.add(value, line),
      note: ({ kind, line, what }) => this.warnings.add(kind, line, what),
    };
  }

  unreadable(why: Failure | 'cancelled'): ImportFailure {
    return why === 'cancelled' ? this.seen : { ...this.seen, problem: unreadable(this.name, why) };
  }

  finish({ bytes, values }: Pick<ReadStatistics, 'bytes' | 'values'>): Result<ImportedFile, ImportFailure> {
    const { name, recognition, reading, warnings, continuedIn } = this;
    if (recognition === undefined) return fail({ problem: unrecognised(name) });
    if (reading === undefined) return fail({ ...this.seen, problem: unsupported(name, recognition.format) });
    const warn: ImportEnv['warn'] = (kind, line, what) => warnings.add(kind, line, what);
    const transcripts = reading
      .finish()
      .map((transcript) => withPlausibleTimes(withPlausibleSizes(transcript, warn), warn));
    const all = warnings.all();
    const [first, ...others] = transcripts;
    if (first === undefined) {
      const reason = all.find((warning) => warning.kind === 'skipped')?.what;
      return fail({ ...this.seen, problem: noMessages(name, recognition.format, reason) });
    }
    return ok({
      recognition,
      transcripts: [{ ...first, warnings: [...first.warnings, ...all] }, ...others],
      bytes,
      records: values,
      attached: this.attached,
      ...(continuedIn === undefined ? {} : { continuedIn }),
    });
  }

  private start(recognition: Recognition | undefined): Reading | undefined {
    const importer = recognition === undefined ? undefined : importerFor(recognition.format);
    return importer?.start({
      fileName: this.name,
      warn: (kind, line, what) => this.warnings.add(kind, line, what),
      attach: (record) => this.attached.push(record),
      continues: (file) => {
        this.continuedIn = file;
      },
    });
  }

  private get seen(): ImportFailure {
    return this.recognition === undefined ? {} : { recognition: this.recognition };
  }
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
  const { title, advice, instead = `${title} is not supported yet` } = formats[format];
  return { what: `Could not import "${name}": ${instead}.`, advice };
}

function noMessages(name: string, format: FormatId, reason: string | undefined) {
  const { title } = formats[format];
  return {
    what: `Could not import "${name}": read as ${title}, it contains no messages.${reason === undefined ? '' : ` ${reason}.`}`,
    advice: 'If it is in another format, choose that format and import it again.',
  };
}
