import { useEffect, useState } from 'react';
import { loadRuleTexts, type RuleTexts } from '@/lib/series/words/load-rule-texts';

/** `failed` if the server is gone. Missing while loading. */
export function useRuleTexts(): RuleTexts | 'failed' | undefined {
  const [texts, setTexts] = useState<RuleTexts | 'failed'>();
  useEffect(() => {
    let isWanted = true;
    const take = (what: RuleTexts | 'failed') => {
      if (isWanted) setTexts(what);
    };
    loadRuleTexts().then(take, () => take('failed'));
    return () => {
      isWanted = false;
    };
  }, []);
  return texts;
}
