import { assertNever } from '../base/assert-never';
import type { ApiFailure } from './api-failure';
import type { AnswerEnding } from './stream-message';

/** What is to be said of an answer that is not whole. */
export function endingWords(ending: Exclude<AnswerEnding, 'whole'>): Pick<ApiFailure, 'what' | 'advice'> {
  switch (ending) {
    case 'cut':
      return {
        what: 'The answer reached the longest output and was cut off there.',
        advice: 'Allow a longer output, or ask for less in the prompt.',
      };
    case 'window-full':
      return {
        what: "The answer reached the end of the model's window and was cut off there.",
        advice: 'Take a model with a larger window, or an earlier point of the session.',
      };
    case 'refused':
      return { what: 'The model declined to answer.', advice: 'Change the prompt, or take another model.' };
    case 'empty':
      return { what: 'The model answered without any text.', advice: 'Ask again, or change the prompt.' };
    default:
      return assertNever(ending);
  }
}
