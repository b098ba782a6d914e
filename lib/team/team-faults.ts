import type { TeamSend } from './team-line';
import { refusal } from './team-server';

/** What a member may run into, at the press of a button. */
export type TeamFault = '401' | '403' | '412' | '413' | 'offline';

/**
 * The next request of the kind that a fault is about meets it; the others pass. Of a 412 the server itself says so, with
 * the checksums of now: the request claims to change another state.
 */
export function withFaults(send: TeamSend, take: (method: string) => TeamFault | undefined): TeamSend {
  return async (request, signal) => {
    const fault = take(request.method);
    switch (fault) {
      case undefined:
        return send(request, signal);
      case 'offline':
        throw new TypeError('The server cannot be reached');
      case '412': {
        const headers = new Headers(request.headers);
        headers.set('if-match', '"another"');
        return send(new Request(request, { headers }), signal);
      }
      case '401':
        return refusal(401, 'The request does not say which member of the team asks.');
      case '403':
        return refusal(403, 'This member is not allowed to change the team’s memory.');
      case '413':
        return refusal(413, 'The body is larger than this server accepts.');
    }
  };
}

/** Only a push can meet a 412 or a 413. */
export function meets(fault: TeamFault, method: string): boolean {
  return fault === 'offline' || fault === '401' || fault === '403' || method === 'PUT';
}
