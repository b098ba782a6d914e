import { assertNever } from '../base/assert-never';
import type { ApiFault } from './api-error';
import type { Ending } from './request-watch';

/** Explains a failed or interrupted connection to the API, without the address or the error's own text. */
export function upstreamFailure(error: unknown, ending: Ending | undefined): ApiFault {
  switch (ending) {
    case undefined: {
      const code = networkCode(error);
      if (code?.startsWith('Z_') === true || code?.startsWith('ERR_BROTLI') === true) {
        return { status: 502, type: 'api_error', message: `The API’s answer is compressed, and damaged (${code}).` };
      }
      const why = code === undefined ? '' : ` (${code})`;
      return { status: 502, type: 'api_error', message: `The connection to the API failed or was interrupted${why}.` };
    }
    case 'left':
      return { status: 499, type: 'api_error', message: 'The request was cancelled by the page.' };
    case 'silent':
      return {
        status: 504,
        type: 'timeout_error',
        message: 'The upstream stopped responding, and the proxy timed out.',
      };
    case 'too-slow':
      return { status: 504, type: 'timeout_error', message: 'The request exceeded the proxy’s time limit.' };
    default:
      return assertNever(ending);
  }
}

/** For example ECONNREFUSED: only Node's own codes. */
function networkCode(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(code) ? code : undefined;
}
