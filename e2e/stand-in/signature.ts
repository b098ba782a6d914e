import { createHash } from 'node:crypto';

/** The stand-in signs its thinking, and only accepts signed thinking. */
export function signatureOf(thinking: string): string {
  return createHash('sha256').update(`stand-in ${thinking}`).digest('base64');
}

export function isOwnSignature(thinking: string, signature: string): boolean {
  return signature === signatureOf(thinking);
}
