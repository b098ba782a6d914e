import { expect, it } from 'vitest';
import { toolUse } from './tool-use';
import { transcriptFromText } from './transcript-from-text';

function useOf(line: string) {
  const [part] = transcriptFromText(`call #1 ${line}`).messages[0]?.parts ?? [];
  if (part?.kind !== 'tool-call') throw new Error(`no call: ${line}`);
  return toolUse(part);
}

it.each([
  ['write_stdin {"session_id":1,"chars":"y"}', 'shell'],
  ['BashOutput {"bash_id":"1"}', 'shell'],
  ['view_image {"path":"a.png"}', 'read'],
  ['developer__text_editor {"command":"view","path":"a.ts"}', 'read'],
  ['text_editor_20250728 {"command":"create","path":"a.ts"}', 'write'],
  ['file_editor {"command":"undo_edit","path":"a.ts"}', 'edit'],
  ['multi_replace_string_in_file {"path":"a.ts"}', 'edit'],
  ['mcp__files__edit_file {"path":"a.ts"}', 'edit'],
  ['mcp_files_read_file {"path":"a.ts"}', 'read'],
  ['mcp--files--write_to_file {"path":"a.ts"}', 'write'],
  ['execute_ipython_cell {"code":"1 + 1"}', 'code'],
  ['delete_file {"target_file":"a.ts"}', 'delete'],
  ['apply_patch "*** Begin Patch"', 'patch'],
  ['list_dir {"path":"src"}', 'other'],
  ['update_plan {"plan":[]}', 'other'],
  ['mcp__web__fetch {"url":"https://a.example"}', 'other'],
])('[K3] %s does this to files: %s', (call, use) => expect(useOf(call)).toBe(use));
