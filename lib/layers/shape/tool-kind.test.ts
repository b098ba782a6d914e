import { describe, expect, it } from 'vitest';
import { type ToolKind, toolKind } from './tool-kind';

type ToolsByKind = Readonly<Partial<Record<ToolKind, string>>>;

/** The tools of each agent whose transcripts are read or recognised, by what they do. */
const AGENTS: Readonly<Record<string, ToolsByKind>> = {
  'Claude Code': {
    read: 'Read NotebookRead FileRead FileReadTool',
    shell: 'Bash BashTool BashOutput KillBash KillShell PowerShell',
    search: 'Grep Glob LS',
    web: 'WebSearch WebFetch',
    edit: 'Edit MultiEdit NotebookEdit',
    write: 'Write',
    other:
      'TodoWrite TodoRead Task Agent TaskCreate TaskUpdate TaskList TaskOutput TaskStop EnterPlanMode ExitPlanMode AskUserQuestion Skill SlashCommand SendMessage ToolSearch ListMcpResourcesTool ReadMcpResourceTool',
  },
  Codex: {
    read: 'read_file view_image',
    shell:
      'shell local_shell container.exec exec_command functions.exec_command shell_command unified_exec write_stdin',
    search: 'list_dir grep_files',
    web: 'web_search',
    edit: 'apply_patch',
    other:
      'update_plan js spawn_agent send_input wait close_agent request_user_input tool_search _create_file _update_file',
  },
  'Gemini CLI': {
    read: 'read_file read_many_files',
    shell: 'run_shell_command read_background_output list_background_processes',
    search: 'glob grep_search search_file_content list_directory default_api:list_directory',
    web: 'web_fetch google_web_search',
    edit: 'replace',
    write: 'write_file',
    other: 'save_memory write_todos activate_skill ask_user enter_plan_mode exit_plan_mode mcp_files_read_file',
  },
  'Qwen Code': {
    read: 'read_file read_many_files',
    shell: 'run_shell_command',
    search: 'glob grep_search list_directory',
    web: 'web_fetch web_search',
    edit: 'edit',
    write: 'write_file',
    other: 'todo_write task skill save_memory exit_plan_mode',
  },
  opencode: {
    read: 'read',
    shell: 'bash',
    search: 'grep glob list',
    web: 'webfetch websearch codesearch',
    edit: 'edit multiedit patch apply_patch',
    write: 'write',
    other: 'todowrite todoread task skill question batch invalid compress',
  },
  pi: {
    read: 'read',
    shell: 'bash',
    search: 'grep find ls multi_grep',
    web: 'websearch webfetch searxng_search',
    edit: 'edit',
    write: 'write',
    other: 'subagent subagent_wait intercom mcp',
  },
  OpenHands: {
    read: 'read',
    shell: 'execute_bash run terminal execute_ipython_cell run_ipython',
    web: 'browse fetch',
    edit: 'str_replace_editor file_editor edit edit_file',
    write: 'write',
    other: 'think finish task_tracker delegate recall message system condensation browse_interactive',
  },
  'Cline and Roo': {
    read: 'read_file read_files',
    shell: 'execute_command run_commands read_command_output',
    search: 'search_files list_files list_code_definition_names codebase_search search_codebase',
    web: 'web_fetch web_search fetch_web_content',
    edit: 'replace_in_file apply_diff insert_content search_and_replace search_replace edit_file editor',
    write: 'write_to_file',
    other:
      'browser_action use_mcp_tool access_mcp_resource ask_followup_question attempt_completion plan_mode_respond new_task switch_mode update_todo_list fetch_instructions mcp--files--read_file',
  },
  'Copilot CLI and VS Code': {
    read: 'view read_file',
    shell:
      'bash read_bash write_bash stop_bash list_bash powershell read_powershell write_powershell stop_powershell run_in_terminal get_terminal_output',
    search: 'grep glob grep_search file_search semantic_search list_dir list_code_usages',
    web: 'web_fetch web_search fetch_webpage',
    edit: 'edit str_replace_editor replace_string_in_file multi_replace_string_in_file insert_edit_into_file apply_patch',
    write: 'create create_file',
    other:
      'report_intent update_todo manage_todo_list task read_agent store_memory ask_user github-mcp-server-get_file_contents',
  },
  goose: {
    read: 'developer__read_image',
    shell: 'developer__shell shell',
    search: 'tree',
    web: 'computercontroller__web_scrape',
    edit: 'developer__text_editor text_editor edit',
    write: 'write',
    other:
      'todo__todo_write memory__remember_memory platform__search_available_extensions github__read_file dynamic_task__create_task',
  },
  'SWE-agent and mini-SWE-agent': {
    read: 'open goto scroll_up scroll_down',
    shell: 'bash',
    search: 'find_file search_file search_dir',
    edit: 'edit insert str_replace_editor',
    write: 'create',
    other: 'submit exit_forfeit',
  },
  Cursor: {
    read: 'read_file Read',
    shell: 'run_terminal_cmd Shell',
    search: 'codebase_search grep_search grep file_search list_dir glob_file_search SemanticSearch',
    web: 'web_search WebFetch',
    edit: 'edit_file search_replace reapply StrReplace delete_file Delete edit_notebook',
    write: 'write',
    other: 'todo_write update_memory fetch_rules read_lints create_plan mcp_github_read_file',
  },
  "the API's own tools": {
    shell:
      'bash bash_20241022 bash_20250124 code_execution code_execution_20250825 bash_code_execution code_interpreter',
    web: 'web_search web_search_20250305 web_fetch web_fetch_20250910 web_search_preview',
    edit: 'str_replace_editor str_replace_based_edit_tool text_editor_20241022 text_editor_20250728 text_editor_code_execution',
    search: 'file_search',
    other: 'computer computer_20250124 memory memory_20250818 image_generation',
  },
  'Inspect, Harbor and LangChain': {
    read: 'read_file',
    shell: 'bash python bash_command bash_session execute',
    search: 'ls glob grep search_code list_tree',
    edit: 'edit_file text_editor',
    write: 'write_file',
    other: 'write_todos task think mark_task_complete web_browser_click',
  },
};

describe.each(Object.entries(AGENTS))('[M1] of %s', (_, tools) => {
  const table = Object.entries(tools).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind] as const));

  it.each(table)('%s has the kind %s', (name, kind) => expect(toolKind(name)).toBe(kind));
});

it.each(['readFile', 'ReadFile', 'read-file', 'READ_FILE', 'read_file', 'Read File', 'functions.read_file'])(
  '[M1] %s is another spelling of the read tool',
  (name) => expect(toolKind(name)).toBe('read'),
);

it.each(['mcp__files__read', 'mcp__shell__bash', 'mcp_web_fetch', 'mcp-files-read', 'MCP__files__Read'])(
  '[M1] %s of an MCP server is never clearable',
  (name) => expect(toolKind(name)).toBe('other'),
);

it.each(['', '_', 'tool', '__proto__', 'constructor', 'toString', '20250124', 'x'.repeat(100_000)])(
  '[M1] an unknown name has no kind: %.20j',
  (name) => expect(toolKind(name)).toBe('other'),
);
