import { type NextRequest, NextResponse } from 'next/server';
import { contentSecurityPolicy, developmentPolicy } from './lib/pages/content-security-policy';
import { scriptHash } from './lib/pages/inline-scripts';
import { pageScripts } from './lib/pages/page-scripts';
import { rememberedTheme } from './lib/pages/remembered-theme';
import { whyNotOwnHost } from './lib/proxy/own-page';

const CSP = 'content-security-policy';

/**
 * The routes below /api check where a request comes from themselves; here their bodies would be copied. Chunks are the same
 * for everybody: next.config.mjs gives them their policy, without the time that this takes for each of them.
 */
export const config = { matcher: '/((?!api/|_next/static/).*)' };

let built: Promise<string> | undefined;

/** Every page and file of ours: only under our own host names, and with a content security policy. */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const why = whyNotOwnHost(request.headers, process.env.HIGHWATER_HOSTS);
  if (why !== undefined)
    return new NextResponse(`${why}\n`, { status: 421, headers: { 'content-type': 'text/plain' } });
  if (process.env.NODE_ENV === 'production') {
    built ??= pageScripts().then(contentSecurityPolicy);
    const response = NextResponse.next();
    response.headers.set(CSP, await built);
    return response;
  }
  // Next gives its own scripts the nonce of the policy that it finds in the request.
  const policy = developmentPolicy(crypto.randomUUID(), [await scriptHash(rememberedTheme)]);
  const headers = new Headers(request.headers);
  headers.set(CSP, policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set(CSP, policy);
  return response;
}
