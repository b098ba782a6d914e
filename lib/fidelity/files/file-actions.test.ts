import { expect, it } from 'vitest';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { fileActions } from './file-actions';

function found(...lines: string[]): string[] {
  return fileActions(transcriptFromText(lines.join('\n')).messages).map(
    ({ path, read, created, changed, deleted }) => `${path} r${read} c${created} m${changed} d${deleted}`,
  );
}

it('[K3] counts the actions of the calls per file', () => {
  expect(
    found(
      'call #1 Read a.ts',
      'call #2 Edit a.ts',
      'call #3 Edit a.ts',
      'call #4 Write b.ts',
      'call #5 Write b.ts',
      'call #6 Bash rm b.ts',
      'call #7 Write b.ts',
    ),
  ).toEqual(['a.ts r1 c0 m2 d0', 'b.ts r0 c2 m1 d1']);
});

it('[K3] recognises tools under every spelling', () => {
  expect(
    found(
      'call #1 read_file {"path":"a"}',
      'call #2 mcp__files__read_text_file {"path":"a"}',
      'call #3 str_replace_editor {"command":"view","path":"b"}',
      'call #4 str_replace_based_edit_tool {"command":"str_replace","path":"b"}',
      'call #5 apply_patch "*** Update File: c\\n"',
      'call #6 shell {"command":["bash","-lc","cat d"]}',
      'call #7 MultiEdit {"file_path":"e","edits":[]}',
      'call #8 replace_in_file {"path":"f"}',
      'call #9 write_to_file {"path":"g"}',
      'call #10 exec_command {"cmd":"echo x > h"}',
      'call #11 NotebookEdit {"notebook_path":"i"}',
      'call #12 read_many_files {"paths":["j","k"]}',
      'call #13 Grep {"path":"src","pattern":"x"}',
      'call #14 TodoWrite {"todos":[]}',
    ),
  ).toEqual([
    'a r2 c0 m0 d0',
    'b r1 c0 m1 d0',
    'c r0 c0 m1 d0',
    'd r1 c0 m0 d0',
    'e r0 c0 m1 d0',
    'f r0 c0 m1 d0',
    'g r0 c1 m0 d0',
    'h r0 c1 m0 d0',
    'i r0 c0 m1 d0',
    'j r1 c0 m0 d0',
    'k r1 c0 m0 d0',
  ]);
});

it('[K3] trusts the result about a written file, and ignores failed calls', () => {
  expect(
    found(
      'call #1 Write a.ts',
      'call #2 Edit b.ts',
      'result #1 "The file a.ts has been updated."',
      'result #2 error "String not found"',
    ),
  ).toEqual(['a.ts r0 c0 m1 d0']);
});
