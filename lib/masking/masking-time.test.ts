import { describe, expect, test } from 'vitest';
import { maskText } from './mask-text';

const KEY_LINE = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj';

describe('time on hostile input', () => {
  const size = 2_000_000;
  const fill = (piece: string) => piece.repeat(Math.ceil(size / piece.length));
  const inputs: Record<string, string> = {
    'one letter': fill('a'),
    'openings of keys': fill('-----BEGIN '),
    'openings of private keys': fill('-----BEGIN PRIVATE KEY-----'),
    'private keys that never end': fill(`-----BEGIN PRIVATE KEY-----\n${KEY_LINE}\n`),
    dashes: fill('-'),
    'starts of URLs': fill('://'),
    'users of URLs': fill('a://b:c'),
    'passwords of URLs': fill('://u:p@'),
    'one endless password': `a://u:${fill('p/@')}`,
    'long Base64': fill('aGVsbG8gd29ybGQhIQ'),
    'starts of web tokens': fill('eyJ'),
    'starts of web tokens after dashes': fill('-eyJ'),
    'starts of web tokens after dots': fill('.eyJhbGciOiJIUzI1NiJ9'),
    'starts of keys': fill('sk-'),
    'separate starts of keys': fill(' sk-ant-'),
    'equal signs': fill('='),
    colons: fill(':'),
    quotes: fill('"'),
    'names without values': fill('password='),
    'names with colons': fill('token:'),
    'open quotations': fill('password="'),
    'quotations of three kinds': fill('token="a secret=\'b api_key=`c'),
    options: fill('--password '),
    'one long value': `password=${fill('a1')}`,
    'one long quotation': `secret="${fill('a1')}`,
    'escaped names': fill('\\"token\\":\\"'),
    headers: fill('Authorization: Basic '),
    'bearer words': fill('Bearer '),
    elements: fill('<password>a1b2c3</password'),
    'angle brackets': fill('>'),
    logins: fill(' -u a:'),
    'one endless login': ` -u a:${fill('b1')}`,
    types: fill('token: string = '),
    'parts of dotted keys': fill('dp.st.a.'),
    'digits before colons': fill('1234567890:AA'),
    'our own notes': fill('[secret: github token]'),
    'not ASCII': fill('päßwörd=日本語:'),
  };
  const plain = timeOf(() => plainScan(fill('The quick brown fox jumps. ')));

  for (const [name, text] of Object.entries(inputs)) {
    test(`${name}: within 150 times a plain scan`, () => {
      const ratio = timeOf(() => maskText(text)) / plain;
      expect(ratio).toBeLessThan(150);
    });
  }

  function timeOf(run: () => unknown): number {
    const times = [0, 1, 2].map(() => {
      const start = performance.now();
      run();
      return performance.now() - start;
    });
    return Math.min(...times);
  }

  function plainScan(text: string): number {
    let sum = 0;
    for (let index = 0; index < text.length; index++) sum = (sum + text.charCodeAt(index)) | 0;
    return sum;
  }
});
