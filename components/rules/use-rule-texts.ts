import { useAnswer } from '@/components/ui/use-answer';
import { loadRuleTexts, type RuleTexts } from '@/lib/series/words/load-rule-texts';

/** `failed` if the server is gone. Missing while loading. */
export function useRuleTexts(): RuleTexts | 'failed' | undefined {
  const texts = useAnswer(loadRuleTexts);
  return texts !== undefined && 'what' in texts ? 'failed' : texts;
}
