import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asObject, asText } from '../../base/json';
import { hookSettings } from '../../hooks/hook-settings';
import { permissionFor } from '../../hooks/permissions';
import type { Entry } from '../journal/entry';
import { AgentRun } from './agent-run';
import { answered, calling, command, hookedRun, saying } from './hooks-run.test-support';
import { happens, type MemoryRun, settled } from './memory-run.test-support';
import { surroundings } from './surroundings';

const commands = ['rm a.txt', 'echo x >> log.txt', 'ls', 'ls && rm a.txt', 'cat a.txt | sort', 'echo "rm"', 'git push'];

/** What the model may call; each leaves a trace of its own number. */
const call = fc.oneof(
  fc.constantFrom(...commands).map((text) => ({ name: 'Bash', input: { command: text } })),
  fc.constantFrom('a.txt', 'src/b.ts', '.env').map((path) => ({ name: 'Read', input: { file_path: path } })),
  fc
    .constantFrom('a.txt', 'src/b.ts', '.env')
    .map((path) => ({ name: 'Write', input: { file_path: path, content: 'new' } })),
);

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
  fc.constant({ type: 'prompt', prompt: 'Refuse if it contains `push`.' }),
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

test('[H1] [H3] no tool ever runs after a block, whatever the settings, the answers and the accidents', async () => {
  const sums = { ran: 0, blocked: 0 };
  await fc.assert(
    fc.asyncProperty(
      settings,
      fc.array(fc.array(call, { minLength: 1, maxLength: 3 }), { maxLength: 8 }),
      steps,
      async (given, turns, what) => {
        const executed: string[] = [];
        const next = () => {
          const calls = turns.shift();
          return calls === undefined ? [saying('Done.')] : calls.map(({ name, input }) => calling(name, input));
        };
        const make = (entries?: readonly Entry[]) =>
          hookedRun({
            settings: given,
            ...(entries === undefined ? {} : { entries }),
            onRun: (id) => executed.push(id),
            answer: ({ purpose }) => (purpose === 'turn' ? answered(next()) : undefined),
          });
        let run = make();
        let seen = { ran: 0, blocked: 0 };
        for (const step of what) {
          const [question] = run.host.state.run.questions;
          if (step === 'once' || step === 'always' || step === 'no') {
            if (question !== undefined)
              await run.host.enter({ type: 'permitted', callId: question.call.id, answer: step });
          } else if (step === 'go' && question !== undefined) continue;
          else run = await happens(run, step, { reloaded: make, failsNext: () => undefined });
          if (step !== 'crash') await settled(run);
          seen = expectNoneAfterBlock(run, given, executed);
        }
        sums.ran += seen.ran;
        sums.blocked += seen.blocked;
        run.store.isFull = false;
        const again = AgentRun.of(structuredClone(run.stored), surroundings);
        expect(again.run.transcript).toEqual(AgentRun.of(run.host.state.entries, surroundings).run.transcript);
      },
    ),
    { numRuns: 120 },
  );
  expect(Math.min(sums.ran, sums.blocked)).toBeGreaterThan(30);
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
    if (entry.type === 'reply') {
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
  const calls = host.state.entries.flatMap((entry) => (entry.type === 'reply' ? entry.reply.blocks : []));
  const wrong = calls.flatMap((block) =>
    block.type === 'tool-call' && blocked.has(block.id) && ran.has(block.id)
      ? [`${block.name} ${asText(asObject(block.input)?.command) ?? ''}`]
      : [],
  );
  expect(wrong).toEqual([]);
  return { ran: ran.size, blocked: blocked.size };
}
