import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { policyById } from '../../lib/policies/index';
import { changeSetting, type SettingValue } from '../../lib/policies/shape/change-setting';
import { recordedView, viewOf } from '../../lib/state/simulate/simulated-session';
import type { MessageRow, Side, SimulatedMessage, SimulationChoice } from '../../lib/worker/engine/messages';
import { type OpenedSession, openSession } from '../../lib/worker/engine/open-session';

const sessions = new Map<string, Promise<OpenedSession>>();

/** The session of a file; the first one if it has several. Cached by path. */
export function sessionInNode(path: string): Promise<OpenedSession> {
  const session = sessions.get(path) ?? opened(path);
  sessions.set(path, session);
  return session;
}

function opened(path: string): Promise<OpenedSession> {
  const file = new Blob([readFileSync(path)]);
  return openSession({ type: 'file', path: basename(path), file, child: [] }, new AbortController().signal);
}

export interface WantedChoice {
  readonly preset: string;
  readonly changes?: Readonly<Record<string, SettingValue>>;
  readonly pinned?: readonly MessageRow['id'][];
}

/** The choice that the page simulates with these settings alone. */
export function choiceOf({ preset, changes = {}, pinned = [] }: WantedChoice): SimulationChoice {
  let policy = policyById(preset);
  for (const [path, value] of Object.entries(changes)) {
    const changed = policy && changeSetting(policy, path, value);
    if (changed?.ok === false) throw new Error(changed.error);
    policy = changed?.value;
  }
  if (policy === undefined) throw new Error(`There is no preset ${preset}`);
  return { policy, replies: { type: 'recorded' }, mode: 'free', pinned };
}

/** What the page shows of a session of Claude Code before anything is changed. */
export const recordingChoice: SimulationChoice = viewOf(recordedView({ name: 'Claude Code' }));

/** The URL hash for these settings at a call. */
export function linkOf({ preset, changes = {}, pinned = [] }: WantedChoice, call: number): string {
  const pairs = Object.entries(changes).map(([path, value]) => `&${path}=${value}`);
  return `#v1&preset=${preset}${pairs.join('')}${pinned.map((id) => `&pin=${id}`).join('')}&call=${call + 1}&end`;
}

/** One side of a call, a line for each part: message index in the file, part index, and tokens. */
export function linesInNode(session: OpenedSession, choice: SimulationChoice, call: number, side: Side): string[] {
  return session.simulations.contextAt({ ...choice, call })[side].flatMap((message) => partLines(message));
}

function partLines(message: SimulatedMessage): string[] {
  const name = message.type === 'recorded' ? String(message.index) : 'made';
  const tokens = message.partTokens.length === 0 ? [0] : message.partTokens;
  return tokens.map((count, part) => `${name}.${part} ${Math.round(count)}`);
}
