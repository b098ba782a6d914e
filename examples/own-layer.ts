// In a program of yours: from 'highwater'.
import { defineLayer, replay } from '../scripts/library/library';

/** Shortens the results of tools but the latest five, before every call from three quarters of the threshold on. */
const shortResults = defineLayer({
  name: 'short results',
  when: 'always',
  compact(messages, { used, threshold }) {
    if (used < threshold * 0.75) return undefined;
    const results = messages.filter(({ role }) => role === 'tool');
    const old = new Set(results.slice(0, -5).map(({ id }) => id));
    return messages.map((message) => {
      if (!old.has(message.id)) return { id: message.id };
      const parts = message.parts.map((part) =>
        part.kind === 'tool-result' ? { ...part, parts: [{ kind: 'text' as const, text: '[shortened]' }] } : part,
      );
      return { ...message, parts };
    });
  },
});

const [, , path = 'public/samples/long-bug-hunt.jsonl'] = process.argv;
for (const layers of [[], [shortResults]]) {
  const { cost, compactions, peak, neededLater, asked } = await replay(path, { policy: 'claude-code-2.1', layers });
  const named = asked.map(({ name, totalMs }) => `${name}, ${Math.round(totalMs)} ms`).join() || 'policy alone';
  console.log(
    `${named}: $${cost?.toFixed(2)}, ${compactions.length} compactions, peak ${peak}, ${neededLater} needed later`,
  );
}
