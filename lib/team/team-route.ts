import { whyNotOwnPage } from '../proxy/own-page';
import { teamInMemory } from './team-in-memory';
import { LONGEST_REQUEST_MS } from './team-limits';
import { refusal, teamServer } from './team-server';

/** How many requests are read at once. */
const MAX_AT_ONCE = 32;

export type TeamEnvironment = Readonly<Record<string, string | undefined>>;

/** The shared server, for pages of this server only: what it has is gone when the process ends. */
export function teamRoute(environment: TeamEnvironment, longestMs = LONGEST_REQUEST_MS) {
  const store = teamInMemory();
  let running = 0;
  return async (request: Request): Promise<Response> => {
    const whyNot = whyNotOwnPage(request.headers, environment.HIGHWATER_HOSTS);
    if (whyNot !== undefined) return refusal(403, whyNot);
    if (running >= MAX_AT_ONCE) return refusal(503, `The server handles at most ${MAX_AT_ONCE} requests at once.`);
    running += 1;
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      const late = new Promise<Response>((resolve) => {
        timer = setTimeout(() => resolve(refusal(408, 'The request took longer than 30 seconds.')), longestMs);
      });
      return await Promise.race([teamServer(request, store), late]);
    } finally {
      clearTimeout(timer);
      running -= 1;
    }
  };
}
