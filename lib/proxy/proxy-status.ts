import { faultAnswer, ownHeaders } from './api-error';
import { serverKey } from './api-key';
import { whyNotOwnPage } from './own-page';
import type { ProxyStatus } from './status-schema';
import { type ProxyEnvironment, upstreamAddress } from './upstream-address';

export function proxyStatus(request: Request, environment: ProxyEnvironment): Response {
  const whyNot = whyNotOwnPage(request.headers, environment.HIGHWATER_HOSTS);
  if (whyNot !== undefined) return faultAnswer({ status: 403, type: 'permission_error', message: whyNot });
  const status: ProxyStatus = { hasKey: serverKey(environment) !== undefined, upstream: upstreamKind(environment) };
  return Response.json(status, { headers: ownHeaders });
}

function upstreamKind(environment: ProxyEnvironment): ProxyStatus['upstream'] {
  const upstream = upstreamAddress(environment);
  if (!upstream.ok) return 'unusable';
  return upstream.value.isDefault ? 'default' : 'other';
}
