// Tells the story of a bonus or a deduction.
import { decimalOf } from '#test/support/money-model.ts';
import type { Scene } from '../scene.ts';

/** Two of three are bonuses, so that their sum can be paid. */
export async function manualStory(name: string, { world, random, ask }: Scene): Promise<void> {
  const isBonus = random.next() < 2 / 3;
  const amount = BigInt(random.between(1, 10_000));
  const [affiliateId, campaignId] = [world.favoriteId, world.campaignId];
  const kind = isBonus ? 'bonus' : 'deduction';
  const body = { affiliateId, campaignId, kind, amount: decimalOf(amount), reason: 'Drawn' };
  await ask({ method: 'POST', path: '/commissions', body, key: name }, [201]);
  world.manual.push({ affiliateId, campaignId, amount: isBonus ? amount : -amount });
}
