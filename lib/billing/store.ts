// Reads a brand's usage of its plan.
import { readCounter } from '#lib/table/counters.ts';

export async function readUsage(brandId: string): Promise<{ creators: number; campaigns: number }> {
  const [affiliates, campaigns] = await Promise.all([
    readCounter(brandId, 'affiliates'),
    readCounter(brandId, 'campaigns'),
  ]);
  return { creators: affiliates.used ?? 0, campaigns: campaigns.open ?? 0 };
}
