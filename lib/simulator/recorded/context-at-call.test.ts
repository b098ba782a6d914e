import { describe, expect, it } from 'vitest';
import { transcriptFromText } from '../../transcript/transcript-from-text';
import { recordedTimeline } from './recorded-timeline';

const session = transcriptFromText(`
  user 100 tokens
  call #1 Read 60 tokens
  call #2 Bash 60 tokens
  usage 20000 output 200
  result #1 3000 tokens
  result #2 1000 tokens
  call #3 Read 60 tokens
  usage 25000 output 100
  result #3 2000 tokens
  assistant "a"
  usage 27600 output 10
  boundary micro #1 #9
  user 20 tokens
  assistant "b"
  usage 24500
`);
const recorded = recordedTimeline(session);

describe('contextAtCall', () => {
  it('has the messages of the call, with the tokens of every part', () => {
    const { messages, tokens, notInFile, isMeasured } = recorded.contextAtCall(1);
    expect(messages.map((message) => message.index)).toEqual([0, 1, 2]);
    expect(messages[2]?.partTokens).toEqual([3_600, 1_200]);
    expect(messages[2]?.tokens).toBe(4_800);
    expect(messages.reduce((sum, message) => sum + message.tokens, 0) + notInFile).toBe(tokens);
    expect(isMeasured).toBe(true);
  });

  it('[M2] marks cleared parts and weighs them as placeholders', () => {
    const { messages } = recorded.contextAtCall(3);
    expect(messages[2]?.replaced).toEqual([{ part: 0, state: 'cleared' }]);
    expect(messages[2]?.partTokens[0]).toBeLessThan(40);
    expect(messages[4]?.replaced).toEqual([]);
  });

  it('distinguishes a system prompt in the file from what is not in it', () => {
    const known = transcriptFromText('system 500 tokens\nuser 100 tokens\nassistant "a"\nusage 9000', {
      systemInFile: 'some',
    });
    const { systemInFile, notInFile, byCategory, messages } = recordedTimeline(known).contextAtCall(0);
    expect(systemInFile).toBeGreaterThan(400);
    expect(byCategory.system).toBe(systemInFile + notInFile);
    expect(systemInFile + notInFile + (messages[0]?.tokens ?? 0)).toBe(9_000);
  });

  it('rejects a call that does not exist', () => {
    expect(() => recorded.contextAtCall(4)).toThrow('Call 4 of 4 was asked for');
  });
});
