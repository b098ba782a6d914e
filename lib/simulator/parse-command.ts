import { fail, ok, type Result } from '../base/result';
import type { Command } from './pipeline';

/** What a user types: `/compact`, `/compact what to keep in mind`, `/snip`, `/summary`. */
export function parseCommand(text: string): Result<Command> {
  const [, name, rest = ''] = /^\/(\w+)\s*(.*)$/s.exec(text.trim()) ?? [];
  const focus = rest.trim();
  if (name === 'compact') return ok(focus === '' ? { type: 'compact' } : { type: 'compact', focus });
  if (focus === '' && name === 'snip') return ok({ type: 'snip' });
  if (focus === '' && name === 'summary') return ok({ type: 'note' });
  return fail(`"${text}" is none of /compact [focus], /snip and /summary`);
}
