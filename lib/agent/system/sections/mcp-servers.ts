import type { Section } from './section';

/** [Y3] Of a server that is made up, so that its effect on the cache can be seen. */
const INSTRUCTIONS = `Instructions of MCP servers

## tide-tables
This server knows the tides of 40 harbours. It has no tools at the moment.
- Give times in the harbour’s own time zone, and heights in metres above chart datum.
- A forecast is valid for 14 days. Say so when a question goes beyond that.
- Never use its tables for navigation without saying that they are predictions.`;

export const mcpServers: Section = {
  id: 'mcp-servers',
  title: 'Instructions of MCP servers',
  kind: 'volatile',
  text: ({ hasServer }) => (hasServer ? INSTRUCTIONS : undefined),
  nothing: 'No server is connected.',
};
