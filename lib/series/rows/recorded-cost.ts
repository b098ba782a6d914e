import { RECORDED_POLICY, type SessionRow } from '../../rows/session-row';

/** [P2] What the requests for its summaries would have cost is in no recording, but in the cost of every policy. */
export function withSummaryRequests(row: SessionRow): SessionRow {
  const { policy, figures, session } = row;
  if (policy.id !== RECORDED_POLICY || figures === null || figures.cost === null || session.error === null) return row;
  return { ...row, figures: { ...figures, cost: figures.cost + session.error.unrecordedSummaries } };
}
