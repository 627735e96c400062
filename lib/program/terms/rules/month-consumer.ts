// Names the consumer whose checkpoints say up to which ledger entry the months of a brand are settled.

/** Only a brand that has had tiers or a monthly cap has a checkpoint of it. */
export const monthConsumer = 'MONTHS';
