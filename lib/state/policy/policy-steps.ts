import { createStore, type StoreApi } from 'zustand/vanilla';
import { changeSetting, type SettingValue } from '../../policies/shape/change-setting';
import type { Policy } from '../../policies/shape/policy';
import { noSteps, stepBack, stepForward, stepFrom, type UndoSteps } from '../shared/undo-steps';
import type { Clock } from '../shared/view-history';
import { isSamePolicy } from './policy-standard';

/** A policy edited step by step. */
export interface PolicySteps {
  readonly policy: Policy;
  readonly steps: UndoSteps<Policy>;
  /** Why it was rejected, or nothing. */
  change(path: string, value: SettingValue): string | undefined;
  choose(policy: Policy): void;
  undo(): void;
  redo(): void;
  /** The pointer was released. */
  endGesture(): void;
  /** It changed by other means, such as going back in the run. */
  follow(policy: Policy): void;
}

interface PolicyStepsParts {
  readonly policy: Policy;
  readonly clock: Clock;
  /** Once per gesture, at its end: each time is recorded in the run. */
  apply(policy: Policy): void;
}

/** Changes of the same setting that are no further apart belong to one gesture. */
const GESTURE_MS = 600;

export function createPolicySteps({ policy: first, clock, apply }: PolicyStepsParts): StoreApi<PolicySteps> {
  let gesture: { readonly path: string; cancel(): void } | undefined;
  let applied = first;
  /** Applied but not confirmed yet: there may be several. */
  let told: readonly Policy[] = [];

  return createStore<PolicySteps>()((set, get) => {
    const settle = () => {
      gesture?.cancel();
      gesture = undefined;
      const { policy } = get();
      if (isSamePolicy(policy, applied)) return;
      applied = policy;
      told = [...told, policy];
      apply(policy);
    };
    const step = (next: Policy) => {
      const { policy, steps } = get();
      set({ policy: next, steps: stepFrom(steps, policy) });
    };
    const goTo = (step: typeof stepBack) => {
      const { policy, steps } = get();
      const next = step(steps, policy);
      if (next === undefined) return;
      set({ policy: next.value, steps: next.steps });
      settle();
    };

    return {
      policy: first,
      steps: noSteps,
      change: (path, value) => {
        const changed = changeSetting(get().policy, path, value);
        if (!changed.ok) return changed.error;
        const isSame = gesture?.path === path;
        if (isSame) gesture?.cancel();
        else settle();
        if (isSame) set({ policy: changed.value });
        else step(changed.value);
        gesture = { path, cancel: clock.later(GESTURE_MS, settle) };
        return undefined;
      },
      choose: (policy) => {
        settle();
        step(policy);
        settle();
      },
      undo: () => goTo(stepBack),
      redo: () => goTo(stepForward),
      endGesture: settle,
      follow: (policy) => {
        const heard = told.findIndex((each) => isSamePolicy(each, policy));
        told = told.slice(heard + 1);
        if (heard !== -1 || isSamePolicy(policy, applied)) return;
        gesture?.cancel();
        gesture = undefined;
        applied = policy;
        set({ policy, steps: noSteps });
      },
    };
  });
}
