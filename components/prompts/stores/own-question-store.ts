import { offerUndo } from '@/components/shell/stores';
import { createOwnQuestions, sessionQuestionsForm } from '@/lib/state/judge/own-questions';
import { browserRecordStore } from '@/lib/storage/browser-record-store';

export const ownQuestions = createOwnQuestions({
  store: browserRecordStore('highwater-own-questions', 'question', sessionQuestionsForm),
  onRemoved: offerUndo,
});
