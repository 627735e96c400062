// Names the consumer whose checkpoints say which due commissions were approved automatically.

export const approvalConsumer = 'APPROVALS';
