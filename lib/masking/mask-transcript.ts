import { assertNever } from '../base/assert-never';
import type { Json, JsonObject } from '../base/json';
import { optional } from '../base/optional';
import { atOnce, type Steps } from '../base/steps/steps';
import type {
  DocumentPart,
  ImagePart,
  Message,
  Part,
  RecordedFork,
  RecordedHook,
  ResultPart,
  ToolDefinition,
  Transcript,
} from '../transcript/transcript';
import { tokenAtStart } from './find-secrets';
import { maskText, placeholderOf } from './mask-text';
import { kindUnderKey } from './named-value';
import type { SecretKind } from './secret-kinds';

interface MaskedTranscript {
  readonly transcript: Transcript;
  readonly counts: Readonly<Partial<Record<SecretKind, number>>>;
}

/** Masks all texts of a transcript and of its children. Objects without a secret are returned unchanged. */
export function maskTranscript(transcript: Transcript): MaskedTranscript {
  return atOnce(maskTranscriptInSteps(transcript));
}

export function* maskTranscriptInSteps(transcript: Transcript): Steps<MaskedTranscript> {
  const counts: Partial<Record<SecretKind, number>> = {};
  const masked = yield* transcriptWith(transcript, (kind) => {
    counts[kind] = (counts[kind] ?? 0) + 1;
  });
  return { transcript: masked, counts };
}

type Count = (kind: SecretKind) => unknown;

function toolWith(tool: ToolDefinition, count: Count): ToolDefinition {
  return changed(tool, { schemaText: textWith(tool.schemaText, count) });
}

function* transcriptWith(transcript: Transcript, tell: Count): Steps<Transcript> {
  const found = new Set<SecretKind>();
  const count: Count = (kind) => {
    found.add(kind);
    tell(kind);
  };
  const masked = changed(transcript, {
    system: each(transcript.system, (part) => partWith(part, count)),
    ...(transcript.systemChanges === undefined
      ? {}
      : {
          systemChanges: each(transcript.systemChanges, (change) => {
            const system = each(change.system, (part) => partWith(part, count));
            const tools = change.tools && each(change.tools, (tool) => toolWith(tool, count));
            return changed(change, { system, ...optional('tools', tools) });
          }),
        }),
    tools: each(transcript.tools, (tool) => toolWith(tool, count)),
    messages: yield* eachInSteps(transcript.messages, (message) => messageWith(message, count)),
    events: each(transcript.events, (event) => changed(event, { text: textWith(event.text, count) })),
    ...(transcript.forks === undefined ? {} : { forks: each(transcript.forks, (fork) => forkWith(fork, count)) }),
    ...(transcript.hooks === undefined ? {} : { hooks: each(transcript.hooks, (hook) => hookWith(hook, count)) }),
    warnings: each(transcript.warnings, (warning) => changed(warning, { what: textWith(warning.what, count) })),
    children: yield* eachInSteps(transcript.children, (child) => transcriptWith(child, tell)),
  });
  if (transcript.title === undefined) return masked;
  // A title is usually the start of a prompt, whose secrets are already counted.
  const countNew: Count = (kind) => !found.has(kind) && tell(kind);
  return changed(masked, { title: textWith(transcript.title, countNew) });
}

/** Pauses after it. */
function* messageWith(message: Message, count: Count): Steps<Message> {
  const { parts, origin } = message;
  const masked = changed(message, {
    parts: each(parts, (part) => partWith(part, count)),
    ...(origin?.name !== undefined && {
      origin: changed(origin, { name: textWith(origin.name, count) }),
    }),
  });
  yield;
  return masked;
}

function hookWith(hook: RecordedHook, count: Count): RecordedHook {
  const { name, command, blocks, summary } = hook;
  return changed(hook, {
    ...(name !== undefined && { name: textWith(name, count) }),
    ...(command !== undefined && { command: textWith(command, count) }),
    ...(blocks !== undefined && { blocks: textWith(blocks, count) }),
    ...(summary !== undefined && { summary: textWith(summary, count) }),
  });
}

