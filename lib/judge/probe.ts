/** The kinds of questions: four that are generated, and the user's own. */
export const probeKinds = ['fact', 'file', 'next-step', 'decision', 'own'] as const;
export type ProbeKind = (typeof probeKinds)[number];

/** The topic of a question, which determines its kind. */
export const probeTopics = {
  value: 'fact',
  'files-changed': 'file',
  'files-read': 'file',
  'last-change': 'file',
  'last-request': 'next-step',
  'open-tasks': 'next-step',
  'what-came-next': 'next-step',
  rules: 'decision',
  'replaced-value': 'decision',
  reason: 'decision',
  own: 'own',
} as const satisfies Readonly<Record<string, ProbeKind>>;
export type ProbeTopic = keyof typeof probeTopics;

/** A question about what left a context, with the recording's answer. */
export interface Probe {
  /** `q1`, `q2`…: its name in requests. */
  readonly id: string;
  readonly topic: ProbeTopic;
  readonly question: string;
  readonly expected: string;
}

export type ProbeText = Omit<Probe, 'id'>;

export const MAX_PROBES = 12;
