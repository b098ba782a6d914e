import { proxyStatus } from '@/lib/proxy/proxy-status';

export const dynamic = 'force-dynamic';

export function GET(request: Request): Response {
  return proxyStatus(request, process.env);
}
