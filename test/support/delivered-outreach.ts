// Creates a brand that invites, imports and pays creators, and checks that each request took effect once.
import { expect } from 'vitest';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { runInBatches } from './concurrent.ts';
import { patch } from './creations.ts';
import { unusedEmail } from './creations-with.ts';
import { type Task, task } from './delivered-tasks.ts';
import { createImport, runImport } from './imports.ts';
import { itemsOfType } from './items.ts';
import type { Json } from './json.ts';
import { readPage } from './lists.ts';
import { read } from './orders.ts';
import { filePath, payoutWithDetails, postResults } from './payment-files.ts';
import { expectBooks } from './payout-books.ts';
import { readPayout } from './payouts.ts';
import { unsubscribeTokenOf } from './people.ts';
import { applicationTokenOf, createPortalCreator, creatorLinkOf } from './portal.ts';
import { createBrand } from './service.ts';
import { continuePendingPayouts } from './stream.ts';

const each = 2;
/** The links are valid until the requests end. */
const linkSeconds = 3600;

/** Requests that one-time links and forms send without a session, about creators in each of these groups. */
async function createPeople({ admin: token, brand }: Awaited<ReturnType<typeof createBrand>>) {
  await patch(token, '/brand', { portal: { applications: 'review' } });
  const group = (status: Affiliate['status']) =>
    runInBatches(each, () => createPortalCreator(brand, { status }));
  const asking = await group('active');
  const joining = await group('invited');
  const reminded = await group('invited');
  const embedded = await group('active');
  const quiet = await group('active');
  const leaving = await group('active');
  const links = await Promise.all(
    joining.map(({ affiliate }) => creatorLinkOf(affiliate, 'creatorInvitation', linkSeconds)),
  );
  const unsubscribing = await Promise.all(
    quiet.map(({ affiliate: { id } }) => unsubscribeTokenOf({ brandId: brand.id, affiliateId: id })),
  );
  const applications = await runInBatches(each, () => applicationTokenOf(brand.id, linkSeconds));
  const applicants = Array.from({ length: each }, unusedEmail);
  const tasks: readonly Task[] = [
    ...asking.map(({ affiliate: { email } }) =>
      task('creator.sendSignInLink', '/creator/sign-in-links', [204, 204], {
        body: { brand: brand.slug, email },
      }),
    ),
    ...links.map((link) =>
      task('creator.createSession', '/creator/sessions', [200, 400], { body: { token: link } }),
    ),
    ...reminded.map(({ affiliate: { id } }) =>
      task('affiliates.inviteAgain', `/affiliates/${id}/invitation`, [200, 200], { token, key: id }),
    ),
    ...embedded.map(({ affiliate: { id } }) =>
      task('affiliates.createSession', `/affiliates/${id}/portal-sessions`, [201, 201], { token }),
    ),
    ...unsubscribing.map((link) => task('mails.unsubscribe', `/mails/unsubscribe?token=${link}`, [200, 200])),
    // Two simultaneous requests both pass the check of the session, and return the same erasure.
    ...leaving.map((creator) =>
      task('creator.erase', '/creator', [202, 202, 401], {
        token: creator.token,
        body: { confirm: 'delete' },
      }),
    ),
    ...applicants.map((email) =>
      task('programs.apply', `/programs/${brand.slug}/applications`, [204, 204], {
        body: { name: 'Ada', email },
      }),
    ),
    ...applications.map((link) =>
      task('programs.confirm', '/programs/applications', [204, 400], { body: { token: link } }),
    ),
  ];
  return { asking, joining, reminded, quiet, leaving, applicants, tasks };
}

