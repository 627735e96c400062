// Tests that a queued e-mail is sent once, also when its batch is delivered again or the function is killed.
import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createLinkKey } from '#lib/access/email/store/link-key.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { runAndKill } from '#test/support/interruptions.ts';
import { itemsOfType } from '#test/support/items.ts';
import { createPerson, emailsTo, tokenIn } from '#test/support/people.ts';
import { createBrand, send } from '#test/support/service.ts';
import { type Batch, continueWork, newChanges } from '#test/support/stream.ts';

/** A batch of changes with one e-mail, which contains a link to reset a password. */
async function queuedReset(): Promise<{ readonly email: string; readonly batches: readonly Batch[] }> {
  const { brand } = await createBrand();
  const { user } = await createPerson(brand.id);
  for (const batch of await newChanges()) await continueWork(batch);
  await send('POST', '/auth/password/forgot', { body: { email: user.email } });
  return { email: user.email, batches: await newChanges() };
}

const continueAll = async (batches: readonly Batch[]): Promise<void> => {
  for (const batch of batches) await continueWork(batch);
};

/** Sending an e-mail again writes the same file again. */
const deleteSent = (): void => rmSync(environment.EMAIL_DIRECTORY ?? '', { recursive: true, force: true });

test('an e-mail that was not sent expires after a day', async () => {
  const { email } = await queuedReset();
  const [queued] = (await itemsOfType('email')).filter(({ to }) => to === email);
  expect(Number(queued?.expiresAt)).toBe(Math.floor(Date.parse(String(queued?.createdAt)) / 1000) + 86_400);
});

test('an e-mail is not sent again when its batch is delivered again', async () => {
  const { email, batches } = await queuedReset();
  await continueAll(batches);
  expect(emailsTo(email)).toHaveLength(1);
  expect((await itemsOfType('email')).filter(({ to }) => to === email)).toEqual([]);
  deleteSent();
  await continueAll(batches);
  expect(emailsTo(email)).toEqual([]);
});

test('an e-mail that may not have been sent before the function died is sent with the same link when its batch is delivered again', async () => {
  const { email, batches } = await queuedReset();
  const links: string[] = [];
  let hasDied = true;
  for (let call = 1; hasDied; call += 1) {
    const run = () => continueAll(batches).catch(() => undefined);
    ({ hasDied } = await runAndKill(run, { call, moment: 'before' }));
    links.push(...emailsTo(email).map(tokenIn));
    deleteSent();
    expect(call).toBeLessThan(20);
  }
  expect(links.length).toBeGreaterThan(1);
  expect(new Set(links).size).toBe(1);
  expect(
    (
      await send('POST', '/auth/password/reset', {
        body: { token: links[0], password: 'another long password' },
      })
    ).status,
  ).toBe(204);
});

test('the key of one-time links stays when a second function creates it at the same time', async () => {
  const [one, other] = await Promise.all([createLinkKey(), createLinkKey()]);
  expect(one.byteLength).toBe(32);
  expect(other).toEqual(one);
  expect(await createLinkKey()).toEqual(one);
});
