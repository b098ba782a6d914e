import { describe, expect, it } from 'vitest';
import { type MemoryRun, memoryRun, said } from '../../agent/host/memory-run.test-support';
import { surroundings } from '../../agent/host/surroundings';
import type { ChatModel, ModelOutcome } from '../../agent/journal/chat-model';
import type { ReplyBlock } from '../../agent/journal/entry';
import { sampleFiles } from '../../agent/scripted/scripted-run.test-support';
import { runMeter } from '../../agent/view/run-meter';
import { ShownAgents } from '../../agent/view/shown-agents';
import type { JsonObject } from '../../base/json';
import { playground } from '../../policies/presets/playground';
import { childLanes } from '../../simulator/children/child-lanes';
import { recordedTimeline } from '../../simulator/recorded/recorded-timeline';
import { agentAnswer } from './agent-answer';
import { RunContexts } from './run-contexts';

const REVIEWER = `---
name: reviewer
description: Reviews a change.
tools: Read, Fetch
model: haiku
color: purple
skills: style
---
You review.
`;

const says = (...blocks: readonly ReplyBlock[]): ModelOutcome => ({
  type: 'answered',
  reply: { blocks, stopReason: 'end_turn', timeMs: 1 },
});
const text = (words: string): ReplyBlock => ({ type: 'text', text: words });
const delegate = (id: string, prompt: string, more: JsonObject = {}): ReplyBlock => ({
  type: 'tool-call',
  id,
  name: 'Agent',
  input: { description: `Part ${id}`, prompt, ...more },
});
const READ: ReplyBlock = { type: 'tool-call', id: 'read', name: 'Read', input: { file_path: 'README.md' } };

/** A parent that starts a reviewer and a fork, and waits for them. Both read one file. */
function delegating(): ChatModel {
  let turn = 0;
  const asked = new Map<string, number>();
  return {
    ask: async ({ purpose, body }) => {
      const messages = JSON.stringify(body.messages);
      if (purpose === 'agent') {
        const id = messages.includes('forked-agent') ? 'fork' : 'typed';
        asked.set(id, (asked.get(id) ?? 0) + 1);
        return asked.get(id) === 1 ? says(READ) : says(text(`Nothing found by ${id}.`));
      }
      turn += 1;
      if (turn > 1) return says(text('All is fine.'));
      return says(
        delegate('a', 'Read the README.', { subagent_type: 'reviewer', name: 'first' }),
        delegate('b', 'Look at the tests.'),
      );
    },
  };
}

async function delegated(): Promise<MemoryRun> {
  const run = memoryRun({
    own: { agents: 'in-tool' },
    files: { ...sampleFiles(), '.claude/agents/reviewer.md': REVIEWER, '.claude/agents/broken.md': 'No front matter' },
    policy: playground,
    model: () => delegating(),
  });
  await said(run, 'Review the change.');
  return run;
}

