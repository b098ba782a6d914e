import { test } from '@playwright/test';
import { seenBy } from '../stand-in/control';

/** Of one test: the stand-in keeps what it saw and what it is to do by the key. */
export function keyOf(name: string): string {
  return `stand-in-e2e-prompts-${name}-${test.info().workerIndex}-${Date.now()}`;
}

/** Beside them the page lists the models. */
export async function messagesSeenBy(key: string) {
  return (await seenBy(key)).filter(({ path }) => path === '/v1/messages');
}
