import type { Failure } from '../base/failure';
/**
 *   full      the browser gives no more space
 *   blocked   the browser does not let us store at all, or another tab is in the way
 *   damaged   something is there that cannot be read
 *   missing   it is not there, or no longer
 */
export interface StorageFailure extends Failure {
  readonly kind: 'full' | 'blocked' | 'damaged' | 'missing' | 'unknown';
}

type Reason = { readonly kind: StorageFailure['kind']; readonly because: string; readonly advice: string };

const UNCHANGED = 'Stored data is unchanged.';

const FULL: Reason = {
  kind: 'full',
  because: 'the browser’s storage quota is full',
  advice: `Delete sessions or runs you no longer need, or free disk space, then try again. ${UNCHANGED}`,
};

const BLOCKED: Reason = {
  kind: 'blocked',
  because: 'the browser blocks storage for this site',
  advice: 'Leave private browsing, or allow site data for this address in the browser settings, then reload.',
};

const BUSY: Reason = {
  kind: 'blocked',
  because: 'the browser’s storage is not responding',
  advice: `Close other tabs of this site and reload. ${UNCHANGED}`,
};

const DAMAGED: Reason = {
  kind: 'damaged',
  because: 'the browser could not read its stored data',
  advice: 'Reload the page. If the problem persists, import the original file again.',
};

/** Browsers have different names for the same problem; some are from old versions of Firefox. */
const REASONS: ReadonlyMap<string, Reason> = new Map([
  ['QuotaExceededError', FULL],
  ['NS_ERROR_DOM_QUOTA_REACHED', FULL],
  ['NS_ERROR_DOM_INDEXEDDB_QUOTA_ERR', FULL],
  ['NS_ERROR_FILE_NO_DEVICE_SPACE', FULL],
  ['SecurityError', BLOCKED],
  ['NotAllowedError', BLOCKED],
  ['NotSupportedError', BLOCKED],
  ['ReferenceError', BLOCKED],
  ['InvalidStateError', BUSY],
  ['TimeoutError', BUSY],
  ['NotFoundError', DAMAGED],
  ['NotReadableError', DAMAGED],
  ['DataError', DAMAGED],
  ['VersionError', DAMAGED],
  ['EncodingError', DAMAGED],
]);

/** `action` is what failed, as the start of a sentence: `Could not save “a.jsonl”`. */
export function storageFailure(action: string, error: unknown): StorageFailure {
  const { kind, because, advice } = reasonOf(error);
  return { kind, what: `${action}: ${because}.`, advice };
}

export function missing(action: string): StorageFailure {
  return {
    kind: 'missing',
    what: `${action}: it is not stored in this browser.`,
    advice: 'It was deleted, here or in another tab, or belongs to another browser. Import the original file again.',
  };
}

/** It is open here. */
export const deletedRun: StorageFailure = {
  kind: 'missing',
  what: 'This run was deleted in another tab, or with the site data.',
  advice:
    'Nothing more is sent or stored. What this tab still has can be exported under “Runs…”; /clear starts a new run with its files.',
};

export function damaged(action: string, detail: string): StorageFailure {
  return {
    kind: 'damaged',
    what: `${action}: its stored record is damaged (${detail}).`,
    advice: 'Import the original file again. Nothing was removed.',
  };
}

/** The record of a session is there, and what it is about is not. */
export function withoutContent(action: string): StorageFailure {
  return {
    kind: 'damaged',
    what: `${action}: its content is missing in this browser’s storage.`,
    advice: 'Its record is still there. Import the original file again, or delete it in the list of sessions.',
  };
}

/** They were in the list, and nobody has deleted them there. */
export function vanished(titles: readonly string[]): StorageFailure {
  const named = titles.slice(0, MOST_NAMED).map((title) => `“${title}”`);
  const rest = titles.length - named.length;
  return {
    kind: 'missing',
    what: `${titles.length === 1 ? '1 session is' : `${titles.length} sessions are`} no longer stored in this browser: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`,
    advice: 'The site data was deleted, in another tab or by the browser. Import the original files again.',
  };
}

const MOST_NAMED = 5;

function reasonOf(error: unknown): Reason {
  if (!(error instanceof Error)) return unknownReason(String(error));
  const known = REASONS.get(error.name);
  if (known !== undefined) return known;
  // Chromium reports a full disk, unlike a full quota, under a generic name.
  if (/quota|no space|disk (?:is )?full|disk space/i.test(error.message)) return FULL;
  return unknownReason(error.message === '' ? error.name : error.message);
}

function unknownReason(message: string): Reason {
  return { kind: 'unknown', because: message, advice: `Reload the page and try again. ${UNCHANGED}` };
}
