import { describe, expect, it } from 'vitest';
import { asArray, asObject, asText } from '../base/json';
import type { Part } from '../transcript/transcript';
import { unpairedTools } from '../transcript/unpaired-tools';
import { copilotCli } from './copilot-cli';
import { expectSound, imported, objects, recordings } from './recordings.test-support';

describe.skipIf(recordings === undefined)('the Copilot CLI recording', () => {
  it('has its prompts as the model saw them, its answers, and the result of every call', () => {
    const { values, transcript, warnings } = imported(copilotCli, 'copilot-cli/session-events.jsonl');
    expectSound(transcript);
    const events = objects(values);
    const data = (type: string) =>
      events.filter((event) => event.type === type).map((event) => asObject(event.data) ?? {});
    expect(events).toHaveLength(142);
    expect(warnings).toEqual(['Of the usage of calls, only the output is recorded: sizes are counted']);
    expect(transcript.agent).toEqual({ name: 'GitHub Copilot CLI', version: '1.0.31' });
    expect(transcript.models).toEqual(['claude-sonnet-4.6']);
    expect(transcript.title).toBe(data('user.message')[0]?.content);

    const texts = (kind: string) =>
      transcript.messages
        .filter((message) => message.kind === kind)
        .flatMap(({ parts }) => parts)
        .flatMap((part): readonly Part[] => (part.kind === 'tool-result' ? part.parts : [part]))
        .flatMap((part) => (part.kind === 'text' ? [part.text] : []));
    expect(texts('prompt')).toEqual(data('user.message').map(({ transformedContent }) => transformedContent));
    expect(texts('reply')).toEqual(
      data('assistant.message').flatMap(({ content }) => (content === '' ? [] : [content])),
    );
    expect(texts('tool-results')).toEqual(
      data('tool.execution_complete').map(({ result }) => asText(asObject(result)?.content)),
    );
    const requests = data('assistant.message').flatMap(({ toolRequests }) => asArray(toolRequests) ?? []);
    const parts = transcript.messages.flatMap((message) => message.parts);
    expect(parts.filter(({ kind }) => kind === 'tool-call')).toHaveLength(requests.length);
    expect(unpairedTools(transcript)).toEqual({ unanswered: [], orphans: [] });
    expect(transcript.calls).toHaveLength(data('assistant.message').length);
    expect(transcript.calls.every(({ usage }) => usage === undefined)).toBe(true);
    expect(transcript.hooks).toHaveLength(data('hook.start').length);
    expect(transcript.hooks?.filter(({ tookMs }) => tookMs !== undefined)).toHaveLength(data('hook.end').length);
  });
});
