import { useState } from 'react';
import type { Result } from '@/lib/base/result';
import { providerOf } from '@/lib/economics/model-provider';
import type { Sending } from '@/lib/experiments/experiment';
import { limitText, typedLimit } from '@/lib/state/experiments/typed-limit';

export interface SendingChoice {
  readonly sending: Sending;
  onSending(sending: Sending): void;
  /** All models can be sent in a batch. */
  readonly canBatch: boolean;
  readonly typed: string;
  onTyped(text: string): void;
  /** In thousandths of a dollar. */
  readonly limit: Result<number | undefined>;
}

export function useSending(models: readonly string[], before?: number): SendingChoice {
  const [wanted, setWanted] = useState<Sending>('each');
  const [typed, setTyped] = useState(limitText(before));
  const canBatch = models.length > 0 && models.every((model) => providerOf(model) === 'anthropic');
  return {
    sending: canBatch ? wanted : 'each',
    onSending: setWanted,
    canBatch,
    typed,
    onTyped: setTyped,
    limit: typedLimit(typed),
  };
}
