// Tests what a creator does in the portal, in Chromium on a phone, against a local stage.
import { expect, test } from 'vitest';
import { takeScreenshot } from './browser.ts';
import { usePortal } from './portal-stage.ts';

const portal = usePortal();

test('a new creator signs in with a link from an e-mail, copies the link and the code, sees the earnings and learns why an order is missing', async () => {
  const ada = await portal.newCreator('Ada Lovelace');
  await portal.brand.discounts.create({ code: 'ADA15', type: 'percentage', value: 15, affiliateId: ada.id });
  await portal.brand.conversions.create({ orderId: 'story-1', amount: 250, trackingCode: ada.trackingCode });
  await portal.brand.conversions.create({ orderId: 'story-2', amount: 80 });

  const { page } = await portal.open(`${portal.home}/sign-in`);
  await page.getByLabel('E-mail address').fill(ada.email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await page.getByText('a link is on its way').waitFor();
  await takeScreenshot(page, 'portal-story-1');
  await expect.poll(() => portal.linkTo(ada.email)).not.toBe('');
  await page.goto(portal.linkTo(ada.email));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Hello Ada Lovelace' }).waitFor();
  expect(page.url()).toBe(portal.home);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const [nth, copied] of [
    [0, ada.link],
    [1, 'ADA15'],
  ] as const) {
    await page.locator('.copyable button').nth(nth).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(copied);
  }
  await expect
    .poll(async () => {
      await page.reload();
      return page.locator('.figures').innerText();
    })
    .toMatch(/Pending\s+\$25\.00/);
  await takeScreenshot(page, 'portal-story-2');

  await page.getByRole('link', { name: 'Commissions' }).click();
  await page.getByText('unless the order is returned').waitFor();
  await page.getByRole('button', { name: 'Ask about an order' }).click();
  await page.getByLabel('Number of the order').fill('story-2');
  await page.getByRole('button', { name: 'Look it up' }).click();
  await page.getByText('The order came without your link and without your code.').waitFor();
  await takeScreenshot(page, 'portal-story-3');
  await page.getByText('ask the brand to check it').click();
  await page.getByLabel('What should the brand know?').fill('She told me <b>so</b>.');
  const form = page.locator('form[method=post]', { hasText: 'Send to the brand' });
  const sent = await form.evaluate((element: HTMLFormElement) => Object.fromEntries(new FormData(element)));
  await page.getByRole('button', { name: 'Send to the brand' }).click();
  await page.getByText('She told me <b>so</b>.').waitFor();
  await page.request.post(page.url().split('?')[0] ?? '', {
    form: sent as Record<string, string>,
    headers: { origin: portal.origin },
  });
  const { data } = await portal.brand.disputes.list({ affiliateId: ada.id });
  expect(data).toMatchObject([
    { kind: 'attribution', orderId: 'story-2', message: 'She told me <b>so</b>.' },
  ]);
  await takeScreenshot(page, 'portal-story-4');
  await page.context().close();
});