describe('the agents of a run', () => {
  it('[O1] [O2] are shown with their definitions, what is wrong with them, and what their list costs', async () => {
    const { state } = (await delegated()).host;
    const { definitions, listing } = new ShownAgents().view(state.run, state.files, runMeter(state.run));
    expect(listing).toBe('in-tool');
    expect(definitions.agents.map(({ name, source }) => [name, source])).toEqual([
      ['general-purpose', 'built-in'],
      ['Explore', 'built-in'],
      ['Plan', 'built-in'],
      ['reviewer', 'project'],
    ]);
    expect(definitions.agents.at(-1)).toMatchObject({
      tools: ['Read'],
      unknownTools: ['Fetch'],
      model: 'haiku',
      color: 'purple',
      skills: ['style'],
      path: '/workspace/.claude/agents/reviewer.md',
    });
    expect(definitions.problems).toMatchObject([
      { path: '/workspace/.claude/agents/broken.md', line: 1 },
      { path: '/workspace/.claude/agents/reviewer.md', what: expect.stringContaining('there is no skill "style"') },
    ]);
    expect(definitions.listTokens).toBeGreaterThan(100);
  });

  it('[O4] are lanes with what they carried and returned, the same live as in the record', async () => {
    const { state } = (await delegated()).host;
    const { started, parent, isCostEstimated } = new ShownAgents().view(state.run, state.files, runMeter(state.run));
    expect(started.map(({ id, name, state: now, isFork }) => [id, name, now, isFork])).toEqual([
      ['agent-1', 'first', 'done', false],
      ['agent-2', 'agent-2', 'done', true],
    ]);
    expect(isCostEstimated).toBe(true);
    expect(parent.calls).toBe(2);
    const recorded = childLanes(state.run.transcript, recordedTimeline(state.run.transcript)).lanes;
    for (const [at, { lane }] of started.entries()) {
      expect(lane).toMatchObject({ from: 0, to: 1, calls: 2, placedBy: 'call' });
      expect(lane.carriedTokens).toBeGreaterThan(lane.returnedTokens);
      const saved = recorded[at];
      const { from, to, calls, sizes, carriedTokens, sentTokens, placedBy } = lane;
      expect(saved).toMatchObject({ from, to, calls, sizes, carriedTokens, sentTokens, placedBy });
    }
    // The fork begins with what its parent has written to the cache.
    expect(started[1]?.lane.firstReadShare).toBeGreaterThan(0.5);
  });

  it('[O4] keep the same view until something of them changes', async () => {
    const { state } = (await delegated()).host;
    const shown = new ShownAgents();
    const meter = runMeter(state.run);
    const before = shown.view(state.run, state.files, meter);
    const after = shown.view(state.run, state.files, meter);
    expect(after.definitions).toBe(before.definitions);
    expect(after.started.map(({ lane }) => lane.sizes)).toEqual(before.started.map(({ lane }) => lane.sizes));
  });

  it('[O4] open with their own chat, numbers, contexts and requests', async () => {
    const { host } = await delegated();
    const { items, simulation, rows, meter } = agentAnswer(host, 'agent-1');
    expect(items.map(({ type }) => type)).toEqual(['prompt', 'reply', 'reply']);
    expect(simulation.calls).toBe(2);
    expect(meter.calls).toBe(2);
    expect(rows.length).toBe(host.state.run.agents.named('agent-1')?.transcript.messages.length);

    const contexts = new RunContexts(host, surroundings);
    const own = contexts.of('agent-1');
    expect(own.sent(0).text).toContain('You review.');
    expect(own.sent(0).text).not.toContain('Nothing found');
    expect(own.sent(1).text).toContain('tool_result');
    expect(own.at(0).after).toHaveLength(1);
    expect(own.at(1).after).toHaveLength(3);
    expect(own.message({ call: 1, side: 'after', place: 2 }).kind).toBe('tool-results');
    // Back again: what was rebuilt for a later call is too far.
    expect(own.at(0).after).toHaveLength(1);

    const fork = contexts.of('agent-2');
    expect(fork.sent(0).text).toContain('Review the change.');
    expect(fork.sent(0).text).toContain('Look at the tests.');
    expect(contexts.at(1).after.length).toBeGreaterThan(2);
    expect(contexts.sent(0).text).not.toContain('forked-agent');
  });

  it('[U1] [O2] with memory get its rules, its index and the tools for it, and what they save has no secrets', async () => {
    const secret = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
    const folder = '.claude/agent-memory/reviewer';
    const memory = `---\nname: Token\ndescription: How to sign in\ntype: reference\n---\n\nUse ${secret}.\n`;
    let turn = 0;
    let step = 0;
    const run = memoryRun({
      own: { agents: 'in-message' },
      files: {
        'README.md': '# Pool\n',
        '.claude/agents/reviewer.md': REVIEWER.replace('skills: style', 'memory: project'),
        [`${folder}/MEMORY.md`]: '- [Names](names.md) — short ones\n',
      },
      policy: playground,
      model: () => ({
        ask: async ({ purpose }) => {
          if (purpose === 'agent') {
            step += 1;
            if (step > 1) return says(text('Saved.'));
            const input = { file_path: `/workspace/${folder}/token.md`, content: memory };
            return says({ type: 'tool-call', id: 'w', name: 'Write', input });
          }
          turn += 1;
          return turn > 1 ? says(text('Done.')) : says(delegate('a', 'Review it.', { subagent_type: 'reviewer' }));
        },
      }),
    });
    await said(run, 'Review the change.');
    const sent = new RunContexts(run.host, surroundings).of('agent-1').sent(0).text;
    expect(sent).toContain(`Your memory is the folder /workspace/${folder}. It exists: `);
    expect(sent).toContain('[Names](names.md) — short ones');
    for (const tool of ['Read', 'Edit', 'Write']) expect(sent).toContain(`"name": "${tool}"`);
    expect(sent).not.toContain('"name": "Bash"');
    const saved = run.host.state.workspace.read(`${folder}/token.md`) ?? '';
    expect(saved).toContain('How to sign in');
    expect(saved).not.toContain(secret);
  });

  it('says so when an agent is gone, after an undo', async () => {
    const { host } = await delegated();
    await host.undo();
    expect(() => agentAnswer(host, 'agent-1')).toThrow('This agent is no longer in the run');
  });
});
