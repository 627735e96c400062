// Decides what the results of payments change in the lines of a payout. Each row is judged on its own.

import type { LineChanges } from '#lib/money/payouts/schema/endpoints.ts';
import type { RowProblem } from '#lib/money/payouts/schema/results.ts';
import type { Line, Payout } from '#lib/money/payouts/schema/stored.ts';
import { shownLine } from './lines.ts';
import { creatorOf } from './payment-ids.ts';
import type { ResultRow } from './result-rows.ts';

export interface LineResult extends LineChanges {
  readonly affiliateId: string;
}

export interface Judgement {
  readonly changes: readonly LineResult[];
  readonly unchangedCount: number;
  readonly problems: readonly { readonly row: number; readonly id: string; readonly problem: RowProblem }[];
  /** Every open line is paid. */
  readonly completes: boolean;
}

type Judged = LineResult | 'unchanged' | RowProblem;

function judgeRow(
  { status, reason }: ResultRow,
  line: Line | undefined,
  earlier: LineResult['status'] | undefined,
): Judged {
  if (line === undefined) return 'unknownCreator';
  if (status === undefined) return 'unknownStatus';
  if (earlier !== undefined && earlier !== status) return 'contradiction';
  if (earlier === status || line.status === status) return 'unchanged';
  if (line.status === 'failed') return 'failedBefore';
  return { affiliateId: line.affiliateId, status, reason: status === 'failed' ? reason : undefined };
}

export function judgeResults(payout: Payout, lines: readonly Line[], rows: readonly ResultRow[]): Judgement {
  const shown = new Map(lines.map((line) => [line.affiliateId, shownLine(line, payout)]));
  const found = new Map<string, LineResult>();
  const first = new Map<string, LineResult['status']>();
  const problems: Judgement['problems'][number][] = [];
  let unchangedCount = 0;
  for (const row of rows) {
    const affiliateId = creatorOf(payout.id, row.id) ?? row.id;
    const judged = judgeRow(row, shown.get(affiliateId), first.get(affiliateId));
    if (row.status !== undefined && !first.has(affiliateId)) first.set(affiliateId, row.status);
    if (judged === 'unchanged') unchangedCount += 1;
    else if (typeof judged === 'string') problems.push({ row: row.row, id: row.id, problem: judged });
    else found.set(affiliateId, judged);
  }
  const open = [...shown.values()].filter(({ status }) => status === 'open');
  const changes = [...found.values()];
  const completes = open.every(({ affiliateId }) => found.has(affiliateId)) && payout.status === 'ready';
  return { changes, unchangedCount, problems, completes };
}
