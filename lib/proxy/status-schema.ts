import { flag, object, oneOf, type Parsed } from '../base/schema';

const access = { hasKey: flag, upstream: oneOf(['default', 'other', 'unusable']) };

/**
 * What the page may know about the server before it sends anything: of the Messages API, and of the OpenAI-compatible
 * server. The address of another upstream is not disclosed.
 */
export const proxyStatusSchema = object({ ...access, openai: object(access) });
export type ProxyStatus = Parsed<typeof proxyStatusSchema>;
