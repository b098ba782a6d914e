import { expect, it } from 'vitest';
import { readResponseItem } from '../openai/response-item';
import { anthropicParts } from './anthropic-content';
import { serverToolName } from './server-tool-name';

it('[M1] names server tools as Claude Code does', () => {
  expect(serverToolName('github', 'search')).toBe('mcp__github__search');
  expect(serverToolName('mcp__github', 'search')).toBe('mcp__github__search');
  expect(serverToolName('github', 'mcp__github__search')).toBe('mcp__github__search');
  expect(serverToolName(undefined, 'search')).toBe('search');
});

it('[M1] a server tool has the server’s name in every format that records it', () => {
  const anthropic = anthropicParts([
    { type: 'mcp_tool_use', id: 'a', name: 'read_file', server_name: 'drive', input: {} },
  ])[0];
  expect(anthropic).toMatchObject({ name: 'mcp__drive__read_file' });
  const named = (item: Parameters<typeof readResponseItem>[0]) => JSON.stringify(readResponseItem(item));
  const call = { type: 'mcp_call', id: 'a', name: 'search', server_label: 'wiki', arguments: '{}', output: 'x' };
  expect(named(call)).toContain('"mcp__wiki__search"');
  const codex = { type: 'function_call', call_id: 'a', name: 'js', namespace: 'mcp__repl', arguments: '{}' };
  expect(named(codex)).toContain('"mcp__repl__js"');
  // A group of the agent's own tools is no server.
  expect(named({ ...codex, namespace: 'codex_app' })).toContain('"js"');
});
