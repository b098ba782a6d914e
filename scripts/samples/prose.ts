import { Deck, type Random } from './random';

/** `{m}` and `{n}`: methods in view. `{f}`: the file. `{s}`: what is suspected. `{c}`: a count. */
const POOLS = {
  beforeReadWhole: [
    'Reading {f} from the top.',
    '{f} is small enough to read in one go.',
    'I have not looked at {f} yet.',
    'Opening {f}, mainly for the early returns.',
    'Next is {f}.',
    'I want to see how {f} handles this before guessing further.',
    'The caller leads into {f}.',
    '{f}, the whole file.',
    '{f} comes next, all of it.',
    'The whole of {f}, so that I do not miss a branch.',
    'First the complete text of {f}.',
    '{f} in full: the order of the members often tells how it grew.',
  ],
  beforeRead: [
    'Let me look at the part of {f} around `{m}`.',
    'If {s} is possible at all, it has to pass through {f}.',
    'Checking {f} for anything that is done after an await.',
    'Back to {f}, this time with the failing order in mind.',
    'The interesting lines should be in {f}.',
    'Let me see who else writes that state; {f} is the obvious candidate.',
    'I will read {f} once more, more slowly.',
    '`{m}` in {f} is where I would put such a mistake.',
    '{f}: I only need to know whether `{m}` can run while `{n}` waits.',
    'Let me compare `{m}` and `{n}` in {f} side by side.',
    'Reading the lines around `{m}` in {f}, since {s} would have to show there.',
    'What does {f} do when the append fails?',
    '{f} again, this time only `{n}`.',
  ],
  afterRead: [
    '`{m}` only ever runs under the lock, so it cannot interleave with itself. It could still interleave with `{n}`, which takes no lock.',
    'What stands out in {f} is that `{m}` decides on a value that it has read one await earlier. For {s} that would be enough, if the value can change in between.',
    '`{m}` looks safe: the state is checked and set in the same tick. I can take it off the list.',
    'The early return in `{m}` is silent. If it fires in the soak run, no counter shows it.',
    '`{n}` is called from two places, and only one of them checks the result. Not yet a proof of {s}, but I will remember it.',
    'So `{m}` compares with the time of the local node. With 40 ms of skew that can be wrong by one heartbeat, not by more.',
    'I expected `{m}` to write to the store before it changes the map. It does, so a crash in between leaves a record without an effect, which is the harmless order.',
    'The comment above `{m}` promises an order that the code does not enforce. That is worth a note, though it does not explain {s}.',
    '`{m}` and `{n}` agree about the state names. No mismatch there.',
    'Nothing in `{m}` depends on the order in which the map is walked. Good.',
    'The limit in `{m}` is inclusive. Off by one is possible at the edge, but our failing jobs are nowhere near the edge.',
    'If `{m}` throws, the counter has already been raised. Cosmetic, leave it.',
    '`{n}` copies the record instead of changing it in place, so whoever holds the old object goes on working with old values. I should look at who holds one across an await.',
    'There are three ways into `{m}`. Two come from the scheduler and one from the admin side, and only the first is used in the soak test.',
    'This part of {f} is simple enough to be right: `{m}` has no await at all.',
    '`{m}` would have to run twice for one id to cause {s}. The guard at its start prevents exactly that.',
    'Interesting: `{n}` treats a missing entry like a finished one. For {s} that would hide the first half of the story.',
    'The error path of `{m}` logs at warn and goes on. In the log of the failing run there is no such line, so this path was not taken.',
    'I cannot rule out `{m}` by reading. A counter would tell in one run.',
    'Both `{m}` and `{n}` go through the store, and the store keeps the order of appends. So their relative order is the order in the segment.',
    'The trimming in `{m}` works on a copy, so it cannot take away an entry that is in use.',
    '`{m}` resolves its promise before the listeners have been told. A listener may see the old state, which matters only if one of them grants something.',
    'The sort in `{m}` is by time first and id second, hence stable between the nodes.',
    'What `{m}` returns is ignored by the caller. If it ever returned false we would not know.',
    'Between `{m}` and `{n}` there is one await, and it is the append. I write that down as a possible gap.',
    '`{m}` is written with care; the states are closed and the switch is complete.',
    'For {s} I would expect a missing check here, but `{m}` has it.',
    '`{n}` could be called with an id that is gone. It returns quietly then, which is right for this caller.',
    'Whoever wrote `{m}` thought about restarts. The entry is parsed again and a damaged one is passed over.',
    'The order in `{n}` is: store first, map second, listeners last. `{m}` has the same order. Consistent.',
    '{f} does not know about nodes at all. Everything in it is about one process.',
    'I was looking for a place that keeps a copy for later. In {f} it is not `{m}`; that one reads and uses the value in the same tick.',
    'The counter in `{m}` would have shown {s} as refused marks. It is at zero in the failing run.',
    'That makes `{n}` the only writer in {f} that does not go through the lock, and it is only used while loading.',
  ],
  beforeSearch: [
    'Who else uses `{m}`?',
    'Searching for `{m}` across the sources.',
    'Let me list every place that touches `{m}`.',
    'A quick search for `{m}` before I go on reading.',
    'I want all the callers of `{m}`, tests included.',
    'Is `{m}` used anywhere outside this folder?',
    'Where does `{m}` come from?',
    'Every use of `{m}`, please.',
    '`{m}` may have a second caller that I have missed.',
    'Following `{m}` outwards.',
  ],
  afterSearch: [
    '{c} places. Most only read it.',
    '{c} hits, fewer than I feared.',
    'That gives {c} lines; the tests make up a good part of them.',
    '{c} matches, and none of them in the transport code.',
    'With {c} matches I can look at each writer in turn.',
    '{c} lines. The writers are what matters, and they sit in two files.',
    '{c} lines; nothing in the admin part, as I hoped.',
    'Of the {c} lines only those in src/ matter for {s}.',
    '{c}. I go through them from the top.',
    '{c} uses, and the pattern is the same in most: read, check, act.',
    '{c} lines. The tests use it with a fixed clock, the service with a real one.',
  ],
  beforeTest: [
    'Running the unit tests of this part to have a clean starting point.',
    'Before I change anything: are the tests here green?',
    'The tests next to {f} should tell whether my reading is right.',
    'Let me run what there is for {f}.',
    'Unit tests first, they take less than a second.',
    'I will run the tests of this folder again, the last run was before the change.',
    'The tests for {f} once, to see what they cover.',
    'Do the tests know about `{m}`?',
    'What do the tests say about {s}?',
    'A run of the tests next to {f}, to read the titles.',
    'Let me see whether any test title mentions `{n}`.',
    'Tests of {f}, to be sure that my checkout is sound.',
  ],
  afterTest: [
    'All green, as expected: the unit tests use the fake clock and one node, so they cannot see {s}.',
    'They pass. None of them lets two operations overlap, which is the case I care about.',
    'Green. This tells me that the single-node behaviour is sound, no more.',
    'No failures. The tests cover `{m}` but always with a store that answers at once.',
    'Passing, and fast. The gap is not in what they check but in what they never do at the same time.',
    'Everything passes, so the instrumentation did not change the behaviour.',
    'All pass. There is a test for `{m}`, but none in which `{n}` happens at the same time.',
    'Green again. For {s} one would need two things in flight, and no title here says so.',
    'The titles read well, the coverage of single steps is good. Overlap is the blind spot.',
    'Green; {f} does in isolation what it promises.',
    'All pass in well under a second each. I trust {f} for the simple cases.',
  ],
  beforeLog: [
    'Now the log of the failing run, around the moment in question.',
    'Let me pull the lines around that job from the log.',
    'The log at debug level should show the order.',
    'Looking at the second before the error in both logs, merged by time.',
    'Same window again, this time from the last failing run.',
    'I will take a slice of the soak log and look for the first line that does not fit.',
    'A slice of the log from about the time when `{m}` ran.',
    'How does a normal stretch look for {s}?',
    'Log lines, to check what I read in {f}.',
    'Let me take some lines from the middle of a run, as a baseline for {f}.',
    'The log should show whether `{n}` ran in that window.',
    'Another window, because one slice proves nothing about {s}.',
  ],
  afterLog: [
    'Mostly routine. The renewals keep their rhythm in this window.',
    'Nothing out of the ordinary here: grants, renewals and acks alternate as they should.',
    'This slice is from a good run and gives me something to compare with.',
    'The gaps between the appends are what I would look at next; some are clearly longer than others.',
    'Heartbeats arrive on time in this window, so the connection was alive.',
    'The order of the lines is consistent between the nodes, apart from the known skew.',
    'One job is granted and acked within the window, exactly once. So this is what it looks like when it works.',
    'The collector pauses are short. They do not explain anything on their own.',
    'If {s} had happened in this window I would see two grants for one job. There are none.',
    'In this stretch the store answers within 20 ms throughout.',
    'A renewal here, an ack there, all with matching epochs. {f} behaves.',
    'This window does not speak for {s}, nor against it.',
    'I compared the epochs in these lines by hand: each rises by one per grant.',
    'Quiet. The slow peer warnings come in pairs and go away by themselves.',
  ],
} as const;

