import { expect } from '@playwright/test';
import type { BatchEnding } from './batches';
import type { Behaviour } from './behaviour';
import type { SeenRequest } from './seen-requests';

/** Controls the stand-in behind the server of the browser tests. Each test uses its own key. */
export const standInAddress = `http://127.0.0.1:${process.env.HIGHWATER_STAND_IN_PORT}`;

export async function behave(key: string, behaviours: readonly Behaviour[], path = '/v1/messages'): Promise<void> {
  const body = JSON.stringify({ key, behaviours, path });
  const answer = await fetch(`${standInAddress}/stand-in/behaviours`, { method: 'POST', body });
  expect(answer.status).toBe(200);
}

/** Ends all batches of a key, and says which. */
export async function endBatches(key: string, ending: BatchEnding = {}): Promise<readonly string[]> {
  const body = JSON.stringify({ key, ...ending });
  const answer = await fetch(`${standInAddress}/stand-in/batches`, { method: 'POST', body });
  expect(answer.status).toBe(200);
  const ended: readonly string[] = await answer.json();
  return ended;
}

export async function seenBy(key: string): Promise<readonly SeenRequest[]> {
  const answer = await fetch(`${standInAddress}/stand-in/requests?key=${encodeURIComponent(key)}`);
  const seen: readonly SeenRequest[] = await answer.json();
  return seen;
}
