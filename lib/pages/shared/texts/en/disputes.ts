// The English texts of disputes.
type Names = Readonly<Record<string, string>>;

export const disputes = {
  title: 'Disputes',
  one: 'Dispute',
  intro: 'Creators ask here about orders and commissions. They see your answer in their portal.',
  none: 'No creator has disputed an order or a commission.',
  created: 'Opened',
  creator: 'Creator',
  subject: 'Subject',
  kind: 'Question',
  message: 'Message',
  status: 'Status',
  answer: 'Your answer',
  answerHint: 'The creator reads it in the portal. Required for both decisions.',
  decidedAt: 'Decided',
  result: 'Result',
  decide: 'Answer the creator',
  noMoney:
    'Accepting a dispute pays nothing. First record or attribute the order, restore the commission, or create a bonus. Then accept, and say what you have done.',
  accept: 'Accept',
  reject: 'Reject',
  order: (id: string) => `Order ${id}`,
  recorded: 'Order',
  commission: 'Commission',
  open: 'Open disputes',
  toList: 'All disputes',
  kinds: {
    missingOrder: 'The order is missing',
    attribution: 'The order belongs to somebody else, or to nobody',
    rejectedCommission: 'The commission is rejected',
    commissionAmount: 'The commission is too small',
  } as Names,
  statuses: { open: 'Open', accepted: 'Accepted', rejected: 'Rejected', withdrawn: 'Withdrawn' } as Names,
  done: { disputeAccepted: 'The dispute is accepted.', disputeRejected: 'The dispute is rejected.' },
};
