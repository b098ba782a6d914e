import { asArray, asObject, asText, type JsonObject } from '../../base/json';

/** Which records were seen, and which of their parents are missing. */
export class Lineage {
  private readonly seen = new Set<string>();
  private readonly damaged = new Set<string>();
  private readonly awaited = new Map<string, number>();

  /** False for a copy: resuming a session writes old records again. */
  isNew(record: JsonObject): boolean {
    const uuid = asText(record.uuid);
    if (uuid !== undefined) {
      if (this.seen.has(uuid) && !this.damaged.has(uuid)) return false;
      this.seen.add(uuid);
      if (isWhole(record)) this.damaged.delete(uuid);
      else this.damaged.add(uuid);
    }
    const parent = asText(record.parentUuid);
    if (parent !== undefined && !this.seen.has(parent)) this.awaited.set(parent, (this.awaited.get(parent) ?? 0) + 1);
    return true;
  }

  has(uuid: string): boolean {
    return this.seen.has(uuid);
  }

  /** How many records have a parent that is not in the file. */
  orphans(): number {
    let count = 0;
    for (const [parent, children] of this.awaited) if (!this.seen.has(parent)) count += children;
    return count;
  }
}

/** A damaged record that yields nothing must not make its intact copy a duplicate. */
function isWhole({ type, message, attachment }: JsonObject): boolean {
  if (type === 'attachment') return asObject(attachment) !== undefined;
  if (type !== 'user' && type !== 'assistant') return true;
  const content = asObject(message)?.content;
  return typeof content === 'string' || asArray(content) !== undefined;
}
