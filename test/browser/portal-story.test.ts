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
  await expect.poll(() => portal.linkTo(ada.email), { timeout: 20_000 }).not.toBe('');
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
    .poll(
      async () => {
        await page.reload();
        return page.locator('.figures').innerText();
      },
      { timeout: 20_000 },
    )
    .toMatch(/Pending\s+\$25\.00/);
  await takeScreenshot(page, 'portal-story-2');

  await page.getByRole('link', { name: 'Commissions' }).click();
  await page.getByText('unless the order is returned').waitFor();
  await page.getByRole('button', { name: 'An order is missing' }).click();
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
}, 120_000);

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
  expect(await page.getByRole('checkbox').evaluate((box) => box.matches(':invalid'))).toBe(true);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Delete my account for ever' }).click();
  await page.getByText('Your account is deleted.').waitFor();
  expect((await portal.brand.affiliates.get(creator.id)).status).toBe('banned');
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
  await page.getByLabel('Your name').fill('Lin');
  await page.getByLabel('E-mail address').fill('lin@applicants.test');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Open its link within 24 hours').waitFor();
  await expect.poll(() => portal.linkTo('lin@applicants.test'), { timeout: 20_000 }).not.toBe('');
  await page.goto(portal.linkTo('lin@applicants.test'));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Your application is confirmed.').waitFor();
  const { data } = await portal.brand.affiliates.list({ status: ['applied'] });
  expect(data).toMatchObject([{ name: 'Lin', email: 'lin@applicants.test' }]);
  await page.context().close();
});
