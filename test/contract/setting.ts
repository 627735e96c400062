// All that the parts of the suite share: a stage, requests to it, and brands on it.
import type { Send } from '#test/support/creations-by.ts';
import type { Things } from '#test/support/requests.ts';
import { type Means, type World, worldOf } from '#test/support/situations.ts';
import { clientOf, type Successes } from './client.ts';
import { openStage, type StageUnderTest } from './stage-under-test.ts';
import { fillParty, meansOf, newParty, type Party } from './world.ts';

export interface Setting {
  readonly stage: StageUnderTest;
  readonly send: Send;
  readonly by: Means;
  /** Two brands with two of everything, and one whose plan has no API access. */
  readonly own: Party & { readonly things: Things };
  readonly other: Party & { readonly things: Things };
  readonly starter: Party;
  /** Of `own`, for the situations that its endpoints are asked in. */
  readonly world: World;
  readonly successes: Successes;
}

/** A setting that is there once the tests run. */
export type Given = () => Setting;

/** Opens a stage, and makes there what the suite needs; a stage where that fails is closed again. */
export async function openSetting(): Promise<Setting> {
  const stage = await openStage();
  try {
    return await settingOn(stage);
  } catch (error) {
    await stage.close();
    throw error;
  }
}

async function settingOn(stage: StageUnderTest): Promise<Setting> {
  const successes: Successes = new Map();
  const send = clientOf(stage, successes);
  const [own, other, starter] = await Promise.all([
    newParty(send, stage, 'scale'),
    newParty(send, stage, 'growth'),
    newParty(send, stage, 'starter'),
  ]);
  const by = meansOf(send, stage, [own, other, starter]);
  const { brandId, admin: token } = own;
  const [ownThings, otherThings, world] = await Promise.all([
    fillParty(by, own),
    fillParty(by, other),
    worldOf({ by, account: own.users.admin, token, brandId }),
  ]);
  return {
    stage,
    send,
    by,
    own: { ...own, things: ownThings },
    other: { ...other, things: otherThings },
    starter,
    world,
    successes,
  };
}
