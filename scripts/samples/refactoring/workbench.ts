import { type ModuleSpec, moduleText, testText } from '../code-modules';
import { type FailedCase, testRun } from '../command-outputs';
import type { ProjectFiles } from '../project-files';
import type { Random } from '../random';
import type { Reply, SessionWriter, ToolUse } from '../session-writer';
import type { SummaryNotes } from '../summary-notes';
import type { Todo, ToolUses } from '../tool-uses';
import { testPathOf } from './project';

/** What both halves of the refactoring work with. */
export class Workbench {
  private steps: readonly (readonly [todo: string, active: string])[] = [];

  constructor(
    readonly writer: SessionWriter,
    readonly files: ProjectFiles,
    readonly tools: ToolUses,
    readonly notes: SummaryNotes,
    readonly random: Random,
  ) {}

  user(pauseMs: number, text: string): void {
    this.writer.wait(pauseMs);
    this.writer.prompt(text);
  }

  act(say: string | undefined, tools: readonly ToolUse[], thinking?: string): void {
    const reply: Reply = {
      tools,
      ...(say !== undefined && { say }),
      ...(thinking !== undefined && { thinking }),
    };
    this.writer.reply(reply);
  }

  finish(say: string): void {
    this.writer.reply({ say });
    this.writer.finishTurn();
  }

  plan(steps: readonly (readonly [string, string])[]): void {
    this.steps = steps;
  }

  /** The list with so many steps done; the next one is under way. */
  todo(done: number): ToolUse {
    const todos = this.steps.map(([content, activeForm], index): Todo => {
      const status = index < done ? 'completed' : index === done ? 'in_progress' : 'pending';
      return { content, activeForm, status };
    });
    return this.tools.todo(todos);
  }

  read(...paths: readonly string[]): readonly ToolUse[] {
    return paths.map((path) => this.tools.read(path));
  }

  create(spec: ModuleSpec): ToolUse {
    return this.tools.write(spec.path, moduleText(spec, this.random.fork(spec.path)));
  }

  createTest(spec: ModuleSpec, count: number): ToolUse {
    const path = testPathOf(spec.path);
    return this.tools.write(path, testText(spec, count, this.random.fork(path)));
  }

  test(under: string, options: { readonly verbose?: boolean; readonly failed?: readonly FailedCase[] } = {}): ToolUse {
    const paths = this.files.paths(under).filter((path) => path.endsWith('.test.ts'));
    const verbose = options.verbose ?? true;
    const output = testRun(this.files, paths, this.random, {
      verbose,
      ...(options.failed && { failed: options.failed }),
    });
    const command = `npx vitest run ${under}${verbose ? ' --reporter=verbose' : ''}`;
    return options.failed
      ? this.tools.bashFailing(command, 'Run the tests', 1, output, 7800)
      : this.tools.bash(command, 'Run the tests', output, this.random.integer(4200, 9900));
  }

  /** Renames in every file that has the name, one edit each. */
  rename(from: string, to: string, paths: readonly string[]): readonly ToolUse[] {
    return paths
      .filter((path) => this.files.text(path).includes(from))
      .map((path) => this.tools.edit(path, from, to, true));
  }
}
