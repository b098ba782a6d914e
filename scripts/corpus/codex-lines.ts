import type { StoryEvent, ToolUse } from './made-up-story';

interface Thread {
  readonly sessionId: string;
  readonly folder: string;
  readonly model: string;
  readonly startMs: number;
}

const WINDOW_TOKENS = 258_400;

/** The rollout of Codex for a story, one text for each line. */
export class CodexLines {
  private total = 0;
  private isFirst = true;

  constructor(private readonly thread: Thread) {}

  begin(): readonly string[] {
    const { sessionId, folder, model, startMs } = this.thread;
    const meta = {
      id: sessionId,
      timestamp: new Date(startMs).toISOString(),
      cwd: folder,
      originator: 'codex_cli_rs',
      cli_version: '0.142.5',
      base_instructions: { text: 'You are a coding agent.' },
    };
    return [line(startMs, 'session_meta', meta), line(startMs, 'turn_context', { cwd: folder, model, effort: 'high' })];
  }

  of(event: StoryEvent): readonly string[] {
    const { timeMs } = event;
    switch (event.type) {
      case 'prompt': {
        const started = line(timeMs, 'event_msg', { type: 'task_started', model_context_window: WINDOW_TOKENS });
        const ended = this.isFirst ? [] : [line(timeMs, 'event_msg', { type: 'task_complete' })];
        this.isFirst = false;
        return [...ended, started, line(timeMs, 'response_item', message('user', 'input_text', event.text))];
      }
      case 'reply':
        return this.reply(event);
      case 'result':
        return [
          line(timeMs, 'response_item', {
            type: 'function_call_output',
            call_id: event.use.id,
            output: `Wall time: 0.4 seconds\nProcess exited with code 0\nOutput:\n${event.text}`,
          }),
        ];
      case 'compaction': {
        const history = [...event.prompts.slice(-20), event.summary].map((text) => message('user', 'input_text', text));
        return [
          line(timeMs, 'compacted', { message: event.summary, replacement_history: history }),
          line(timeMs, 'event_msg', { type: 'context_compacted' }),
        ];
      }
    }
  }

  private reply({ timeMs, thinking, text, uses, usage }: Extract<StoryEvent, { type: 'reply' }>): readonly string[] {
    const reasoning = { type: 'reasoning', summary: [{ type: 'summary_text', text: thinking }] };
    const input = usage.input + usage.cacheRead + usage.cacheWrite;
    this.total += input + usage.output;
    const counts = {
      input_tokens: input,
      cached_input_tokens: usage.cacheRead,
      output_tokens: usage.output,
      reasoning_output_tokens: 0,
      total_tokens: input + usage.output,
    };
    return [
      ...(thinking === '' ? [] : [line(timeMs, 'response_item', reasoning)]),
      ...(text === '' ? [] : [line(timeMs, 'response_item', message('assistant', 'output_text', text))]),
      ...uses.map((use) => line(timeMs, 'response_item', functionCall(use))),
      line(timeMs, 'event_msg', {
        type: 'token_count',
        info: {
          total_token_usage: { total_tokens: this.total },
          last_token_usage: counts,
          model_context_window: WINDOW_TOKENS,
        },
      }),
    ];
  }
}

function message(role: string, type: string, text: string) {
  return { type: 'message', role, content: [{ type, text }] };
}

function functionCall({ id, name, input }: ToolUse) {
  const command = input.command ?? `${name === 'Edit' ? 'apply_patch' : 'sed -n 1,400p'} ${input.file_path ?? ''}`;
  const written = input.new_string === undefined ? {} : { patch: input.new_string };
  return {
    type: 'function_call',
    call_id: id,
    name: 'exec_command',
    arguments: JSON.stringify({ cmd: command, ...written }),
  };
}

function line(timeMs: number, type: string, payload: object): string {
  return JSON.stringify({ timestamp: new Date(timeMs).toISOString(), type, payload });
}
