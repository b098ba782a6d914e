import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/json';
import { messagesIn } from './in-call';

const said = { role: 'user', content: 'Fix it' };
const answered = { role: 'assistant', content: 'Done' };

describe('the messages of a call', () => {
  it.each<[string, Json, readonly Json[]]>([
    ['a list', [said, answered], [said, answered]],
    ['an object that has one', { messages: [said] }, [said]],
    ['JSON in a text', JSON.stringify({ messages: [said] }), [said]],
    ['a batch: the first list of it', [[said, answered], [said]], [said, answered]],
    ['pairs', [['human', 'Fix it'], said], [['human', 'Fix it'], said]],
    ['a list whose first message is damaged', [['x'], said, answered], [['x'], said, answered]],
    ['one message', said, [said]],
    ['a prompt', 'Fix it', ['Fix it']],
    ['nothing', null, []],
  ])('%s', (_, inputs, messages) => {
    expect(messagesIn(inputs)).toEqual(messages);
  });
});
