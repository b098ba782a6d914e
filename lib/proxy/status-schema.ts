import { flag, object, oneOf, type Parsed } from '../base/schema';

/** What the page may know about the server before it sends anything. The address of another upstream is not disclosed. */
export const proxyStatusSchema = object({ hasKey: flag, upstream: oneOf(['default', 'other', 'unusable']) });
export type ProxyStatus = Parsed<typeof proxyStatusSchema>;