function forkWith(fork: RecordedFork, count: Count): RecordedFork {
  const { text, failure } = fork;
  return changed(fork, {
    ...(text === undefined ? {} : { text: textWith(text, count) }),
    ...(failure === undefined ? {} : { failure: textWith(failure, count) }),
  });
}

function partWith(part: Part, count: Count): Part {
  switch (part.kind) {
    case 'thinking':
      return changed(part, { text: textWith(part.text, count) });
    case 'tool-call':
      return changed(part, { input: jsonWith(part.input, count) });
    case 'tool-result':
      return changed(part, { parts: each(part.parts, (inner) => resultPartWith(inner, count)) });
    default:
      return resultPartWith(part, count);
  }
}

function resultPartWith(part: ResultPart, count: Count): ResultPart {
  switch (part.kind) {
    case 'text':
      return changed(part, { text: textWith(part.text, count) });
    case 'image':
      return imageWith(part, count);
    case 'document':
      return documentWith(part, count);
    case 'unknown':
      return changed(part, { json: jsonWith(part.json, count) });
    default:
      return assertNever(part);
  }
}

function imageWith(part: ImagePart, count: Count): ImagePart {
  return part.url === undefined ? part : changed(part, { url: urlWith(part.url, count) });
}

function documentWith(part: DocumentPart, count: Count): DocumentPart {
  return changed(part, {
    ...(part.title !== undefined && { title: textWith(part.title, count) }),
    ...(part.text !== undefined && { text: textWith(part.text, count) }),
    ...(part.url !== undefined && { url: urlWith(part.url, count) }),
  });
}

function urlWith(url: string, count: Count): string {
  return url.startsWith('data:') ? url : textWith(url, count);
}

function textWith(text: string, count: Count): string {
  const masked = maskText(text);
  for (const kind of masked.found) count(kind);
  return masked.text;
}

/** A key describes its value: `{"password": …}` has name and value in two strings. */
function jsonWith(value: Json, count: Count, key?: string): Json {
  if (typeof value === 'string') {
    const kind = key === undefined ? undefined : kindUnderKey(key, value);
    if (kind === undefined) return textWith(value, count);
    const exact = tokenAtStart(value) ?? kind;
    count(exact);
    return placeholderOf(exact);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return each(value, (item) => jsonWith(item, count, key));
  return objectWith(value, count);
}

function isList(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value);
}

function objectWith(object: JsonObject, count: Count): JsonObject {
  let isChanged = false;
  const names = new Set<string>();
  const entries = Object.entries(object).map(([key, value]) => {
    const name = freeName(textWith(key, count), names);
    const masked = value === undefined ? value : jsonWith(value, count, key);
    if (masked !== value || name !== key) isChanged = true;
    return [name, masked] as const;
  });
  return isChanged ? Object.fromEntries(entries) : object;
}

/** Two secrets of one kind get the same placeholder, and as keys one would overwrite the other. */
function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count++) name = `${wanted} ${count}`;
  taken.add(name);
  return name;
}

function each<Item>(items: readonly Item[], mask: (item: Item) => Item): readonly Item[] {
  let copy: Item[] | undefined;
  items.forEach((item, index) => {
    const masked = mask(item);
    if (masked === item) return;
    copy ??= [...items];
    copy[index] = masked;
  });
  return copy ?? items;
}

function* eachInSteps<Item>(items: readonly Item[], mask: (item: Item) => Steps<Item>): Steps<readonly Item[]> {
  const masked: Item[] = [];
  for (const item of items) masked.push(yield* mask(item));
  return masked.some((item, index) => item !== items[index]) ? masked : items;
}

function changed<Whole extends object>(whole: Whole, fields: Partial<Whole>): Whole {
  const names = Object.keys(fields) as (keyof Whole)[];
  return names.some((name) => fields[name] !== whole[name]) ? { ...whole, ...fields } : whole;
}
