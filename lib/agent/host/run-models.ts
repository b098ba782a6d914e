import { modelAsker } from '../../api/model-asker';
import type { Failure } from '../../base/failure';
import { fail, type Result } from '../../base/result';
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
  /** Of the proxy. */
  readonly baseUrl: string;
  /** The user's own key, in memory only. Read again for each request. */
  key(): string | undefined;
  pace(): Pace;
}

const paceOf: Readonly<Record<Pace, ReplyPace>> = {
  slow: { firstWordMs: 700, perWordMs: 40 },
  usual: { firstWordMs: 120, perWordMs: 5 },
  fast: { firstWordMs: 0, perWordMs: 0 },
};

/** The models of a run. The official SDK is large, so it is loaded on demand. */
export function runModels({ baseUrl, key, pace }: RunModelsParts): RunModels {
  const options = { pace: () => paceOf[pace()] };
  const scripted = scriptedModel(options);
  const ask = modelAsker(baseUrl);
  const real = apiModel((body, options) => ask(key())(body, options));
  return {
    model: (choice, place) => {
      if (choice.type === 'api') return real;
      const lesson = lessonOf(choice);
      return lesson === undefined ? scripted : lessonModel(lesson, place, options);
    },
    countTokens: async ({ body, betas }, { type }) => {
      if (type === 'scripted') {
        return fail({ what: 'The scripted model counts no tokens.', advice: 'Choose a model of the API first.' });
      }
      const [{ countTokens }, { createApi }] = await Promise.all([
        import('../../api/count-tokens'),
        import('../../api/create-api'),
      ]);
      return countTokens(createApi({ baseUrl, key: key() }), body, { betas });
    },
  };
}