async function createImports(token: string) {
  const lines = (): readonly string[] => ['email,name', `${unusedEmail()},Ada`];
  const imported = () => createImport(token, lines());
  const [changed, started, canceled] = [await imported(), await imported(), await imported()];
  const undone = await runImport(token, (await imported()).id);
  const tasks: readonly Task[] = [
    task('imports.create', '/imports', [201, 201], {
      body: { type: 'creators', csv: lines().join('\n') },
      ...{ token, key: 'import' },
    }),
    task('imports.update', `/imports/${changed.id}`, [200, 200], {
      ...{ token, body: { columns: ['email', 'externalId'] } },
    }),
    task('imports.start', `/imports/${started.id}/start`, [200, 200], {
      ...{ token, body: { onExisting: 'skip' }, key: 'start' },
    }),
    task('imports.cancel', `/imports/${canceled.id}`, [200, 200], { token }),
    task('imports.undo', `/imports/${undone.id}/undo`, [200, 200], { token, key: 'undo' }),
  ];
  return { changed, started, canceled, undone, tasks };
}

export async function createOutreach() {
  const created = await createBrand('scale');
  const people = await createPeople(created);
  const imports = await createImports(created.admin);
  const paid = await payoutWithDetails();
  const csv = `affiliateId,status\n${paid.ids.sepa},paid\n${paid.ids.paypal},failed\n`;
  const { id } = paid.payout;
  const ofPayout = { token: paid.acme.admin };
  const tasks: readonly Task[] = [
    ...people.tasks,
    ...imports.tasks,
    task('payouts.getFile', filePath(id, 'general'), [200, 200], ofPayout),
    // A request marks lines for three seconds, so that a slow one leaves the rest to the next.
    task('payouts.uploadResults', `/payouts/${id}/results`, [200, 200, 409], {
      ...{ ...ofPayout, body: { format: 'general', csv } },
    }),
  ];
  return { token: created.admin, people, imports, paid: { ...paid, csv }, tasks };
}

export type Outreach = Awaited<ReturnType<typeof createOutreach>>;

async function expectPeopleOnce({ token, people }: Outreach): Promise<void> {
  const { asking, joining, reminded, quiet, leaving, applicants } = people;
  const emails = await itemsOfType('email');
  const sentTo = (kind: string, to: string) =>
    emails.filter((email) => email.kind === kind && email.to === to).length;
  for (const { affiliate } of asking) expect(sentTo('creatorSignIn', affiliate.email)).toBeGreaterThan(0);
  for (const email of applicants) expect(sentTo('creatorApplication', email)).toBeGreaterThan(0);
  const creator = (id: string) => read(token, `/affiliates/${id}`);
  for (const { affiliate } of joining) expect((await creator(affiliate.id)).status).toBe('active');
  const used = await itemsOfType('creatorMail');
  for (const { affiliate } of reminded)
    expect(used.filter(({ affiliateId }) => affiliateId === affiliate.id)).toHaveLength(1);
  for (const { affiliate } of quiet) expect((await creator(affiliate.id)).mails.off).toHaveLength(1);
  for (const { affiliate } of leaving) expect((await creator(affiliate.id)).name).toBe('Erased');
  expect((await readPage(token, '/affiliates', { status: 'applied' })).total).toBe(each);
}

export async function expectReachedOnce(outreach: Outreach): Promise<void> {
  await expectPeopleOnce(outreach);
  const { token, imports, paid } = outreach;
  expect((await readPage(token, '/imports', {})).total).toBe(5);
  const one = ({ id }: { readonly id?: string }) => read(token, `/imports/${id}`);
  const { columns } = await one(imports.changed);
  expect(columns.map(({ field }: Json) => field)).toEqual(['email', 'externalId']);
  expect((await one(imports.started)).status).not.toBe('draft');
  expect((await one(imports.canceled)).status).toBe('canceled');
  expect((await one(imports.undone)).status).not.toBe('completed');
  await continuePendingPayouts();
  await postResults(paid.acme, paid.payout.id, paid.csv);
  const { paidCount, failedCount } = await readPayout(paid.acme.admin, paid.payout.id);
  expect([paidCount, failedCount]).toEqual([1, 1]);
  await expectBooks(paid.acme);
}
