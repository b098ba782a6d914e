type Route = (request: Request) => Response | Promise<Response>;
type Methods = Readonly<Record<string, unknown>>;

/** The routes of the page's server that are code, loaded when they are asked. A name that ends in a slash has further parts. */
export const apiRoutes: Readonly<Record<string, () => Promise<Methods>>> = {
  '/api/anthropic/': () => import('../../../app/api/anthropic/[...path]/route'),
  '/api/openai/': () => import('../../../app/api/openai/[...path]/route'),
  '/api/proxy-status': () => import('../../../app/api/proxy-status/route'),
  '/api/team': () => import('../../../app/api/team/route'),
};

export type FindRoute = (path: string, method: string) => Promise<Route | 'not-allowed' | undefined>;

/** The function for a request; `not-allowed` if the route does not take the method, undefined if there is none. */
export const apiRoute: FindRoute = async (path, method) => {
  const name = Object.keys(apiRoutes).find((each) => (each.endsWith('/') ? path.startsWith(each) : path === each));
  if (name === undefined) return undefined;
  const methods = await apiRoutes[name]?.();
  const route = methods?.[method === 'HEAD' ? 'GET' : method];
  return isRoute(route) ? route : 'not-allowed';
};

function isRoute(value: unknown): value is Route {
  return typeof value === 'function';
}
