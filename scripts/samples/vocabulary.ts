/** A thing that made-up code is about. Fields are numbers unless they say otherwise. */
export interface Noun {
  readonly one: string;
  readonly many: string;
  /** Numeric fields, each with the sentence that documents it. */
  readonly amounts: readonly (readonly [name: string, meaning: string])[];
  readonly states: readonly string[];
}

export function withArticle(words: string): string {
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;
}

export function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

function noun(one: string, many: string, states: string, ...amounts: (readonly [string, string])[]): Noun {
  return { one, many, states: states.split(' '), amounts };
}

export const QUEUE_NOUNS = {
  lease: noun(
    'lease',
    'leases',
    'held expiring released fenced',
    ['epoch', 'Rises each time the lease changes hands.'],
    ['expiresAtMs', 'Wall clock of the node that granted it.'],
    ['renewals', 'How often the holder has asked again.'],
  ),
  job: noun(
    'job',
    'jobs',
    'waiting running acked parked',
    ['attempt', 'Counts from 1.'],
    ['priority', 'Smaller runs first.'],
    ['runAtMs', 'Not before this time.'],
  ),
  segment: noun(
    'segment',
    'segments',
    'open sealed compacting retired',
    ['firstOffset', 'Offset of the first frame.'],
    ['sizeBytes', 'On disk, with checksums.'],
    ['liveFrames', 'Frames that no tombstone covers.'],
  ),
  worker: noun(
    'worker',
    'workers',
    'idle busy draining gone',
    ['capacity', 'Jobs it takes at once.'],
    ['lastSeenMs', 'Last heartbeat.'],
    ['inFlight', 'Jobs handed out and not settled.'],
  ),
  frame: noun(
    'frame',
    'frames',
    'queued sent settled resent',
    ['sequence', 'Per connection, without gaps.'],
    ['lengthBytes', 'Of the body alone.'],
    ['sentAtMs', 'Last time it went out.'],
  ),
  cursor: noun(
    'cursor',
    'cursors',
    'behind level ahead lost',
    ['offset', 'Next frame to read.'],
    ['lagFrames', 'Distance to the head.'],
    ['savedAtMs', 'Last time it was written down.'],
  ),
  member: noun(
    'member',
    'members',
    'joining active suspect left',
    ['weight', 'Share of the ring.'],
    ['incarnation', 'Rises when the member refutes a suspicion.'],
    ['rttMs', 'Smoothed round trip.'],
  ),
  shard: noun(
    'shard',
    'shards',
    'owned moving orphaned frozen',
    ['generation', 'Rises with each handover.'],
    ['pendingJobs', 'Waiting and due.'],
    ['movedAtMs', 'Start of the last handover.'],
  ),
  timer: noun(
    'timer',
    'timers',
    'armed due fired cancelled',
    ['dueTick', 'Absolute tick.'],
    ['slot', 'Position on the wheel.'],
    ['rounds', 'Turns of the wheel still to go.'],
  ),
  receipt: noun(
    'receipt',
    'receipts',
    'open settled duplicate stale',
    ['settledAtMs', 'Time of the ack or nack.'],
    ['leaseEpoch', 'Epoch under which the job ran.'],
    ['retries', 'Attempts before this one.'],
  ),
  quota: noun(
    'quota',
    'quotas',
    'free tight exhausted frozen',
    ['limitPerSecond', 'Averaged over the window.'],
    ['usedInWindow', 'Since the window began.'],
    ['burst', 'Allowed above the limit for one window.'],
  ),
  checkpoint: noun(
    'checkpoint',
    'checkpoints',
    'writing durable stale torn',
    ['offset', 'Everything before it is covered.'],
    ['bytes', 'Size of the snapshot.'],
    ['takenAtMs', 'When the snapshot began.'],
  ),
  tombstone: noun(
    'tombstone',
    'tombstones',
    'fresh settled purgeable purged',
    ['coversOffset', 'Frame that it deletes.'],
    ['writtenAtMs', 'When the delete was appended.'],
    ['readers', 'Cursors that may still need it.'],
  ),
  backoff: noun(
    'backoff',
    'backoffs',
    'cold warming hot capped',
    ['baseDelayMs', 'Before the first retry.'],
    ['attempts', 'So far.'],
    ['jitterShare', 'Between 0 and 1.'],
  ),
} as const;

export const FERRY_NOUNS = {
  fare: noun(
    'fare',
    'fares',
    'draft published withdrawn expired',
    ['amountCents', 'Before surcharges.'],
    ['validFromMs', 'First day of sale.'],
    ['validToMs', 'Last day of sale.'],
  ),
  sailing: noun(
    'sailing',
    'sailings',
    'planned open full departed',
    ['departsAtMs', 'Local time of the harbour.'],
    ['freeLaneMeters', 'Left on the car deck.'],
    ['freeBerths', 'Left in all cabin classes.'],
  ),
  passenger: noun(
    'passenger',
    'passengers',
    'adult child infant senior',
    ['age', 'On the day of departure.'],
    ['loyaltyPoints', 'At the time of the quote.'],
    ['bags', 'Above the free allowance.'],
  ),
  vehicle: noun(
    'vehicle',
    'vehicles',
    'car van trailer bicycle',
    ['lengthCm', 'With tow bar.'],
    ['heightCm', 'With roof box.'],
    ['weightKg', 'As declared.'],
  ),
  cabin: noun(
    'cabin',
    'cabins',
    'inside outside suite pet',
    ['berths', 'Beds that can be sold.'],
    ['deck', 'From the keel up.'],
    ['supplementCents', 'For the whole cabin.'],
  ),
  surcharge: noun(
    'surcharge',
    'surcharges',
    'fuel port season weekend',
    ['shareBasisPoints', 'Of the net fare.'],
    ['flatCents', 'Per person.'],
    ['priority', 'Lower is applied first.'],
  ),
  voucher: noun(
    'voucher',
    'vouchers',
    'fresh reserved redeemed void',
    ['valueCents', 'Left on it.'],
    ['minimumCents', 'Smallest basket it works with.'],
    ['expiresAtMs', 'End of the day.'],
  ),
  quote: noun(
    'quote',
    'quotes',
    'open priced held booked',
    ['totalCents', 'What the customer sees.'],
    ['taxCents', 'Contained in the total.'],
    ['heldUntilMs', 'Seats are kept until then.'],
  ),
  season: noun(
    'season',
    'seasons',
    'low shoulder high festive',
    ['factorBasisPoints', '10,000 means unchanged.'],
    ['startsAtMs', 'First day.'],
    ['endsAtMs', 'Last day.'],
  ),
  route: noun(
    'route',
    'routes',
    'summer yearly charter suspended',
    ['distanceNm', 'Between the pilots.'],
    ['crossingMinutes', 'By timetable.'],
    ['portFeeCents', 'Per passenger.'],
  ),
  allotment: noun(
    'allotment',
    'allotments',
    'open reserved returned closed',
    ['seats', 'Given to the agency.'],
    ['soldSeats', 'Reported so far.'],
    ['releaseAtMs', 'Unsold seats return then.'],
  ),
  refund: noun(
    'refund',
    'refunds',
    'asked approved paid refused',
    ['feeCents', 'Kept by us.'],
    ['returnCents', 'Paid back.'],
    ['askedAtMs', 'Start of the deadline.'],
  ),
} as const;
