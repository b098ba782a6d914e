import { TextHash } from '../base/hash';
import type { ToolCallId } from '../transcript/transcript';

const HASH_DIGITS = 12;

/**
 * Gives each call an id that the provider accepts. Valid ids are kept; invalid ones are converted deterministically,
 * without collisions.
 */
export function wireIds(longest: number): (id: ToolCallId) => string {
  return (id) => {
    if (id.length > 0 && id.length <= longest && /^[a-zA-Z0-9_-]+$/.test(id)) return id;
    const readable = id.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, longest - HASH_DIGITS - 1);
    return `${readable}_${new TextHash().add(id).digest().slice(0, HASH_DIGITS)}`;
  };
}
