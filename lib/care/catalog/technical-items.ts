// Declares the items that the service stores.
import { kept, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { externalIdKeys } from '#lib/foundation/table/keys/external-id-keys.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';

export const technicalItems = {
  idempotency: {
    description: 'Claim of an idempotency key, with the stored response',
    example: keys.idempotency(sample.brand, 'sha256-of-the-key'),
    personal: 'C, K: the response, encrypted with the key, which is not stored',
    kept: '24 hours',
    erasure: 'unreadable without the idempotency key',
    restore: 'restored',
  },
  counterShard: {
    description: 'Shard of a counter',
    example: keys.counterShard(sample.brand, 'conversions', 3),
    kept: kept.untilBrandIsDeleted,
    restore: 'restored',
  },
  totalsCell: {
    description:
      'Cell of the totals of a hot creator, campaign or discount code; closed if the code has got a limit',
    example: keys.totalsCell(keys.item(sample.brand, 'affiliate', 'aff_01'), 7),
    kept: kept.untilBrandIsDeleted,
    restore: 'restored',
  },
  externalId: {
    description: 'Claim of an external id of a creator, campaign, discount code or conversion',
    example: externalIdKeys.externalId(sample.brand, 'affiliate', 'creator-7'),
    personal: 'C, K: an id of the brand',
    kept: 'as long as its item',
    erasure: 'stays; deleted if it is an e-mail address',
    restore: 'restored',
  },
  checkpoint: {
    description:
      'Progress of a stream function in a shard, or of automatic approval or the settlement of months in a brand',
    example: keys.checkpoint('SHARDS', 'shardId-01'),
    kept: kept.untilBrandIsDeleted,
    restore: null,
  },
  probe: {
    description: 'Never written: reading it shows that the table answers',
    example: keys.probe(),
    kept: '–',
    restore: null,
  },
  demoData: {
    description: 'Local stage only: the demo data is complete',
    example: keys.demoData(),
    kept: 'always',
    restore: null,
  },
} satisfies StoredItems;
