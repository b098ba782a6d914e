import { asText } from '../../base/json';
import { providerOf } from '../../economics/model-provider';
import type { Provider } from '../../transcript/validate-request';
import type { AskModel } from '../ask-model';
import type { KnownChanges } from '../openai/rejected-parameters';
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
  const compatible = compatibleAt(addresses);
  return (key) => async (body, options) => {
    const load = providerOf(asText(body.model) ?? '') === 'openai' ? compatible : anthropicAt(addresses);
    const [{ askModel }, stream] = await Promise.all([import('../ask-model'), load(key)]);
    return askModel(stream, body, options);
  };
}

type Load = (key: string | undefined) => Promise<StreamModel>;

function anthropicAt({ anthropic: baseUrl }: ApiAddresses): Load {
  return async (key) => {
    const [{ createApi }, { streamMessage }] = await Promise.all([
      import('../create-api'),
      import('../stream-message'),
    ]);
    const api = createApi({ baseUrl, key });
    return (body, options) => streamMessage(api, body, options);
  };
}

function compatibleAt({ openai: baseUrl }: ApiAddresses): Load {
  let known: KnownChanges | undefined;
  return async (key) => {
    const [{ createChatApi }, { streamChat }] = await Promise.all([
      import('../openai/chat-api'),
      import('../openai/stream-chat'),
    ]);
    const api = createChatApi({ baseUrl, key, known });
    known = api.known;
    return (body, options) => streamChat(api, body, options);
  };
}
