import type { Random } from '../../lib/rows/statistics/random';
import type { StoryEvent } from './made-up-story';

interface Conversation {
  readonly sessionId: string;
  readonly folder: string;
  readonly model: string;
  readonly cacheLife: '5m' | '1h';
  /** Of a sub-agent. */
  readonly agentId: string | undefined;
}

/** The records of Claude Code for a story, one text for each line. */
export class ClaudeCodeLines {
  private parent: string | null = null;

  constructor(
    private readonly random: Random,
    private readonly conversation: Conversation,
  ) {}

  title(text: string): string {
    return JSON.stringify({ type: 'custom-title', customTitle: text, sessionId: this.conversation.sessionId });
  }

  of(event: StoryEvent): readonly string[] {
    switch (event.type) {
      case 'prompt':
        return [this.record(event.timeMs, { type: 'user', message: { role: 'user', content: event.text } })];
      case 'reply':
        return this.reply(event);
      case 'result': {
        const { use, text, timeMs } = event;
        const content = [{ tool_use_id: use.id, type: 'tool_result', content: text }];
        const shown =
          use.agentId === undefined ? { stdout: text, stderr: '' } : { agentId: use.agentId, content: text };
        return [this.record(timeMs, { type: 'user', message: { role: 'user', content }, toolUseResult: shown })];
      }
      case 'compaction':
        return this.compaction(event);
    }
  }

  private reply(event: Extract<StoryEvent, { type: 'reply' }>): readonly string[] {
    const { id, thinking, text, uses, usage, timeMs } = event;
    const blocks = [
      ...(thinking === '' ? [] : [{ type: 'thinking', thinking, signature: this.random.hex(120) }]),
      ...(text === '' ? [] : [{ type: 'text', text }]),
      ...uses.map((use) => ({ type: 'tool_use', id: use.id, name: use.name, input: use.input })),
    ];
    const { model, cacheLife } = this.conversation;
    const written = usage.cacheWrite;
    const counts = {
      input_tokens: usage.input,
      cache_creation_input_tokens: written,
      cache_read_input_tokens: usage.cacheRead,
      cache_creation: {
        ephemeral_5m_input_tokens: cacheLife === '5m' ? written : 0,
        ephemeral_1h_input_tokens: cacheLife === '1h' ? written : 0,
      },
    };
    return blocks.map((block, place) => {
      const isLast = place === blocks.length - 1;
      const stop = isLast ? (uses.length > 0 ? 'tool_use' : 'end_turn') : null;
      const message = {
        model,
        id,
        type: 'message',
        role: 'assistant',
        content: [block],
        stop_reason: stop,
        usage: { ...counts, output_tokens: isLast ? usage.output : 3, service_tier: 'standard' },
      };
      return this.record(timeMs, { type: 'assistant', requestId: `req_${id.slice(4)}`, message });
    });
  }

  private compaction(event: Extract<StoryEvent, { type: 'compaction' }>): readonly string[] {
    const { timeMs, trigger, preTokens, summary } = event;
    const logicalParentUuid = this.parent;
    this.parent = null;
    return [
      this.record(timeMs, {
        type: 'system',
        subtype: 'compact_boundary',
        logicalParentUuid,
        content: 'Conversation compacted',
        level: 'info',
        isMeta: false,
        compactMetadata: { trigger, preTokens },
      }),
      this.record(timeMs, {
        type: 'user',
        message: { role: 'user', content: summary },
        isVisibleInTranscriptOnly: true,
        isCompactSummary: true,
      }),
    ];
  }

  private record(timeMs: number, fields: object): string {
    const { agentId, sessionId, folder } = this.conversation;
    const uuid = this.random.uuid();
    const line = JSON.stringify({
      parentUuid: this.parent,
      isSidechain: agentId !== undefined,
      ...(agentId === undefined ? {} : { agentId }),
      userType: 'external',
      cwd: folder,
      sessionId,
      version: '2.1.81',
      gitBranch: 'main',
      ...fields,
      uuid,
      timestamp: new Date(timeMs).toISOString(),
    });
    this.parent = uuid;
    return line;
  }
}
