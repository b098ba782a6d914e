import { describe, expect, test } from 'vitest';
import { createTour, type TourTarget, tourSteps } from './tour';

const everything = tourSteps.map(({ target }) => target);

function tour(seenBefore = false) {
  const seen = { is: seenBefore };
  const store = createTour({
    isSeen: () => seen.is,
    noteSeen: () => {
      seen.is = true;
    },
  });
  return { store, seen, now: () => store.getState().step?.target };
}

describe('the tour', () => {
  test('goes through every step to its end', () => {
    const { store, now } = tour();
    store.getState().arrive(everything, true);
    const shown: (TourTarget | undefined)[] = [];
    for (let step = now(); step !== undefined; step = now()) {
      shown.push(step);
      store.getState().go(1, everything);
    }
    expect(shown).toEqual(everything);
  });

  test('is offered once, even if it is closed at its first step', () => {
    const { store, seen, now } = tour();
    const leave = store.getState().arrive(everything, true);
    expect([now(), seen.is]).toEqual(['chart', true]);
    leave();
    expect([now(), store.getState().isHere]).toEqual([undefined, false]);
    store.getState().arrive(everything, true);
    expect(now()).toBeUndefined();
  });

  test('is not offered with a session of the user, and then does not count as seen', () => {
    const { store, seen, now } = tour();
    store.getState().arrive(everything, false);
    expect([now(), seen.is, store.getState().isHere]).toEqual([undefined, false, true]);
  });

  test('can be restarted by someone who has seen it', () => {
    const { store, now } = tour(true);
    store.getState().arrive(everything, true);
    store.getState().start(everything);
    expect(now()).toBe('chart');
    store.getState().end();
    expect(now()).toBeUndefined();
  });

  test('skips what does not exist, and counts only what does', () => {
    const { store, now } = tour();
    const present: readonly TourTarget[] = ['policy', 'messages', 'sweep'];
    store.getState().start(present);
    expect([now(), store.getState().place, store.getState().of]).toEqual(['policy', 1, 3]);
    store.getState().go(1, present);
    store.getState().go(1, present);
    expect([now(), store.getState().place]).toEqual(['sweep', 3]);
  });

  test('goes back, and stays at the first step', () => {
    const { store, now } = tour();
    store.getState().start(everything);
    store.getState().go(1, everything);
    store.getState().go(-1, everything);
    expect(now()).toBe('chart');
    store.getState().go(-1, everything);
    expect(now()).toBe('chart');
  });

  test('does not start, or count as seen, if there is nothing to show', () => {
    const { store, seen, now } = tour();
    store.getState().arrive([], true);
    expect([now(), seen.is]).toEqual([undefined, false]);
  });
});
