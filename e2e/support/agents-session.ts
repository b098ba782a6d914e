import { expect, type Page } from '@playwright/test';
import { SessionsPage, withoutTour } from './sessions-page';

interface MadeChild {
  readonly type: string;
  readonly description: string;
  readonly prompt: string;
  readonly calls: number;
}

/** Two groups of agents, and one that is never answered. */
const GROUPS: Readonly<Record<number, readonly MadeChild[]>> = {
  2: [
    { type: 'Explore', description: 'Find the harbour list', prompt: 'Where are the harbours listed?', calls: 8 },
    { type: 'Explore', description: 'Find the tide tables', prompt: 'Where are the tides computed?', calls: 5 },
    { type: 'reviewer', description: 'Review the parser', prompt: 'Is the parser correct?', calls: 12 },
  ],
  9: [{ type: 'general-purpose', description: 'Rename the field', prompt: 'Rename depth to draught.', calls: 6 }],
};

const CALLS = 14;
const START_MS = Date.parse('2026-03-01T10:00:00Z');

/** A made-up Claude Code session whose agents are in the same file. */
export function agentsSession(): string {
  const lines: object[] = [];
  let count = 0;
  const record = (thread: string, parentUuid: string | null, more: object): string => {
    const uuid = `${thread}-${count}`;
    const timestamp = new Date(START_MS + count * 20_000).toISOString();
    count += 1;
    const isSidechain = thread !== 'main';
    const shared = { userType: 'external', cwd: '/project', sessionId: 'agents', version: '2.1.81' };
    lines.push({
      parentUuid,
      isSidechain,
      ...(isSidechain && { agentId: thread }),
      ...shared,
      uuid,
      timestamp,
      ...more,
    });
    return uuid;
  };
  const user = (thread: string, parent: string | null, content: unknown) =>
    record(thread, parent, { type: 'user', message: { role: 'user', content } });
  const reply = (thread: string, parent: string, call: number, content: readonly object[], context: number) =>
    record(thread, parent, {
      type: 'assistant',
      requestId: `req_${thread}_${call}`,
      message: {
        id: `msg_${thread}_${call}`,
        role: 'assistant',
        model: 'claude-sonnet-4-5',
        content,
        stop_reason: 'end_turn',
        usage: {
          input_tokens: 10,
          cache_read_input_tokens: context - 1_010,
          cache_creation_input_tokens: 1_000,
          output_tokens: 120,
        },
      },
    });
  const read = (id: string, call: number) => ({
    type: 'tool_use',
    id,
    name: 'Read',
    input: { file_path: `/project/src/part-${call}.ts` },
  });
  const result = (id: string, text: string) => ({
    type: 'tool_result',
    tool_use_id: id,
    content: text,
    is_error: false,
  });

  const runChild = (thread: string, { prompt, calls }: MadeChild) => {
    let before = user(thread, null, prompt);
    for (let call = 0; call < calls; call++) {
      const isLast = call === calls - 1;
      const id = `toolu_${thread}_${call}`;
      const content = isLast ? [{ type: 'text', text: ANSWER }] : [read(id, call)];
      before = reply(thread, before, call, content, 6_000 + call * 2_500);
      if (!isLast) before = user(thread, before, [result(id, fileText(call, 70))]);
    }
  };

  let before = user('main', null, 'Ask the others');
  let context = 20_000;
  for (let call = 0; call < CALLS; call++) {
    const children = GROUPS[call] ?? [];
    const ids = children.map((_, at) => `toolu_agent_${call}_${at}`);
    const uses = children.map(({ type, description, prompt }, at) => ({
      type: 'tool_use',
      id: ids[at],
      name: 'Task',
      input: { subagent_type: type, description, prompt },
    }));
    const own = `toolu_main_${call}`;
    before = reply('main', before, call, children.length > 0 ? uses : [read(own, call)], context);
    for (const [at, child] of children.entries()) runChild(`agent${call}${at}`, child);
    const results = children.length > 0 ? ids.map((id) => result(id, ANSWER)) : [result(own, fileText(call, 40))];
    before = user('main', before, results);
    context += 1_500;
  }
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

const ANSWER = 'The list is in src/harbours.ts, lines 12 to 80. Each harbour has a name, a depth and a chart datum.';

function fileText(call: number, lines: number): string {
  return Array.from(
    { length: lines },
    (_, line) => `export const value${line} = ${call * lines + line}; // of part ${call}`,
  ).join('\n');
}

/** Imports it, and opens it in Simulate. */
export async function openAgents(page: Page): Promise<void> {
  await withoutTour(page);
  const sessions = new SessionsPage(page);
  await sessions.open();
  await sessions.pick({ 'agents.jsonl': agentsSession() });
  await sessions.row('Ask the others').getByRole('link').click();
  await expect(page.getByRole('region', { name: 'Sub-agents' }).getByRole('link')).toHaveCount(4);
}
