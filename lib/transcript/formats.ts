interface Format {
  /** Used as a label, and after "is": "opencode export". */
  readonly title: string;
  /** What the user can do, beginning with the verb, or where its files are. */
  readonly advice: string;
  /** Of a file that is no transcript: what it is, after “Could not import …:”. */
  readonly instead?: string;
}

/** Of a format that is only named: what can be imported instead. */
const NAMED_ONLY =
  'Save its messages as a JSON list of {role, content}, or as text with user: or assistant: before each turn, and add that.';

/** Formats that are recognised. Which of them can be imported is said by the table of importers. */
const table = {
  highwater: { title: 'Highwater transcript', advice: 'Export one from the Sessions view.' },
  'highwater-rows': {
    title: 'Rows of highwater replay',
    advice: 'Open them in Compare, which shows their sums and differences.',
    instead: 'these are rows of highwater replay, not a transcript',
  },
  'claude-code': {
    title: 'Claude Code session',
    advice: 'Claude Code stores sessions under ~/.claude/projects, one .jsonl file each.',
  },
  'claude-stream-json': {
    title: 'Claude Code stream',
    advice: 'Claude Code also writes the whole session to a .jsonl file under ~/.claude/projects: add that one.',
  },
  'claude-trace': {
    title: 'claude-trace log',
    advice: 'claude-trace writes its logs to .claude-trace/log-<date>.jsonl.',
  },
  'anthropic-messages': {
    title: 'Anthropic messages',
    advice: 'Add the JSON body of a request to /v1/messages, or a list of its messages.',
  },
  'openai-chat': {
    title: 'OpenAI chat',
    advice: 'Add the JSON body of a request to /v1/chat/completions, or a list of its messages.',
  },
  'openai-responses': {
    title: 'OpenAI response',
    advice: 'Add the JSON body of a request to /v1/responses, a response, or a list of items.',
  },
  codex: { title: 'Codex rollout', advice: 'Codex stores rollouts under ~/.codex/sessions, one .jsonl file each.' },
  'copilot-cli': {
    title: 'GitHub Copilot CLI session',
    advice: 'Copilot stores the events of a session in ~/.copilot/session-state/<id>/events.jsonl.',
  },
  pi: { title: 'pi session', advice: 'Sessions of pi are under ~/.pi/agent/sessions, one .jsonl file each.' },
  'qwen-code': {
    title: 'Qwen Code session',
    advice: 'Qwen Code stores sessions under ~/.qwen/projects/<project>/chats, one .jsonl file each.',
  },
  'factory-droid': {
    title: 'Factory Droid session',
    advice: `Save its messages as a list and add that: jq -s '[.[] | select(.type == "message") | .message]' session.jsonl.`,
  },
  'gemini-cli': {
    title: 'Gemini CLI session',
    advice: 'Gemini CLI stores sessions under ~/.gemini/tmp/<project>/chats, one .json or .jsonl file each.',
  },
  'gemini-contents': {
    title: 'Gemini conversation',
    advice: 'Add a checkpoint of Gemini CLI, or the JSON body of a request with its contents.',
  },
  goose: {
    title: 'goose session',
    advice: 'Add a session file of goose, or one that "goose session export --format json" wrote.',
  },
  openhands: {
    title: 'OpenHands run',
    advice: 'Add the output.jsonl of an evaluation, or the events of a conversation as an array or as lines.',
  },
  cursor: {
    title: 'Cursor agent transcript',
    advice:
      "Save its messages as a list and add that: jq -s '[.[] | {role, content: .message.content}]' session.jsonl. They have neither token counts nor tool results.",
  },
  'harbor-atif': {
    title: 'Harbor trajectory (ATIF)',
    advice: 'Harbor writes one to agent/trajectory.json in the folder of each trial.',
  },
  inspect: {
    title: 'Inspect AI log',
    advice: 'Add a log in JSON: `inspect log convert --to json` makes one of an .eval file.',
  },
  opencode: { title: 'opencode export', advice: 'Save what `opencode export` prints as a file.' },
  'swe-agent': {
    title: 'SWE-agent trajectory',
    advice: 'SWE-agent writes one .traj file for each instance.',
  },
  'mini-swe-agent': {
    title: 'mini-swe-agent trajectory',
    advice: 'Add the .traj.json file of a run.',
  },
  otel: {
    title: 'OpenTelemetry trace',
    advice: 'Add spans of calls to a model, exported with their content (OTLP JSON, or a list of spans).',
  },
  langfuse: {
    title: 'Langfuse trace',
    advice: 'Add a trace with its observations, as the page or the API of Langfuse gives it.',
  },
  langchain: {
    title: 'LangChain messages or LangSmith trace',
    advice: 'Add the messages of a LangGraph state, or the runs of a trace with their inputs and outputs.',
  },
  'plain-chat': {
    title: 'Plain chat',
    advice: 'Start each turn on a line of its own with user: or assistant:, and the file with what the user says.',
  },
  har: {
    title: 'HAR file of a browser or proxy',
    advice:
      'Save the JSON body of the last request to /v1/messages, /chat/completions or /responses as a file and add that.',
  },
  cline: {
    title: 'Cline or Roo task',
    advice: 'Add the whole folder of the task: api_conversation_history.json and ui_messages.json belong together.',
  },
  'ai-sdk': {
    title: 'AI SDK messages',
    advice: 'Add a list of UI messages or model messages, as the app stores them.',
  },
  'account-export': {
    title: 'Chat from an account export of ChatGPT or Claude.ai',
    advice:
      'Save one conversation as text, with user: or assistant: before each turn, and add that. It has no calls of tools and no token counts.',
  },
  'vscode-chat': {
    title: 'VS Code chat session',
    advice:
      'Save what was said as text, with user: or assistant: before each turn, and add that. Copilot CLI and Cline write files of their own.',
  },
  kiro: {
    title: 'Kiro conversation',
    advice: NAMED_ONLY,
  },
  'claude-history': {
    title: 'Claude Code prompt history',
    advice: 'Add the session files from ~/.claude/projects instead: this one contains only typed prompts.',
  },
  'entire-transcript': {
    title: 'Entire checkpoint in its reduced form',
    advice: "Add full.jsonl from the same folder: it is the agent's own file.",
  },
} satisfies Readonly<Record<string, Format>>;

/** Stored sessions name their format by it. */
export type FormatId = keyof typeof table;

export const formats: Readonly<Record<FormatId, Format>> = table;

export const formatIds = Object.keys(table) as readonly FormatId[];