test('long explanations of amounts do not widen the commissions on a desk', async () => {
  const creator = await portal.newCreator();
  const order = { orderId: 'story-wide', amount: 44.16, trackingCode: creator.trackingCode };
  const { id } = await portal.brand.conversions.create(order);
  await portal.brand.conversions.refund(id, { refundId: 'story-wide-1', amount: 22.08 });
  const { page } = await portal.openAs(creator, { locale: 'de', viewport: { width: 1440, height: 900 } });
  await page.goto(`${portal.home}/commissions`);
  await page.getByText('story-wide').waitFor();
  for (const width of [820, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await page.context().close();
});

test('a creator changes the profile, is told what is wrong with it, and signs out', async () => {
  const { page } = await portal.openAs(await portal.newCreator());
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByLabel('Name').fill('Grace');
  await page.getByLabel('Address of your profile').fill('http://insecure.test/grace');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('small.error').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('Grace');
  await page.getByLabel('Address of your profile').fill('https://social.test/grace');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You have signed out.').waitFor();
  await page.goto(portal.home);
  expect(page.url()).toBe(`${portal.home}/sign-in`);
  await page.context().close();
});

test('a creator deletes the account only after a confirmation, and has no session after that', async () => {
  const creator = await portal.newCreator();
  const { page } = await portal.openAs(creator);
  await page.goto(`${portal.home}/profile`);
  await page.locator('summary').click();
  await page.getByRole('button', { name: 'Delete my account for ever' }).click();
  expect(await page.getByLabel('I understand').evaluate((box) => box.matches(':invalid'))).toBe(true);
  await page.getByLabel('I understand').check();
  await page.getByRole('button', { name: 'Delete my account for ever' }).click();
  await page.getByText('Your account is deleted.').waitFor();
  expect((await portal.brand.affiliates.get(creator.id)).status).toBe('banned');
  await page.context().close();
});

test('a creator enters payment details without JavaScript, is told what is wrong with them, and sees them masked until they are used', async () => {
  const creator = await portal.newCreator();
  const { page } = await portal.openAs(creator, { javaScriptEnabled: false });
  const boxes = await Promise.all(
    (await page.locator('.frame nav a').all()).map((link) => link.boundingBox()),
  );
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
  expect(Math.min(...boxes.map((box) => box?.height ?? 0))).toBeGreaterThanOrEqual(44);
  await page.getByRole('link', { name: 'Payment details' }).click();
  await page.getByText('No payment details are stored yet').waitFor();
  await page.getByRole('link', { name: 'Bank transfer' }).click();
  await page.getByLabel('Account holder').fill('Ada <b>Lovelace</b>');
  await page.getByLabel('IBAN').fill('DE00 3704 0044 0532 0130 00');
  await page.getByLabel('Country of your tax residence').selectOption({ label: 'Germany' });
  await page.getByLabel('Tax number').fill('DE123456789');
  await page.getByRole('button', { name: 'Save payment details' }).click();
  expect(await page.locator('small.error').count()).toBe(2);
  expect(await page.locator('#iban-error').innerText()).toContain('IBAN');
  expect(await page.getByLabel('Country of your tax residence').inputValue()).toBe('DE');
  await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00');
  await page.getByLabel('Tax number').fill('86095742719');
  await page.getByRole('button', { name: 'Save payment details' }).click();
  await page.getByText('Your payment details are saved.').waitFor();
  const shown = await page.locator('.facts').innerText();
  for (const text of ['Bank transfer', 'Ada <b>Lovelace</b>', 'DE** **** 3000', '***719'])
    expect(shown).toContain(text);
  expect(await page.locator('.notice.warning').innerText()).toMatch(/used from .+ on.+cannot pay you/s);
  await page.getByRole('link', { name: 'PayPal' }).click();
  await page.getByLabel('E-mail address of the account').fill('ada@paypal.test');
  await page.getByRole('button', { name: 'Save payment details' }).click();
  await page.getByText('a***@paypal.test').waitFor();
  expect(await portal.brand.payoutDetails.get(creator.id)).toMatchObject({
    details: { type: 'paypal' },
    tax: { country: 'DE', taxId: '***719' },
  });
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByText('Your payment details are saved, and are used from').waitFor();
  await page.context().close();
});

test('the home page asks a new creator for payment details', async () => {
  const creator = await portal.newCreator();
  const { page } = await portal.openAs(creator);
  await page.getByRole('button', { name: 'Add payment details' }).click();
  expect(page.url()).toBe(`${portal.home}/payment-details`);
  await page.context().close();
});

test('the pages and the e-mails of a creator have the selected language, which the brand can also change', async () => {
  const creator = await portal.newCreator();
  const { page } = await portal.openAs(creator);
  await page.goto(`${portal.home}/profile`);
  await page.getByLabel('Language').selectOption('de');
  await page.getByLabel('My orders of yesterday').uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Profil', exact: true }).waitFor();
  expect(await page.getByLabel('Meine Bestellungen von gestern').isChecked()).toBe(false);
  expect(await portal.brand.affiliates.get(creator.id)).toMatchObject({
    language: 'de',
    mails: { off: ['dailyDigest'] },
  });
  await portal.brand.affiliates.update(creator.id, { language: 'en' });
  await page.reload();
  await page.getByRole('heading', { name: 'Profile', exact: true }).waitFor();
  await page.context().close();
});

test('a creator of the test data signs in, and each page says that nothing is real', async () => {
  const account = portal.adminOf('growth', 'test');
  const { page } = await portal.openAs(await portal.newCreator('Test', account), {}, account);
  await account.testMode.moveClock({ advance: 'P365D' });
  for (const path of ['?days=7', '/payment-details', '/payouts']) {
    await page.goto(portal.home + path);
    expect(await page.locator('.banner').innerText()).toContain('Test mode: nothing here is real');
  }
  await page.context().close();
});

test('the portal speaks German to a browser that prefers it', async () => {
  const { page } = await portal.openAs(await portal.newCreator(), { locale: 'de-AT' });
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  expect(await page.locator('h1').innerText()).toBe('Hallo Ada');
  expect(await page.locator('.figures').innerText()).toMatch(/0,00\s\$/);
  await page.context().close();
});

test('a person applies to an open program, and a closed program says so', async () => {
  const { page } = await portal.open(`${portal.home}/join`);
  await page.getByText('accepts no applications').waitFor();
  await portal.brand.brands.update({ portal: { applications: 'review' } });
  await page.reload();
  const trap = await page.locator('.trap').boundingBox();
  expect([
    (trap?.x ?? 0) + (trap?.width ?? 0) <= 0,
    await page.locator('.trap').getAttribute('aria-hidden'),
  ]).toEqual([true, 'true']);
  await page.getByLabel('Your name').fill('Lin');
  await page.getByLabel('E-mail address').fill('lin@applicants.test');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Open its link within 24 hours').waitFor();
  await expect.poll(() => portal.linkTo('lin@applicants.test')).not.toBe('');
  await page.goto(portal.linkTo('lin@applicants.test'));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Your application is confirmed.').waitFor();
  const { data } = await portal.brand.affiliates.list({ status: ['applied'] });
  expect(data).toMatchObject([{ name: 'Lin', email: 'lin@applicants.test' }]);
  await page.context().close();
});

test('a printed statement has the amounts, and neither the menu nor buttons', async () => {
  const { commissions, conversions, payouts } = portal.brand;
  const creator = await portal.newCreator();
  const order = { orderId: 'print-1', amount: 250, trackingCode: creator.trackingCode };
  const { commissionId } = await conversions.create(order);
  await commissions.approve(commissionId ?? '');
  const payout = await payouts.create({ affiliateIds: [creator.id], minimum: 1 });
  const id = payout?.id ?? '';
  await expect.poll(async () => (await payouts.get(id)).status).toBe('ready');
  await payouts.update(id, { status: 'paid', reference: 'SEPA-1' });
  const { page } = await portal.openAs(creator);
  await page.goto(`${portal.home}/payouts/${id}`);
  await page.emulateMedia({ media: 'print' });
  const isVisible = (selector: string) => page.locator(selector).first().isVisible();
  expect([await isVisible('.facts'), await isVisible('table.list td.number')]).toEqual([true, true]);
  for (const selector of ['.frame', '[data-print]', '.screen']) expect(await isVisible(selector)).toBe(false);
  await page.context().close();
});
