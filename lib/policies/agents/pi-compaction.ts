/** As text, what was added since the previous summary, in two parts if a turn is split; here: in one. */
export const piCompaction = {
  summaryTokens: 13_107,
  requestIs: 'text',
  resultCharacters: 2_000,
  keeps: 'later-messages',
  keepsCrossing: true,
  keptCountedBy: 'texts',
  keptRoundTokens: 20_000,
  restores: 'nothing',
  namesTranscript: false,
} as const;