type ProsePool = keyof typeof POOLS;

export interface ProseSlots {
  readonly methods: readonly string[];
  readonly file: string;
  readonly suspicion: string;
  readonly count?: number;
}

/** Sentences for the routine steps between the ones written by hand. */
export class Prose {
  private readonly decks = new Map<ProsePool, Deck<string>>();
  private readonly said = new Set<string>();

  constructor(private readonly random: Random) {}

  /** Nothing where every sentence of the pool has been said in just these words before. */
  write(pool: ProsePool, slots: ProseSlots): string | undefined {
    let deck = this.decks.get(pool);
    if (deck === undefined) {
      deck = new Deck(this.random.fork(pool), POOLS[pool]);
      this.decks.set(pool, deck);
    }
    for (let tries = 0; tries < 8; tries++) {
      const template = deck.draw();
      if (slots.methods.length < 2 && /\{[mn]\}/.test(template)) continue;
      const text = this.fill(template, slots);
      if (this.said.has(text)) continue;
      this.said.add(text);
      return text;
    }
    return undefined;
  }

  private fill(template: string, slots: ProseSlots): string {
    const [first = '', second = ''] = this.random.some(slots.methods, 2);
    return template
      .replaceAll('{m}', first)
      .replaceAll('{n}', second)
      .replaceAll('{f}', slots.file)
      .replaceAll('{s}', slots.suspicion)
      .replaceAll('{c}', String(slots.count ?? 0));
  }
}

/** Names of the methods that a piece of code declares. */
export function declaredMethods(code: string): string[] {
  const names = [...code.matchAll(/^\s*(?:\d+\t)?\s{2}(?:private )?(?:async )?([a-z][A-Za-z]+)\([^\n]*\{$/gm)].flatMap(
    (match) => match[1] ?? [],
  );
  return [...new Set(names)].filter((name) => !['constructor', 'if', 'for', 'switch', 'describe', 'it'].includes(name));
}
