// The English texts of commissions.
type Names = Readonly<Record<string, string>>;

const all = (total: string): string => (total === '1' ? 'the commission' : `all ${total}`);

export const commissions = {
  one: 'Commission',
  found: (total: string) => (total === '1' ? '1 commission' : `${total} commissions`),
  empty: 'There are no commissions yet. The first order of a creator brings the first one.',
  created: 'Created',
  creator: 'Creator',
  campaign: 'Campaign',
  order: 'Order',
  kind: 'Kind',
  status: 'Status',
  amount: 'Amount',
  orderAmount: 'Amount of the order',
  originalAmount: 'Amount at first',
  eligible: 'End of the hold period',
  approvedAt: 'Approved',
  paidAt: 'Paid',
  review: 'Review',
  onlyHeld: 'Only to review',
  held: 'To review',
  reason: 'Reason',
  reasonHint: 'Required for a rejection.',
  decide: 'Decide',
  approve: 'Approve',
  reject: 'Reject',
  reopen: 'Take back the approval',
  restore: 'Take back the rejection',
  approveSelected: 'Approve selected',
  rejectSelected: 'Reject selected',
  approveList: 'Approve all',
  rejectList: 'Reject all',
  approveAll: (total: string) => `Approve ${all(total)}`,
  rejectAll: (total: string) => `Reject ${all(total)}`,
  number: 'Commissions',
  payableFrom: 'Can be paid from',
  notEnded: (count: number) =>
    count === 1
      ? 'The hold period of one commission has not ended: its order can still be returned.'
      : `The hold period of ${count} commissions has not ended: their orders can still be returned.`,
  leftOutHint: 'To approve those to review, too, select them, or filter by “Only to review”.',
  leftOut: (held: number) =>
    held === 1
      ? 'One commission is to review, and is left out.'
      : `${held} commissions are to review, and are left out.`,
  wereHeld: (count: number) =>
    count === 1 ? 'One of them was to review.' : `${count} of them were to review.`,
  selectFirst: 'Select the commissions first.',
  decision: 'Decision',
  approval: 'Approve',
  rejection: 'Reject',
  running: 'The service is working on it. You can leave this page.',
  completed: 'All commissions are decided.',
  refresh: 'Show the progress',
  matched: 'Found',
  decided: 'Decided',
  skipped: 'Changed meanwhile',
  failed: 'Not possible',
  toList: 'All commissions',
  statuses: {
    pending: 'Pending',
    approved: 'Approved',
    paid: 'Paid',
    rejected: 'Rejected',
    reversed: 'Reversed',
  } as Names,
  kinds: {
    order: 'Order',
    adjustment: 'Correction',
    bonus: 'Bonus',
    deduction: 'Deduction',
    openingBalance: 'Opening balance',
    tierSupplement: 'Supplement of tiers',
    monthlyCap: 'Monthly cap',
  } as Names,
  holds: {
    selfReferral: 'The customer and the creator have the same mailbox',
    fraudRule: 'The order matches a fraud rule',
    customerUnreadable: 'The e-mail address of the customer is unreadable',
    aboveShare: 'A large share of the order',
    creatorBanned: 'The creator is banned',
    orderChanged: 'The order has changed',
    reopened: 'The approval was taken back',
  } as Names,
  approvedNow: (count: number) =>
    count === 1 ? 'One commission is approved.' : `${count} commissions are approved.`,
  rejectedNow: (count: number) =>
    count === 1 ? 'One commission is rejected.' : `${count} commissions are rejected.`,
  addBonus: 'Create a bonus',
  bonusHint: 'A deduction lowers what the creator is owed. Both are approved at once.',
  done: { commissionCreated: 'The commission is created.' },
};
