import { type Agent, request } from 'node:http';
import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly text: string;
}

/** A request that no browser would send: any path, any header. */
export function rawRequest(
  port: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  method = 'POST',
  body = '',
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Arrival times of the chunks of an answer, from the time of sending, over a reused connection. */
export function arrivalsMs(agent: Agent, url: string, headers: Readonly<Record<string, string>>, body: string) {
  return new Promise<readonly number[]>((resolve, reject) => {
    const startMs = performance.now();
    const sent = request(url, { method: 'POST', agent, headers }, (answer) => {
      const arrivals: number[] = [];
      answer.on('data', () => arrivals.push(performance.now() - startMs));
      answer.on('end', () => resolve(arrivals));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/**
 * How much longer `other` takes than `direct`, for each pair, sorted. They take turns in going first, so that other load on
 * the machine affects both alike.
 */
export async function addedMs(
  pairs: number,
  direct: () => Promise<number>,
  other: () => Promise<number>,
): Promise<readonly number[]> {
  const added: number[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const isOtherFirst = pair % 2 === 1;
    const first = await (isOtherFirst ? other() : direct());
    const second = await (isOtherFirst ? direct() : other());
    added.push(isOtherFirst ? first - second : second - first);
  }
  return added.sort((a, b) => a - b);
}

/** Sends raw bytes; returns what arrives until the connection closes. */
export function rawBytes(port: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

const MAX_SENT = 400_000_000;

/** Sends an endless body until the other side stops it: returns its response, and how many bytes were sent. */
export function endlessBody(port: string, head: string): Promise<{ readonly answer: string; readonly bytes: number }> {
  return new Promise((resolve) => {
    let answer = '';
    const chunk = Buffer.from(`f4240\r\n${'a'.repeat(1_000_000)}\r\n`);
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(head);
      const more = () => {
        if (socket.bytesWritten > MAX_SENT) socket.destroy();
        else if (socket.write(chunk)) setImmediate(more);
        else socket.once('drain', more);
      };
      more();
    });
    socket.on('data', (data) => {
      answer += data;
    });
    // The other side closes the connection during a write, as expected.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve({ answer, bytes: socket.bytesWritten }));
  });
}
