// Creates a brand whose creators change their own data several times, and checks that each request took effect once.
import { expect } from 'vitest';
import { runInBatches } from './concurrent.ts';
import { createLink } from './creations.ts';
import { type Task, task } from './delivered-tasks.ts';
import { readPage } from './lists.ts';
import { read } from './orders.ts';
import { detailsPath, sepaDetails } from './payment-details.ts';
import { createPortalCreator } from './portal.ts';
import { createBrand, send } from './service.ts';

const each = 3;

type PortalCreator = Awaited<ReturnType<typeof createPortalCreator>>;

export async function createPortal() {
  const { admin, brand } = await createBrand('scale');
  const creators = (): Promise<PortalCreator[]> => runInBatches(each, () => createPortalCreator(brand));
  const [paid, unpaid, active, leaving] = [
    await creators(),
    await creators(),
    await creators(),
    await creators(),
  ];
  await runInBatches(each, (index) =>
    send('PUT', detailsPath(unpaid[index]?.affiliate.id ?? ''), { token: admin, body: sepaDetails }),
  );
  const linksOf = (all: readonly PortalCreator[]) =>
    Promise.all(
      all.map(async ({ affiliate, token }) => ({ token, id: (await createLink(admin, affiliate.id)).id })),
    );
  const [renamed, deleted] = [await linksOf(active), await linksOf(active)];
  const tasks: readonly Task[] = [
    ...paid.map(({ affiliate: { id } }) =>
      task('payoutDetails.set', detailsPath(id), [200, 200], { token: admin, body: sepaDetails }),
    ),
    ...unpaid.map(({ affiliate: { id } }) =>
      task('payoutDetails.delete', detailsPath(id), [204, 204], { token: admin }),
    ),
    ...active.map(({ token }) =>
      task('creator.update', '/creator', [200, 200], { token, body: { name: 'Ada' } }),
    ),
    ...active.map(({ token }) =>
      task('creator.setPaymentData', '/creator/payout-details', [200, 200], { token, body: sepaDetails }),
    ),
    ...active.map(({ token }) =>
      task('creator.createDispute', '/creator/disputes', [201, 409], {
        token,
        body: { kind: 'missingOrder', orderId: 'order-1', message: 'Please check it' },
      }),
    ),
    ...active.map(({ token, affiliate }) =>
      task('creator.createLink', '/creator/links', [201, 409], {
        token,
        body: { slug: `made-${affiliate.trackingCode}` },
      }),
    ),
    ...renamed.map(({ token, id }) =>
      task('creator.updateLink', `/creator/links/${id}`, [200, 200], { token, body: { name: 'Bio' } }),
    ),
    ...deleted.map(({ token, id }) =>
      task('creator.deleteLink', `/creator/links/${id}`, [204, 404], { token }),
    ),
    ...leaving.map(({ token }) => task('creator.logout', '/creator/logout', [204, 401], { token })),
  ];
  return { token: admin, paid, unpaid, active, leaving, tasks };
}

export type Portal = Awaited<ReturnType<typeof createPortal>>;

export async function expectPortalDoneOnce({ token, paid, unpaid, active, leaving }: Portal): Promise<void> {
  for (const { affiliate } of [...paid, ...active])
    expect((await read(token, detailsPath(affiliate.id))).details).toMatchObject({ type: 'sepa' });
  for (const { affiliate } of unpaid)
    expect((await read(token, detailsPath(affiliate.id))).details).toBeNull();
  for (const { affiliate } of active)
    expect(await read(token, `/affiliates/${affiliate.id}`)).toMatchObject({ name: 'Ada' });
  expect((await readPage(token, '/disputes', { status: 'open' })).total).toBe(active.length);
  for (const { affiliate } of active) {
    const { items } = await readPage(token, '/links', { affiliateId: affiliate.id });
    const [made, renamed] = items;
    expect(items).toHaveLength(2);
    expect([made?.slug, renamed?.name]).toEqual([`made-${affiliate.trackingCode}`, 'Bio']);
  }
  for (const creator of leaving)
    expect((await send('GET', '/creator', { token: creator.token })).status).toBe(401);
}
