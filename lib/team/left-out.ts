import { findSecrets } from '../masking/find-secrets';
import { utf8Bytes } from '../tokens/text-size';
import { teamKey } from './team-keys';
import { MAX_FILE_BYTES } from './team-limits';

/** [U4] The name of the rule that finds a secret in a text; undefined if none does. */
export function secretIn(text: string): string | undefined {
  return findSecrets(text)[0]?.kind;
}

/** Why a file does not leave this member, as the end of a sentence that starts with its name. */
export function whyLeftOut(key: string, text: string): string | undefined {
  const name = teamKey(key);
  if (!name.ok) return `is not sent: ${name.error}`;
  const secret = secretIn(text);
  if (secret !== undefined) return `is not sent: it contains a secret (rule “${secret}”)`;
  // Most texts are known to be small without counting.
  const bytes = text.length * 3 <= MAX_FILE_BYTES ? 0 : utf8Bytes(text);
  if (bytes > MAX_FILE_BYTES) {
    return `is not sent: it has ${bytes.toLocaleString('en')} bytes, more than ${MAX_FILE_BYTES.toLocaleString('en')}`;
  }
  return undefined;
}
