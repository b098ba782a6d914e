import { type FoundSecret, findSecrets } from './find-secrets';
import type { SecretKind } from './secret-kinds';

interface MaskedText {
  readonly text: string;
  /** One entry for each secret. */
  readonly found: readonly SecretKind[];
}

/** Adjacent tokens are found one after the other; only malicious texts need more than two rounds. */
const MAX_ROUNDS = 8;

/**
 * Replaces every secret in a text by a note of its kind.
 *
 *   export OPENAI_API_KEY=sk-…   ──▶   export OPENAI_API_KEY=[secret: openai key]
 *
 * The same kind gives the same note, and masking a masked text changes nothing.
 */
export function maskText(text: string): MaskedText {
  const found: SecretKind[] = [];
  let masked = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const secrets = findSecrets(masked);
    if (secrets.length === 0) break;
    masked = withNotes(masked, secrets);
    for (const secret of secrets) found.push(secret.kind);
  }
  return { text: masked, found };
}

function withNotes(text: string, secrets: readonly FoundSecret[]): string {
  const pieces: string[] = [];
  let end = 0;
  for (const secret of secrets) {
    pieces.push(text.slice(end, secret.start), placeholderOf(secret.kind));
    end = secret.end;
  }
  pieces.push(text.slice(end));
  return pieces.join('');
}

export function placeholderOf(kind: SecretKind): string {
  return `[secret: ${kind}]`;
}
