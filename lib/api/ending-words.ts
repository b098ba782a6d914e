import { assertNever } from '../base/assert-never';
import type { ApiFailure } from './api-failure';
import type { AnswerEnding } from './stream-message';

/** Explains an incomplete answer. */
export function endingWords(ending: Exclude<AnswerEnding, 'whole'>): Pick<ApiFailure, 'what' | 'advice'> {
  switch (ending) {
    case 'cut':
      return {
        what: 'The answer was cut off at the output limit.',
        advice: 'Raise the max output, or ask for less in the prompt.',
      };
    case 'window-full':
      return {
        what: "The answer was cut off at the end of the model's window.",
        advice: 'Choose a model with a larger window, or an earlier point in the session.',
      };
    case 'refused':
      return { what: 'The model declined to answer.', advice: 'Change the prompt, or choose another model.' };
    case 'part-read':
      return {
        what: 'The server counted far fewer tokens than were sent: it may have cut off the start of the conversation.',
        advice:
          'Raise its context length (OLLAMA_CONTEXT_LENGTH of Ollama, --ctx-size of llama.cpp), or choose an earlier point in the session.',
      };
    case 'empty':
      return { what: 'The model returned no text.', advice: 'Try again, or change the prompt.' };
    default:
      return assertNever(ending);
  }
}
