// Reads the test twin of a brand, and creates it at its first change.
import { type Brand, storedBrand } from '#lib/access/brands/schema.ts';
import { withPolicyOf } from '#lib/access/test-mode/rules/twin.ts';
import { addTwin } from '#lib/access/test-mode/writes.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { isStaleWrite } from '#lib/foundation/table/writes/write.ts';

/** Returns the twin of a concurrent request if that was faster. */
export async function createTwin(twin: Brand): Promise<Brand> {
  try {
    await transact(addTwin(twin));
    return twin;
  } catch (error) {
    if (!isStaleWrite(error)) throw error;
    const stored = storedBrand.parse(await getItem(keys.brand(twin.id)));
    return { ...withPolicyOf(stored, twin), clockOffset: twin.clockOffset };
  }
}
