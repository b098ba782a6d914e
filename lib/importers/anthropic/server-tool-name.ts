/**
 * Prefixes tools of an MCP server with the server's name: a server may call its own tool `search` or `read_file`, which
 * is not the agent's.
 */
export function serverToolName(server: string | undefined, tool: string): string {
  if (server === undefined || server === '' || tool.startsWith('mcp__')) return tool;
  return `${server.startsWith('mcp__') ? '' : 'mcp__'}${server}__${tool}`;
}
