import type { ExactValueType } from './classify-word';

/** Words of commands that say nothing about a project: programs, their subcommands, and places that are always there. */
const COMMAND_WORDS = words(
  'git status diff log show branch add commit push pull fetch stash pop checkout switch restore rebase merge init clone',
  'ls ll pwd cd cat head tail less clear date whoami env which exit true tree wc sort uniq history top ps df du uname',
  'npm npx pnpm yarn bun node deno test tests run start build install ci lint format check dev typecheck tsc eslint',
  'prettier vitest jest pytest python python3 pip cargo go make mvn gradle bundle rake dotnet clippy fmt vet',
  'HEAD main master origin . .. ~ - ./... 2>&1 2>/dev/null /dev/null | > &&',
);
/** States of tasks and calls, and names of arguments that every agent writes. */
const AGENT_WORDS = words(
  'in_progress in-progress pending completed complete todo to_do done cancelled canceled blocked not_started success',
  'failed error running queued unknown tool_use tool_result tool_use_id tool_call_id file_path old_string new_string',
  'replace_all output_mode files_with_matches head_limit subagent_type run_in_background activeForm is_error file_text',
  'str_replace view_range insert_line old_str new_str exit_code end_turn stop_reason workdir timeout_ms max_output_tokens',
);
/** Every project has them. */
const FILE_NAMES = words(
  'package.json package-lock.json pnpm-lock.yaml yarn.lock tsconfig.json node_modules README.md LICENSE CHANGELOG.md',
  'CLAUDE.md AGENTS.md .gitignore .env index.ts index.tsx index.js index.html main.ts main.js main.py main.go main.rs',
  'mod.rs lib.rs __init__.py setup.py pyproject.toml requirements.txt Cargo.toml Cargo.lock go.mod go.sum Makefile',
  'Dockerfile pom.xml build.gradle Gemfile',
);
const IDENTIFIERS = words(
  'console.log console.error JSON.parse JSON.stringify process.env process.exit useState useEffect useMemo useRef',
  'beforeEach afterEach beforeAll afterAll toBe toEqual toThrow addEventListener querySelector getElementById module.exports',
  'async/await readFile writeFile readFileSync writeFileSync Math.max Math.min Math.round Object.keys Object.entries',
  'Promise.all setTimeout clearTimeout setInterval toString parseInt parseFloat isNaN instanceof typeof forEach',
  'TypeError SyntaxError ReferenceError RangeError ENOENT ValueError KeyError AssertionError',
);
const PLAIN_OPTION = /^--?[A-Za-z][\w-]*$|^-\d+$/;

function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.join(' ').split(' '));
}

/** Part of every session of its kind, so that a model knows it without having read it. */
export function isCommonValue(type: ExactValueType, value: string): boolean {
  if (isAgentWord(value)) return true;
  if (type === 'command') return value.split(/\s+/).every((word) => COMMAND_WORDS.has(word) || PLAIN_OPTION.test(word));
  const plain = value.replace(/\(\)$/, '');
  return FILE_NAMES.has(plain.replace(/^\.?\//, '')) || IDENTIFIERS.has(plain);
}

/** Even if the user wrote it, it is no detail of the task. */
export function isAgentWord(value: string): boolean {
  return AGENT_WORDS.has(value);
}
