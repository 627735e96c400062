// Plans the stories of a run.
import { seededRandom } from '#test/support/random.ts';
import type { Scene } from './scene.ts';
import { codeStory, ordersOfCode } from './stories/codes.ts';
import { currencyStory } from './stories/currencies.ts';
import { customerStory, ordersOfCustomer } from './stories/customers.ts';
import { leadStory } from './stories/leads.ts';
import { manualStory } from './stories/manual.ts';
import { markStory } from './stories/marks.ts';
import { orderStory } from './stories/orders.ts';

export interface Story {
  /** The name is unique in the run. Its random numbers depend on the name and the seed only. */
  readonly name: string;
  readonly tell: (name: string, scene: Scene) => Promise<void>;
}

/** The orders of each kind of story, and its share of all stories. A new kind of story needs a line here. */
const kinds = [
  { kind: 'order', tell: orderStory, orders: 1, share: 0.6 },
  { kind: 'currency', tell: currencyStory, orders: 1, share: 0.1 },
  { kind: 'customer', tell: customerStory, orders: ordersOfCustomer, share: 0.07 },
  { kind: 'code', tell: codeStory, orders: ordersOfCode, share: 0.03 },
  { kind: 'lead', tell: leadStory, orders: 1, share: 0.06 },
  { kind: 'mark', tell: markStory, orders: 1, share: 0.06 },
  { kind: 'manual', tell: manualStory, orders: 0, share: 0.08 },
] as const;

/** Returns stories with at least this many orders together. */
export function plannedStories(seed: number, orders: number): readonly Story[] {
  const random = seededRandom(seed, 'plan');
  const stories: Story[] = [];
  for (let planned = 0; planned < orders; ) {
    let draw = random.next();
    const drawn = kinds.find(({ share }) => {
      draw -= share;
      return draw < 0;
    });
    const { kind, tell, orders: own } = drawn ?? kinds[0];
    stories.push({ name: `${kind}-${stories.length}`, tell });
    planned += own;
  }
  return stories;
}
