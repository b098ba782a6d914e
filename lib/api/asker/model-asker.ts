import { asText } from '../../base/json';
import { providerOf } from '../../economics/model-provider';
import type { Provider } from '../../transcript/validate-request';
import type { AskModel } from '../ask-model';
import type { StreamModel } from '../stream-message';

/** For each key, who asks with it. Without one the server's is used. */
export type ModelAsker = (key: string | undefined) => AskModel;

/** The user's own keys. */
export type ApiKeys = Readonly<Partial<Record<Provider, string>>>;

/** Where each API is reached. */
export interface ApiAddresses {
  readonly anthropic: string;
  readonly openai: string;
}

/** The proxies of this server. `origin` is the page's own. */
export function proxyAddresses(origin: string): ApiAddresses {
  return { anthropic: `${origin}/api/anthropic`, openai: `${origin}/api/openai` };
}

/** The code for each API is large: it is loaded when a model is asked. */
export function modelAsker(addresses: ApiAddresses): ModelAsker {
  return (key) => async (body, options) => {
    const load = providerOf(asText(body.model) ?? '') === 'openai' ? compatible : anthropic;
    const [{ askModel }, stream] = await Promise.all([import('../ask-model'), load(addresses, key)]);
    return askModel(stream, body, options);
  };
}

async function anthropic({ anthropic: baseUrl }: ApiAddresses, key: string | undefined): Promise<StreamModel> {
  const [{ createApi }, { streamMessage }] = await Promise.all([import('../create-api'), import('../stream-message')]);
  const api = createApi({ baseUrl, key });
  return (body, options) => streamMessage(api, body, options);
}

async function compatible({ openai: baseUrl }: ApiAddresses, key: string | undefined): Promise<StreamModel> {
  const [{ createChatApi }, { streamChat }] = await Promise.all([
    import('../openai/chat-api'),
    import('../openai/stream-chat'),
  ]);
  const api = createChatApi({ baseUrl, key });
  return (body, options) => streamChat(api, body, options);
}
