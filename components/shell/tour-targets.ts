import { type TourTarget, tourSteps } from '@/lib/state/shared/tour';

export function targetOf(target: TourTarget): HTMLElement | null {
  return document.querySelector(`[data-tour="${target}"]`);
}

/** Elements that are on the page and not hidden. */
export function presentTargets(): readonly TourTarget[] {
  return tourSteps.map(({ target }) => target).filter((target) => targetOf(target)?.checkVisibility() === true);
}
