import { teamRoute } from '@/lib/team/team-route';

export const dynamic = 'force-dynamic';

const team = teamRoute(process.env);

/** Methods that the server refuses too, because Next's own answer does not have the shape of its refusals. */
export { team as DELETE, team as GET, team as PATCH, team as POST, team as PUT };
