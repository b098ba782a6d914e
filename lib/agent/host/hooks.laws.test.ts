import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asObject, asText, type JsonObject } from '../../base/json';
import { optional } from '../../base/optional';
import { hookSettings } from '../../hooks/hook-settings';
import { permissionFor } from '../../hooks/permissions';
import type { Entry } from '../journal/entry';
import { AgentRun } from './agent-run';
import { answered, calling, command, hookedRun, saying } from './hooks-run.test-support';
import { happens, type MemoryRun, settled } from './memory-run.test-support';
import { surroundings } from './surroundings';

const commands = ['rm a.txt', 'echo x >> log.txt', 'ls', 'ls && rm a.txt', 'cat a.txt | sort', 'echo "rm"', 'git push'];

interface ModelCall {
  readonly name: string;
  readonly input: JsonObject;
}

/** What the model may call; each leaves a trace of its own number. */
const call: fc.Arbitrary<ModelCall> = fc.oneof(
  fc.constantFrom(...commands).map((text) => ({ name: 'Bash', input: { command: text } })),
  fc.constantFrom('a.txt', 'src/b.ts', '.env').map((path) => ({ name: 'Read', input: { file_path: path } })),
  fc
    .constantFrom('a.txt', 'src/b.ts', '.env')
    .map((path) => ({ name: 'Write', input: { file_path: path, content: 'new' } })),
);

/** A typed agent with hooks of its own, a fork, and each of them in the background. */
const agentCall: fc.Arbitrary<ModelCall> = fc
  .record({ type: fc.constantFrom('careful', 'general-purpose', undefined), inBackground: fc.boolean() })
  .map(({ type, inBackground }) => ({
    name: 'Agent',
    input: {
      description: 'Work',
      prompt: 'Do it.',
      ...(type === undefined ? {} : { subagent_type: type }),
      ...(inBackground ? { run_in_background: true } : {}),
    },
  }));

const OWN_HOOKS = {
  PreToolUse: [{ matcher: 'Bash', hooks: [command('jq -r .tool_input.command | grep -q echo && exit 2; exit 0')] }],
};
const CAREFUL = `---\nname: careful\ndescription: works with care\nhooks: ${JSON.stringify(OWN_HOOKS)}\n---\nWork with care.\n`;

const rule = fc.constantFrom('Bash', 'Bash(rm *)', 'Bash(git *)', 'Write', 'Edit(src/**)', 'Read(.env)', '*', 'Read');
const rules = fc.array(rule, { maxLength: 2 });

/** Exit codes, decisions as JSON, slow ones, and those that look at the call. */
const hook = fc.oneof(
  fc.constantFrom('exit 0', 'exit 1', 'exit 2', 'echo no >&2; exit 2', 'no-such-command').map((text) => command(text)),
  fc
    .constantFrom('allow', 'ask', 'deny')
    .map((permissionDecision) =>
      command(`echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision } })}'`),
    ),
  fc.constant(command('jq -r .tool_input.command | grep -q rm && exit 2; exit 0')),
  fc.constant(command('sleep 1; exit 2', { timeout: 0.05 })),
  fc.constantFrom('prompt', 'agent').map((type) => ({ type, prompt: 'Refuse if it contains `push`.' })),
  fc.constant({ type: 'http', url: 'https://example.com', reply: { body: { decision: 'block', reason: 'no' } } }),
);
const group = fc.record({
  matcher: fc.constantFrom('*', 'Bash', 'Read|Write'),
  hooks: fc.array(hook, { maxLength: 2 }),
});
const settings = fc.record({
  permissions: fc.record({ allow: rules, ask: rules, deny: rules }),
  hooks: fc.record({
    PreToolUse: fc.array(group, { maxLength: 2 }),
    PermissionRequest: fc.constantFrom(
      [],
      [{ hooks: [command(`echo '{"hookSpecificOutput":{"decision":{"behavior":"deny"}}}'`)] }],
      [{ hooks: [command('exit 2')] }],
    ),
  }),
});

const steps = fc.array(
  fc.constantFrom('go', 'go', 'go', 'once', 'always', 'no', 'undo', 'redo', 'reload', 'crash', 'stop'),
  {
    minLength: 2,
    maxLength: 10,
  },
);

const callsOf = (each: typeof call) => fc.array(fc.array(each, { minLength: 1, maxLength: 3 }), { maxLength: 8 });

interface Law {
  /** Of the run, and of all its agents together. */
  readonly turns: typeof call;
  readonly hasAgents: boolean;
  readonly numRuns: number;
}

