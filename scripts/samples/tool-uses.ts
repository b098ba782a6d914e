import type { ProjectFiles } from './project-files';
import type { Random } from './random';
import type { Picture, ToolUse } from './session-writer';

export interface Todo {
  readonly content: string;
  readonly activeForm: string;
  readonly status: 'pending' | 'in_progress' | 'completed';
}

/** The tools of the made-up agent, working on the made-up files. */
export class ToolUses {
  private todos: readonly Todo[] = [];

  constructor(
    private readonly files: ProjectFiles,
    private readonly random: Random,
  ) {}

  read(path: string, firstLine?: number, count?: number): ToolUse {
    const total = this.files.lines(path).length;
    const startLine = firstLine ?? 1;
    const numLines = Math.max(0, Math.min(count ?? total, total - startLine + 1));
    return {
      name: 'Read',
      input: {
        file_path: this.files.absolute(path),
        ...(firstLine !== undefined && { offset: firstLine }),
        ...(count !== undefined && { limit: count }),
      },
      result: this.files.numbered(path, startLine, count),
      resultKind: 'code',
      display: { type: 'text', file: { filePath: this.files.absolute(path), numLines, startLine, totalLines: total } },
      durationMs: this.random.integer(15, 120),
      readPath: path,
    };
  }

  /** Around the first line that holds the needle. */
  readAround(path: string, needle: string, before: number, after: number): ToolUse {
    const first = Math.max(1, this.files.lineOf(path, needle) - before);
    return this.read(path, first, before + after + 1);
  }

  readMissing(path: string): ToolUse {
    return this.failed('Read', { file_path: this.files.absolute(path) }, 'File does not exist.');
  }

  readPicture(path: string, picture: Picture): ToolUse {
    return {
      name: 'Read',
      input: { file_path: this.files.absolute(path) },
      result: [picture],
      resultKind: 'prose',
      display: { type: 'image', file: { type: 'image/png', originalSize: picture.png.length } },
      durationMs: this.random.integer(30, 140),
    };
  }

  grep(pattern: string, under = '', largestCount = 60): ToolUse {
    const hits = this.files.search(pattern, under);
    const shown = hits.slice(0, largestCount).map((hit) => `${hit.path}:${hit.line}:${hit.text}`);
    return {
      name: 'Grep',
      input: { pattern, ...(under !== '' && { path: under }), output_mode: 'content', '-n': true },
      result: shown.length > 0 ? shown.join('\n') : 'No matches found',
      resultKind: 'code',
      display: { mode: 'content', numFiles: 0, filenames: [], numLines: shown.length },
      durationMs: this.random.integer(40, 260),
    };
  }

  glob(pattern: string, under: string, ending: string): ToolUse {
    const found = this.files.paths(under).filter((path) => path.endsWith(ending));
    return {
      name: 'Glob',
      input: { pattern },
      result: found.map((path) => this.files.absolute(path)).join('\n'),
      resultKind: 'code',
      display: { numFiles: found.length, durationMs: 12, truncated: false },
      durationMs: this.random.integer(20, 90),
    };
  }

  bash(command: string, description: string, output: string, durationMs = this.random.integer(80, 900)): ToolUse {
    return {
      name: 'Bash',
      input: { command, description },
      result: output,
      resultKind: 'code',
      display: { stdout: shortened(output), stderr: '', interrupted: false, isImage: false },
      durationMs,
    };
  }

  bashFailing(command: string, description: string, code: number, output: string, durationMs = 700): ToolUse {
    const result = `Exit code ${code}\n${output}`;
    return {
      name: 'Bash',
      input: { command, description },
      result,
      resultKind: 'code',
      isError: true,
      display: `Error: ${shortened(result)}`,
      durationMs,
    };
  }

  edit(path: string, from: string, to: string, all = false): ToolUse {
    this.files.replace(path, from, to, all);
    const filePath = this.files.absolute(path);
    return {
      name: 'Edit',
      input: { replace_all: all, file_path: filePath, old_string: from, new_string: to },
      result: `The file ${filePath} has been updated successfully.`,
      resultKind: 'prose',
      display: { filePath, userModified: false, replaceAll: all, structuredPatch: [] },
      durationMs: this.random.integer(20, 110),
    };
  }

  editNotFound(path: string, from: string, to: string): ToolUse {
    const input = { replace_all: false, file_path: this.files.absolute(path), old_string: from, new_string: to };
    return this.failed('Edit', input, `String to replace not found in file.\nString: ${from}`);
  }

  write(path: string, text: string): ToolUse {
    const existed = this.files.has(path);
    this.files.add(path, text);
    const filePath = this.files.absolute(path);
    return {
      name: 'Write',
      input: { file_path: filePath, content: text },
      result: existed
        ? `The file ${filePath} has been updated successfully.`
        : `File created successfully at: ${filePath}`,
      resultKind: 'prose',
      display: { type: existed ? 'update' : 'create', filePath, structuredPatch: [] },
      durationMs: this.random.integer(20, 110),
    };
  }

  todo(todos: readonly Todo[]): ToolUse {
    const counts = { before: this.todos.length, after: todos.length };
    this.todos = todos;
    return {
      name: 'TodoWrite',
      input: { todos: todos.map((todo) => ({ ...todo })) },
      result:
        'Todos have been modified successfully. Keep using the list to track what is done, and go on with the current item.',
      resultKind: 'prose',
      display: { counts },
      durationMs: this.random.integer(5, 25),
    };
  }

  fetch(url: string, prompt: string, answer: string): ToolUse {
    return {
      name: 'WebFetch',
      input: { url, prompt },
      result: answer,
      resultKind: 'prose',
      display: { bytes: answer.length * 7, code: 200, codeText: 'OK', durationMs: 2400, url },
      durationMs: this.random.integer(1800, 5200),
    };
  }

  screenshot(
    name: string,
    input: { readonly [key: string]: string | number },
    picture: Picture,
    note: string,
  ): ToolUse {
    return {
      name,
      input,
      result: [note, picture],
      resultKind: 'prose',
      display: { note },
      durationMs: this.random.integer(600, 1900),
    };
  }

  private failed(name: string, input: ToolUse['input'], what: string): ToolUse {
    return {
      name,
      input,
      result: `<tool_use_error>${what}</tool_use_error>`,
      resultKind: 'prose',
      isError: true,
      display: `Error: ${shortened(what)}`,
      durationMs: this.random.integer(5, 40),
    };
  }
}

/** The display copy is kept short: real ones repeat everything and would double the size of the samples. */
function shortened(text: string): string {
  return text.length <= 160 ? text : `${text.slice(0, 160)}...`;
}
