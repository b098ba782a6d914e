import type { ServerResponse } from 'node:http';
import { ERRORS } from './behaviour';

export type KnownStatus = keyof typeof ERRORS;

/** An error in the API's format; without its own text, with the API's usual one. */
export function sendFault(response: ServerResponse, status: KnownStatus, message?: string): void {
  const [type, usual] = ERRORS[status];
  const error = { type, message: message ?? usual };
  sendJson(response, { type: 'error', error, request_id: response.getHeader('request-id') ?? null }, status);
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

export function write(response: ServerResponse, text: string): Promise<void> {
  return new Promise((resolve, reject) => response.write(text, (error) => (error ? reject(error) : resolve())));
}
