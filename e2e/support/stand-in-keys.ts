import { test } from '@playwright/test';
import { seenBy } from '../stand-in/control';

/** A key for one test: the stand-in stores requests and behaviours by key. */
export function keyOf(name: string): string {
  return `stand-in-e2e-prompts-${name}-${test.info().workerIndex}-${Date.now()}`;
}

/** Requests besides the list of models, which the page also requests. */
export async function messagesSeenBy(key: string) {
  return (await seenBy(key)).filter(({ path }) => path === '/v1/messages');
}
