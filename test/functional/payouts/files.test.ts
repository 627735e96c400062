// Tests the files that pay a payout: their lines, their missing creators, their ids, and the XML against the schema of ISO 20022.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { memoryPages, validateXML } from 'xmllint-wasm';
import { creatorOf } from '#lib/money/payouts/rules/payment-ids.ts';
import { createApiKey } from '#test/support/creations.ts';
import { recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { otherIban, sepaDetails } from '#test/support/payment-details.ts';
import { getFile, listFiles, payoutWithDetails, putDetails } from '#test/support/payment-files.ts';
import { cancelPayout, markLine, payPayout, readPayout, reopenPayout } from '#test/support/payouts.ts';
import { send } from '#test/support/service.ts';

const schema = readFileSync(join(import.meta.dirname, '../../support/iso20022/pain.001.001.09.xsd'), 'utf8');

async function expectValid(xml: string): Promise<void> {
  const { valid, errors } = await validateXML({
    xml: [{ fileName: 'payout.xml', contents: xml }],
    schema: [schema],
    initialMemoryPages: 32 * memoryPages.MiB,
  });
  expect([valid, errors]).toEqual([true, []]);
}

const cents = (amount: number): number => Math.round(amount * 100);
const reasonsOf = ({ missing }: Json) =>
  Object.fromEntries(missing.map(({ affiliateId, reason }: Json) => [affiliateId, reason]));

/** The money proof: what a file pays and what it misses is the amount of the payout. */
async function expectComplete(acme: Parameters<typeof listFiles>[0], payoutId: string): Promise<Json> {
  const [{ files }, payout] = [await listFiles(acme, payoutId), await readPayout(acme.admin, payoutId)];
  expect(files.map(({ format }: Json) => format)).toEqual(['sepa', 'paypal', 'wise', 'general']);
  for (const { amount, missingAmount, linesCount, missingCount } of files) {
    expect(cents(amount) + cents(missingAmount)).toBe(cents(payout.amount));
    expect(linesCount + missingCount).toBe(payout.affiliatesCount);
  }
  return Object.fromEntries(files.map((one: Json) => [one.format, one]));
}

test('each file contains the creators of its method, and the list says why the others are missing', async () => {
  const { acme, payout, ids } = await payoutWithDetails();
  const { sepa, paypal, wise, general } = await expectComplete(acme, payout.id);
  expect(reasonsOf(sepa)).toEqual({
    [ids.paypal]: 'otherMethod',
    [ids.wise]: 'otherMethod',
    [ids.other]: 'otherMethod',
    [ids.none]: 'noDetails',
  });
  expect([sepa.linesCount, paypal.linesCount, wise.linesCount, general.linesCount]).toEqual([1, 1, 1, 4]);
  expect(reasonsOf(general)).toEqual({ [ids.none]: 'noDetails' });
  expect((await getFile(acme, payout.id, 'paypal')).text).toBe(
    `ada.paypal@creators.test,11.01,EUR,${ids.paypal}\r\n`,
  );
  const wiseRows = (await getFile(acme, payout.id, 'wise')).text.split('\r\n');
  expect(wiseRows[1]).toContain('Zoë Müller & Söhne,zoe@creators.test,,PRIVATE,source,12.01,EUR,EUR,');
  const { text } = await getFile(acme, payout.id, 'general');
  expect(text).toContain("'=Ada & Söhne <Œuvre>");
  expect(text).toContain("'=Cash, in an envelope");
  expect(text).toContain('DE89370400440532013000');
  expect(text).toContain('DE,86095742719');
});

test('the SEPA file is valid pain.001.001.09 with converted names, and its ids stay until the payments change', async () => {
  const clock = fakeClock();
  const { acme, payout, ids } = await payoutWithDetails();
  const first = await getFile(acme, payout.id, 'sepa');
  expect(first.headers['content-type']).toBe('application/xml; charset=utf-8');
  await expectValid(first.text);
  expect(first.text).toContain('<Nm>Ada + Soehne Oeuvre</Nm>');
  expect(first.text).toContain('<InstdAmt Ccy="EUR">10.01</InstdAmt>');
  const idOf = (text: string, name: string) => new RegExp(`<${name}>([^<]*)</`).exec(text)?.[1] ?? '';
  expect(creatorOf(payout.id, idOf(first.text, 'EndToEndId'))).toBe(ids.sepa);
  clock.advance(60);
  const again = await getFile(acme, payout.id, 'sepa');
  const idsIn = (text: string) => ['MsgId', 'PmtInfId', 'EndToEndId'].map((name) => idOf(text, name));
  expect(idsIn(again.text)).toEqual(idsIn(first.text));
  await putDetails(acme, ids.paypal, { ...sepaDetails, iban: otherIban });
  clock.advance(48 * 3600);
  const changed = await getFile(acme, payout.id, 'sepa');
  await expectValid(changed.text);
  expect(changed.text).toContain('<NbOfTxs>2</NbOfTxs><CtrlSum>21.02</CtrlSum>');
  expect(idOf(changed.text, 'MsgId')).not.toBe(idOf(first.text, 'MsgId'));
});

test('a changed account is not in the file for 48 hours', async () => {
  const clock = fakeClock();
  const { acme, payout, ids } = await payoutWithDetails();
  await putDetails(acme, ids.sepa, { ...sepaDetails, iban: otherIban });
  expect((await getFile(acme, payout.id, 'sepa')).text).toContain('DE89370400440532013000');
  await putDetails(acme, ids.paypal, sepaDetails);
  const { sepa } = await expectComplete(acme, payout.id);
  expect(reasonsOf(sepa)[ids.paypal]).toBe('held');
  clock.advance(48 * 3600);
  expect((await getFile(acme, payout.id, 'sepa')).text).toContain(otherIban);
});

test('failed lines are in no file, lines paid alone are missing, and a reopened payout has its files again', async () => {
  const { acme, payout, ids } = await payoutWithDetails();
  await markLine(acme.admin, payout.id, ids.paypal, 'failed');
  await markLine(acme.admin, payout.id, ids.wise, 'paid');
  const before = await expectComplete(acme, payout.id);
  expect([before.paypal.unavailable, before.wise.unavailable]).toEqual(Array(2).fill('payout_file_empty'));
  expect(reasonsOf(before.general)).toEqual({ [ids.wise]: 'paid', [ids.none]: 'noDetails' });
  await payPayout(acme.admin, payout.id);
  expect(await expectComplete(acme, payout.id)).toEqual(before);
  await reopenPayout(acme.admin, payout.id);
  expect(await expectComplete(acme, payout.id)).toEqual(before);
});

test('a file that cannot exist is a 409 that says what to do', async () => {
  const { acme, payout } = await payoutWithDetails({ currency: 'USD' });
  const codeOf = async (format: string) => (await getFile(acme, payout.id, format)).json.code;
  expect(await codeOf('sepa')).toBe('payout_currency_unsupported');
  await markLine(acme.admin, payout.id, acme.creators[1] ?? '', 'failed');
  expect(await codeOf('paypal')).toBe('payout_file_empty');
  await cancelPayout(acme.admin, payout.id);
  expect(await codeOf('general')).toBe('payout_has_no_file');
  const euros = await payoutWithDetails();
  await send('PATCH', '/brand', { token: euros.acme.admin, body: { payoutAccount: null } });
  expect((await getFile(euros.acme, euros.payout.id, 'sepa')).json.code).toBe('payout_account_missing');
});

test('a download is in the audit trail, and a key that can only read payouts gets no file', async () => {
  const { acme, payout } = await payoutWithDetails();
  await getFile(acme, payout.id, 'wise');
  await recordAllEvents();
  const { json } = await send('GET', '/audit?type=payout_file.downloaded', { token: acme.admin });
  expect(json.data).toMatchObject([{ resourceId: payout.id, data: { format: 'wise', lines: 1 } }]);
  const { key } = await createApiKey(acme.admin, { scopes: ['payouts:read', 'creators:read'] });
  const refused = await send('GET', `/payouts/${payout.id}/files/wise`, { token: key });
  expect([refused.status, refused.json.code]).toEqual([403, 'scope_missing']);
  expect((await send('GET', `/payouts/${payout.id}/files/wise`, { token: acme.member })).status).toBe(403);
});

test('a payout of one method excludes creators without usable details of it', async () => {
  const { acme, payout, ids } = await payoutWithDetails({ currency: 'EUR' }, { paymentMethod: 'sepa' });
  expect(payout).toMatchObject({
    paymentMethod: 'sepa',
    affiliatesCount: 1,
    excludedCount: 4,
    amount: 10.01,
  });
  const { lines, excluded } = await readPayout(acme.admin, payout.id);
  expect(lines.map(({ affiliateId }: Json) => affiliateId)).toEqual([ids.sepa]);
  expect(excluded.map(({ reason }: Json) => reason)).toEqual(Array(4).fill('noPayoutDetails'));
});
