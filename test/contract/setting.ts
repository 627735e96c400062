// Creates the shared setting of the suite: a stage, a client and the test brands.
import type { Send } from '#test/support/creations-with.ts';
import type { TestItems } from '#test/support/requests.ts';
import { type SituationActions, type World, worldOf } from '#test/support/situations.ts';
import { clientOf, type Successes } from './client.ts';
import { openStage, type StageUnderTest } from './stage-under-test.ts';
import { createTestBrand, createTestItems, meansOf, type TestBrand } from './test-brands.ts';

export interface Setting {
  readonly stage: StageUnderTest;
  readonly send: Send;
  readonly by: SituationActions;
  readonly own: TestBrand & { readonly items: TestItems };
  readonly other: TestBrand & { readonly items: TestItems };
  readonly starter: TestBrand;
  readonly world: World;
  readonly successes: Successes;
}

/** Returns the setting, which exists once `beforeAll` has finished. */
export type GetSetting = () => Setting;

export async function openSetting(): Promise<Setting> {
  const stage = await openStage();
  try {
    return await createSetting(stage);
  } catch (error) {
    await stage.close();
    throw error;
  }
}

async function createSetting(stage: StageUnderTest): Promise<Setting> {
  const successes: Successes = new Map();
  const send = clientOf(stage, successes);
  const [own, other, starter] = await Promise.all([
    createTestBrand(send, stage, 'scale'),
    createTestBrand(send, stage, 'growth'),
    createTestBrand(send, stage, 'starter'),
  ]);
  const by = meansOf(send, stage, [own, other, starter]);
  const { brandId, admin: token } = own;
  const [ownItems, otherItems, world] = await Promise.all([
    createTestItems(by, own),
    createTestItems(by, other),
    worldOf({ by, account: own.users.admin, token, brandId }),
  ]);
  return {
    stage,
    send,
    by,
    own: { ...own, items: ownItems },
    other: { ...other, items: otherItems },
    starter,
    world,
    successes,
  };
}
