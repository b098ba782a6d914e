import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { exactObject, number, oneOf, type Parsed, parseBy, text } from '../../lib/base/schema';
import { readPolicyText } from '../../lib/policies/parse-policy';
import type { FuzzInput, FuzzTrial } from './fuzz-case';

export const corpusFolder = join(import.meta.dirname, 'corpus');

const trialSchema = exactObject({
  /** Its JSON, in one line. */
  policy: text,
  follows: v.boolean(),
  windowShare: v.optional(number),
  law: number,
  call: number,
  message: number,
});

const findingSchema = exactObject({
  /** What was wrong, as the error said it. */
  found: text,
  input: v.union([
    exactObject({ type: v.literal('file'), base64: text, pieceSize: number }),
    exactObject({ type: v.literal('lines'), lines: v.array(text), pieceSize: number }),
    exactObject({ type: v.literal('text'), lines: v.array(text), systemInFile: oneOf(['all', 'some', 'none']) }),
  ]),
  trial: trialSchema,
});
type StoredFinding = Parsed<typeof findingSchema>;

export interface Finding {
  readonly name: string;
  readonly input: FuzzInput;
  readonly trial: FuzzTrial;
}

export function corpus(): readonly Finding[] {
  const names = readdirSync(corpusFolder).filter((name) => name.endsWith('.json'));
  return names.toSorted().map((name) => readFinding(join(corpusFolder, name)));
}

function readFinding(file: string): Finding {
  const parsed = parseBy(findingSchema, JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.ok) throw new Error(`${file}: ${parsed.error}`);
  const { input, trial } = parsed.value;
  const policy = readPolicyText(trial.policy);
  if (!policy.ok) throw new Error(`${file}: ${policy.error}`);
  return { name: basename(file), input: inputOf(input), trial: { ...trial, policy: policy.value } };
}

function inputOf(input: StoredFinding['input']): FuzzInput {
  if (input.type === 'text') return { type: 'text', text: input.lines.join('\n'), systemInFile: input.systemInFile };
  const bytes = input.type === 'file' ? Buffer.from(input.base64, 'base64') : Buffer.from(input.lines.join('\n'));
  return { type: 'file', bytes: new Uint8Array(bytes), pieceSize: input.pieceSize };
}

/** Returns the name of its file. */
export function keepFinding(found: string, input: FuzzInput, trial: FuzzTrial): string {
  const words = found.toLowerCase().match(/[a-z]+/g) ?? [];
  const free = readdirSync(corpusFolder).length;
  const name = `${words.slice(0, 7).join('-')}-${free}.json`;
  const stored = {
    found,
    input: storedInput(input),
    trial: { ...trial, policy: JSON.stringify(trial.policy) },
  };
  writeFileSync(join(corpusFolder, name), `${JSON.stringify(stored, null, 2)}\n`);
  return name;
}

function storedInput(input: FuzzInput): StoredFinding['input'] {
  if (input.type === 'text') return { type: 'text', lines: input.text.split('\n'), systemInFile: input.systemInFile };
  const { bytes, pieceSize } = input;
  const decoded = new TextDecoder().decode(bytes);
  const isText = Buffer.from(decoded).equals(bytes);
  return isText
    ? { type: 'lines', lines: decoded.split('\n'), pieceSize }
    : { type: 'file', base64: Buffer.from(bytes).toString('base64'), pieceSize };
}
