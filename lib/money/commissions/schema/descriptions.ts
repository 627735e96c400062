// Describes the endpoints that create and decide about commissions.

const byFilter =
  'With a `filter` instead of `ids`, one request decides about up to 100 commissions, the oldest first, and may decide about fewer. ' +
  'While `meta.cursor` is not null, send it as `cursor` to continue. ';

export const descriptions = {
  create:
    'Creates a commission without an order: a bonus, a deduction, or the opening balance of a creator. It is approved at once, so ' +
    'the next payout contains it, and can be rejected until then. A deduction that exceeds what the creator has earned waits until ' +
    'the sum is above zero. Returns 409 if the sum of the brand has no room for it (`sum_limit_reached`).',
  approve:
    'Approves a pending commission before its hold period ends, also if it is held for review. Returns 200 without a ' +
    'change if the commission is already approved, and 409 for any other status. An approved commission is owed to the ' +
    'creator, even if the creator is paused or banned later.',
  approveMany:
    'Approves up to 100 commissions, each independently of the others. `data` has one result per id, in the order of the ' +
    `request. ${byFilter}` +
    'In `meta`, `approved` includes commissions that were already approved, and `failed` counts errors. If the ' +
    'service is too busy, a request with an `Idempotency-Key` returns a 503; retry it with the same key to approve the rest.',
  reject:
    'Rejects a pending commission, or an approved one that is not in a payout. Returns 200 without a change if the ' +
    'commission is already rejected. Returns 409 for any other commission, for a clawback, and for a commission that has a ' +
    'clawback.',
  rejectMany:
    'Rejects up to 100 commissions with one reason, each independently of the others. `data` has one result per id, in the order of ' +
    `the request. ${byFilter}\`rejected\` in \`meta\` includes commissions that were already rejected. If the service is too busy, ` +
    'a request with an `Idempotency-Key` returns a 503; retry it with the same key to reject the rest.',
  restore:
    'Undoes a rejection: the commission is approved again if it was, otherwise pending, with the amount that its order earns now. A ' +
    'pending commission whose hold period is over is held for review (`reopened`). Returns 200 without a change if the commission is ' +
    'pending or approved, and 409 for any other status, and if nothing is left of the order (`commission_earns_nothing`).',
  reopen:
    'Takes back an approval: the commission is pending, and is held for review (`reopened`). Returns 200 without a change if it is ' +
    'already pending. Returns 409 for any other status, for a commission in a payout, for a clawback, and for a commission that has ' +
    'a clawback.',
} as const;
