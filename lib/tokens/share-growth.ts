/** A message that was added between two calls. */
export interface Addition {
  readonly rough: number;
  /** For a reply whose output was recorded completely. */
  readonly recordedOutput?: number;
  /** It contains thinking that is not in the file, so it may weigh more than its content by any amount. */
  readonly isHidden: boolean;
}

export interface SharedGrowth {
  readonly tokens: readonly number[];
  /** What no addition explains: reminders and other content missing from the file. */
  readonly rest: number;
}

/** A token has at least one byte, and `rough` counts four bytes or fewer as one. */
const MAX_PER_ROUGH = 4;
const MAX_PER_MESSAGE = 50;
/** The others must get at least this share of their own rough size, or the recorded output is no measure of the reply. */
const MIN_FOR_OTHERS = 0.5;

/**
 * [T5] Distributes the measured growth over the additions, in proportion to `rough`. A reply with a recorded output takes
 * that first.
 */
export function shareGrowth(growth: number, additions: readonly Addition[]): SharedGrowth {
  const recorded = additions.reduce((sum, addition) => sum + (addition.recordedOutput ?? 0), 0);
  const others = additions.filter((addition) => addition.recordedOutput === undefined);
  const roughOfOthers = others.reduce((sum, addition) => sum + addition.rough, 0);
  const forOthers = growth - recorded;
  if (recorded > 0 && forOthers >= MIN_FOR_OTHERS * roughOfOthers) {
    if (others.length === 0) return whereNothingElseWasAdded(forOthers, additions);
    const shared = inProportion(forOthers, others);
    const left = [...shared.tokens];
    const tokens = additions.map((addition) => addition.recordedOutput ?? left.shift() ?? 0);
    return { tokens, rest: shared.rest };
  }
  // A recorded output that exceeds the growth still shows how large the reply is.
  const sized = additions.map((addition) => ({
    ...addition,
    rough: Math.max(addition.rough, addition.recordedOutput ?? 0),
  }));
  return inProportion(growth, sized);
}

/** Tokens that a reply costs as a message, in addition to its output. */
function whereNothingElseWasAdded(beyond: number, replies: readonly Addition[]): SharedGrowth {
  const around = Math.min(beyond / replies.length, MAX_PER_MESSAGE);
  return {
    tokens: replies.map((reply) => (reply.recordedOutput ?? 0) + around),
    rest: beyond - around * replies.length,
  };
}

function inProportion(growth: number, additions: readonly Addition[]): SharedGrowth {
  const sum = additions.reduce((total, addition) => total + Math.max(1, addition.rough), 0);
  const tokens = additions.map((addition) => {
    const share = (growth * Math.max(1, addition.rough)) / sum;
    return addition.isHidden ? share : Math.min(share, addition.rough * MAX_PER_ROUGH + MAX_PER_MESSAGE);
  });
  const rest = Math.max(0, growth - tokens.reduce((total, value) => total + value, 0));
  const hidden = additions.filter((addition) => addition.isHidden).length;
  if (hidden === 0) return { tokens, rest };
  return {
    tokens: tokens.map((value, index) => (additions[index]?.isHidden === true ? value + rest / hidden : value)),
    rest: 0,
  };
}
