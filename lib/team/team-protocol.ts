import * as v from 'valibot';
import { parseJson } from '../base/json';
import { fail, ok, type Result } from '../base/result';
import * as schema from '../base/schema';
import { byCode, count, type Parsed, parseBy, text, textTable } from '../base/schema';
import { teamKey } from './team-keys';
import { MAX_ENTRIES, MAX_PIECES } from './team-limits';

/** A hash in words of the protocol. */
const checksum = v.pipe(text, v.regex(/^[0-9a-f]{32}$/, 'must be a checksum of 32 hexadecimal digits'));
const key = byCode(text, teamKey);

const place = v.pipe(
  count,
  v.check((given) => Number.isInteger(given) && given < MAX_PIECES, `must be a whole number below ${MAX_PIECES}`),
);
const many = v.pipe(
  count,
  v.check(
    (given) => Number.isInteger(given) && given >= 1 && given <= MAX_PIECES,
    `must be a whole number from 1 to ${MAX_PIECES}`,
  ),
);

const whole = schema.exactObject({ key, checksum, text });
/** Its text was sent before, in pieces. */
const inPieces = schema.exactObject({ key, checksum, pieces: many });
const piece = schema.exactObject({ checksum, at: place, text });

const put = v.union(
  [
    schema.exactObject({ entries: v.pipe(schema.listOf(v.union([whole, inPieces])), v.minLength(1)) }),
    schema.exactObject({ piece }),
  ],
  (issue) => {
    const [first] = issue.issues ?? [];
    return first === undefined ? 'must be an object with entries, or with a piece' : 'must have "entries" or a "piece"';
  },
);

/** What a member sends: files, or a part of a file that does not fit one body. */
export type TeamPut = Parsed<typeof put>;
export type SentEntry = Parsed<typeof whole> | Parsed<typeof inPieces>;

export function parsePut(body: string): Result<TeamPut> {
  const json = parseJson(body);
  if (!json.ok) return fail('the body is no JSON');
  const parsed = parseBy(put, json.value);
  if (!parsed.ok) return parsed;
  if ('entries' in parsed.value) {
    const keys = new Set(parsed.value.entries.map((entry) => entry.key));
    if (keys.size < parsed.value.entries.length) return fail('a key occurs twice');
  }
  return parsed;
}

const sums = v.pipe(
  textTable,
  v.check((table) => Object.keys(table).length <= MAX_ENTRIES, `must have at most ${MAX_ENTRIES} keys`),
  v.check((table) => Object.keys(table).every((name) => teamKey(name).ok), 'must have names of Markdown files as keys'),
);

const listed = schema.object({ sums });
const read = schema.object({
  entries: v.pipe(schema.listOf(whole), v.maxLength(MAX_ENTRIES, `must have at most ${MAX_ENTRIES} items`)),
});

/** Checksums by key. */
export type TeamSums = Readonly<Record<string, string>>;

export function parseSums(body: string): Result<TeamSums> {
  const json = parseJson(body);
  if (!json.ok) return fail('the answer is no JSON');
  const parsed = parseBy(listed, json.value);
  return parsed.ok ? ok(parsed.value.sums) : parsed;
}

const listing = schema.object({ sums, bytes: schema.numberTable });

/** What a server has of a team, for whoever looks at it. */
export function parseListing(body: string): Result<Parsed<typeof listing>> {
  const json = parseJson(body);
  return json.ok ? parseBy(listing, json.value) : fail('the answer is no JSON');
}

export interface ReadEntry {
  readonly key: string;
  readonly checksum: string;
  readonly text: string;
}

export function parseEntries(body: string): Result<readonly ReadEntry[]> {
  const json = parseJson(body);
  if (!json.ok) return fail('the answer is no JSON');
  const parsed = parseBy(read, json.value);
  return parsed.ok ? ok(parsed.value.entries) : parsed;
}

/** What a server says when it refuses. */
export function parseRefusal(body: string): string {
  const json = parseJson(body);
  const parsed = json.ok ? parseBy(schema.object({ error: text }), json.value) : json;
  return parsed.ok ? parsed.value.error.slice(0, 300) : '';
}