async function expectLaw({ turns: ofRun, hasAgents, numRuns }: Law) {
  const sums = { ran: 0, blocked: 0, agents: 0 };
  const property = fc.asyncProperty(
    settings,
    callsOf(ofRun),
    callsOf(call),
    steps,
    async (given, turns, work, what) => {
      const executed: string[] = [];
      const next = (rest: typeof turns) => {
        const calls = rest.shift();
        return answered(calls?.map(({ name, input }) => calling(name, input)) ?? [saying('Done.')]);
      };
      const make = (entries?: readonly Entry[]) =>
        hookedRun({
          settings: given,
          ...(hasAgents ? { own: { agents: 'in-tool' }, files: { '.claude/agents/careful.md': CAREFUL } } : {}),
          ...(entries === undefined ? {} : { entries }),
          onRun: (id) => executed.push(id),
          answer: ({ purpose }) => {
            if (purpose === 'agent') return next(work);
            return purpose === 'turn' ? next(turns) : undefined;
          },
        });
      let run = make();
      let seen = { ran: 0, blocked: 0, agents: 0 };
      for (const step of what) {
        const [question] = run.host.state.run.questions;
        if (step === 'once' || step === 'always' || step === 'no') {
          if (question !== undefined) {
            const of = optional('task', question.task);
            await run.host.enter({ type: 'permitted', ...of, callId: question.call.id, answer: step });
          }
        } else if (step === 'go' && question !== undefined) continue;
        else run = await happens(run, step, { reloaded: make, failsNext: () => undefined });
        if (step !== 'crash') await settled(run);
        seen = expectNoneAfterBlock(run, given, executed);
      }
      sums.ran += seen.ran;
      sums.blocked += seen.blocked;
      sums.agents += seen.agents;
      run.store.isFull = false;
      const again = AgentRun.of(structuredClone(run.stored), surroundings);
      expect(again.run.transcript).toEqual(AgentRun.of(run.host.state.entries, surroundings).run.transcript);
    },
  );
  await fc.assert(property, { numRuns });
  return sums;
}

test('[H1] [H3] no tool ever runs after a block, whatever the settings, the answers and the accidents', async () => {
  const { ran, blocked } = await expectLaw({ turns: call, hasAgents: false, numRuns: 60 });
  expect(Math.min(ran, blocked)).toBeGreaterThan(30);
}, 120_000);

test('[H1] [O2] no tool of an agent either: typed, forked or in the background, with hooks of its own', async () => {
  const turns = fc.oneof(call, { arbitrary: agentCall, weight: 3 });
  const { ran, blocked, agents } = await expectLaw({ turns, hasAgents: true, numRuns: 30 });
  expect(Math.min(ran, blocked, agents)).toBeGreaterThan(10);
}, 120_000);

/** From the entries alone: what was denied has no trace of having run. */
function expectNoneAfterBlock({ host }: MemoryRun, given: object, executed: readonly string[]) {
  const { rules: all } = hookSettings({
    list: () => ['.claude/settings.json'],
    read: () => JSON.stringify(given),
  });
  const ran = new Set(executed);
  const blocked = new Set<string>();
  for (const entry of host.state.entries) {
    if (entry.type === 'permitted' && entry.answer === 'no') blocked.add(entry.callId);
    if (entry.type === 'hooked') {
      for (const { callId = '', event, firings } of entry.events) {
        const refuses = firings.some(
          ({ exit, stdout }) => exit === 2 || /"(deny|block)"/.test(exit === 0 ? stdout : ''),
        );
        if (refuses && event !== 'PostToolUse') blocked.add(callId);
      }
    }
    if (entry.type === 'reply' || entry.type === 'task-reply') {
      for (const block of entry.reply.blocks) {
        if (block.type !== 'tool-call') continue;
        const { effect } = permissionFor({ tool: block.name, input: block.input }, all);
        if (effect === 'deny') blocked.add(block.id);
        if (effect !== 'ask') continue;
        const answers = host.state.entries.flatMap((each) => (each.type === 'permitted' ? [each] : []));
        const isAnswered = answers.some(({ callId, answer }) => callId === block.id || answer === 'always');
        if (!isAnswered) blocked.add(block.id);
      }
    }
  }
  const calls = host.state.entries.flatMap((entry) =>
    entry.type === 'reply' || entry.type === 'task-reply' ? entry.reply.blocks : [],
  );
  const wrong = calls.flatMap((block) =>
    block.type === 'tool-call' && blocked.has(block.id) && ran.has(block.id)
      ? [`${block.name} ${asText(asObject(block.input)?.command) ?? ''}`]
      : [],
  );
  expect(wrong).toEqual([]);
  return { ran: ran.size, blocked: blocked.size, agents: host.state.run.agents.all.length };
}
