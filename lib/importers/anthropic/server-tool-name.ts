/**
 * The name under which a tool of an MCP server is known to every layer, score and filter: a server may call a tool of its own
 * `search` or `read_file`, and that is not the agent's.
 */
export function serverToolName(server: string | undefined, tool: string): string {
  if (server === undefined || server === '' || tool.startsWith('mcp__')) return tool;
  return `${server.startsWith('mcp__') ? '' : 'mcp__'}${server}__${tool}`;
}
