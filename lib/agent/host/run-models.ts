import { type ApiAddresses, type ApiKeys, modelAsker } from '../../api/asker/model-asker';
import type { Failure } from '../../base/failure';
import { asText } from '../../base/json';
import { fail, type Result } from '../../base/result';
import { providerOf } from '../../economics/model-provider';
import type { ChatModel, ModelRequest } from '../journal/chat-model';
import type { ModelChoice } from '../journal/entry';
import { type CallPlace, lessonModel } from '../lessons/lesson-model';
import { lessonOf } from '../lessons/lesson-of';
import { apiModel } from '../model/api-model';
import type { ReplyPace } from '../scripted/scripted-model';
import { scriptedModel } from '../scripted/scripted-model';
import type { Pace } from '../view/run-view';

export interface RunModels {
  /** For the next call. */
  model(choice: ModelChoice, place: CallPlace): ChatModel;
  countTokens(request: ModelRequest, choice: ModelChoice): Promise<Result<number, Failure>>;
}

export interface RunModelsParts {
  /** Of the proxies. */
  readonly addresses: ApiAddresses;
  /** The user's own keys, in memory only. Read again for each request. */
  keys(): ApiKeys;
  pace(): Pace;
}

const paceOf: Readonly<Record<Pace, ReplyPace>> = {
  slow: { firstWordMs: 700, perWordMs: 40 },
  usual: { firstWordMs: 120, perWordMs: 5 },
  fast: { firstWordMs: 0, perWordMs: 0 },
};

/** The models of a run. The official SDK is large, so it is loaded on demand. */
export function runModels({ addresses, keys, pace }: RunModelsParts): RunModels {
  const options = { pace: () => paceOf[pace()] };
  const scripted = scriptedModel(options);
  const ask = modelAsker(addresses);
  const real = apiModel((body, options) => ask(keys()[providerOf(asText(body.model) ?? '')])(body, options));
  return {
    model: (choice, place) => {
      if (choice.type === 'api') return real;
      const lesson = lessonOf(choice);
      return lesson === undefined ? scripted : lessonModel(lesson, place, options);
    },
    countTokens: async ({ body, betas }, choice) => {
      if (choice.type === 'scripted') {
        return fail({ what: 'The scripted model counts no tokens.', advice: 'Choose a model of the API first.' });
      }
      if (providerOf(choice.id) === 'openai') {
        const what = 'OpenAI-compatible servers only count tokens of requests that they answer.';
        return fail({ what, advice: 'See the usage of the next call.' });
      }
      const [{ countTokens }, { createApi }] = await Promise.all([
        import('../../api/count-tokens'),
        import('../../api/create-api'),
      ]);
      return countTokens(createApi({ baseUrl: addresses.anthropic, key: keys().anthropic }), body, { betas });
    },
  };
}
