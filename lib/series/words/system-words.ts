import type { PieceKind } from '../../simulator/recorded/pieces-in-part';
import { type FormatId, formats } from '../../transcript/formats';
import { counted } from './format-number';

export const pieceKindTitles: Readonly<Record<PieceKind, string>> = {
  system: 'System prompt',
  tools: 'Tools',
  context: 'User context',
  instructions: 'Instructions',
  memories: 'Memories',
  hooks: 'Output of hooks',
  agents: 'Agents',
  skills: 'Skills',
  mcp: 'MCP servers',
  files: 'Files',
  'changed-files': 'Changed files',
  tasks: 'Task list',
  mode: 'Mode',
  date: 'Date',
  reminders: 'Reminders',
};

/** `static`, `3 times, static`, `3 times, 2 texts`. */
export function staysWords(texts: number, times: number): string {
  const changes = texts === 1 ? 'static' : counted(texts, 'text');
  return times === 1 ? changes : `${counted(times, 'time')}, ${changes}`;
}

/** Why a recording has no piece to list. */
export function systemGaps({
  format,
  systemInFile,
}: {
  readonly format: FormatId;
  readonly systemInFile: string;
}): string {
  if (format === 'claude-code') {
    return (
      'Claude Code does not write its system prompt, its tools and CLAUDE.md into session files. Rules, skills, files and ' +
      'the output of hooks are in them from version 2.1.92 on.'
    );
  }
  const { title } = formats[format];
  return systemInFile === 'none'
    ? `Files of the format ${title} have no system prompt, no tools and no instructions.`
    : `This file of the format ${title} has no system prompt, no tools and no instructions that could be recognised.`;
}
