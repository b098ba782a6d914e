import { faultAnswer, ownHeaders } from './api-error';
import { serverKey } from './api-key';
import { whyNotOwnPage } from './own-page';
import { anthropicApi, openaiApi, type ProxiedApi } from './proxied-apis';
import type { ProxyStatus } from './status-schema';
import { type ProxyEnvironment, upstreamAddress } from './upstream-address';

export function proxyStatus(request: Request, environment: ProxyEnvironment): Response {
  const whyNot = whyNotOwnPage(request.headers, environment.HIGHWATER_HOSTS);
  if (whyNot !== undefined) return faultAnswer({ status: 403, type: 'permission_error', message: whyNot });
  const status: ProxyStatus = { ...statusOf(anthropicApi, environment), openai: statusOf(openaiApi, environment) };
  return Response.json(status, { headers: ownHeaders });
}

function statusOf(api: ProxiedApi, environment: ProxyEnvironment): ProxyStatus['openai'] {
  return { hasKey: serverKey(environment, api) !== undefined, upstream: upstreamKind(api, environment) };
}

function upstreamKind(api: ProxiedApi, environment: ProxyEnvironment): ProxyStatus['upstream'] {
  const upstream = upstreamAddress(environment, api);
  if (!upstream.ok) return 'unusable';
  return upstream.value.isDefault ? 'default' : 'other';
}
