import { expect, it } from 'vitest';
import { toolKind } from './tool-kind';

it.each([
  ['Read', 'read'],
  ['read_file', 'read'],
  ['FileRead', 'read'],
  ['Bash', 'shell'],
  ['exec_command', 'shell'],
  ['Grep', 'search'],
  ['WebFetch', 'web'],
  ['apply_patch', 'edit'],
  ['Write', 'write'],
  ['TodoWrite', 'other'],
  ['mcp__files__read', 'other'],
])('[M1] %s is a tool of the kind %s', (name, kind) => expect(toolKind(name)).toBe(kind));
