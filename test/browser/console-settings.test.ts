// Tests the settings of the console in Chromium, without JavaScript, and compares them with the API.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { createClient } from '#lib/client/index.ts';
import { pngOf } from '#test/support/logos.ts';
import { codeAt } from '#test/support/second-factors-with.ts';
import { signedHeaders, wooOrder } from '#test/support/shop-messages.ts';
import { useConsole } from './signed-in.ts';

const admin = 'admin@growth.test';
const markup = '<img src=x onerror=alert(1)> & "Ada"';

const { apiOf, signIn, open, originOf } = useConsole();

const errorOf = (page: Page, field: string): Promise<string | null> =>
  page.textContent(`[id="${field}-error"]`);
const success = (page: Page): Promise<string | null> => page.textContent('.notice.good');
/** Sends the form below a path. */
const send = (page: Page, action: string) => page.click(`form[action="/console/settings/${action}"] button`);

describe('the settings of the brand', () => {
  test('a form changes its own settings, and shows a text with markup as a text', async () => {
    const page = await signIn(admin);
    await open(page, '/settings');
    await page.fill('[id="name"]', markup);
    await page.selectOption('[id="timezone"]', 'Europe/Berlin');
    await send(page, 'brand/brand');
    expect(await success(page)).toBe('Saved.');
    expect(await page.textContent('.brand')).toBe(markup);
    expect(await page.inputValue('[id="name"]')).toBe(markup);
    await page.selectOption('[id="customerAttribution.type"]', 'months');
    await page.fill('[id="customerAttribution.months"]', '18');
    await page.fill('[id="uniqueClicksPerAddress"]', '');
    await send(page, 'brand/attribution');
    const brand = await apiOf(admin).brands.get();
    expect(brand).toMatchObject({ name: markup, timezone: 'Europe/Berlin', uniqueClicksPerAddress: null });
    expect(brand.customerAttribution).toEqual({ type: 'months', months: 18 });
    await page.fill('[id="name"]', 'Growth Demo');
    await page.selectOption('[id="timezone"]', 'UTC');
    await send(page, 'brand/brand');
    await page.context().close();
  });

  test('the forms of links store the prefix and the utm parameters, and empty utm parameters are none', async () => {
    const page = await signIn(admin);
    await open(page, '/settings');
    const linkPrefix = 'growth';
    await page.fill('[id="linkPrefix"]', linkPrefix);
    await send(page, 'brand/links');
    expect(await success(page)).toBe('Saved.');
    await page.fill('[id="defaultUtm.source"]', 'creators');
    await send(page, 'brand/utm');
    const { brands } = apiOf(admin);
    expect(await brands.get()).toMatchObject({ linkPrefix, defaultUtm: { source: 'creators' } });
    await page.fill('[id="defaultUtm.source"]', '');
    await send(page, 'brand/utm');
    await page.fill('[id="linkPrefix"]', 'Growth');
    await send(page, 'brand/links');
    expect(await errorOf(page, 'linkPrefix')).toContain('lower-case');
    expect(await brands.get()).toMatchObject({ linkPrefix, defaultUtm: null });
    await page.context().close();
  });

  test('a refused value stays in its field, with the message of the API beside it', async () => {
    const page = await signIn(admin);
    await open(page, '/settings');
    await page.fill('[id="attributionWindowDays"]', '9999');
    await send(page, 'brand/attribution');
    expect(await page.inputValue('[id="attributionWindowDays"]')).toBe('9999');
    expect(await errorOf(page, 'attributionWindowDays')).toContain('at most');
    expect(await page.textContent('[role=alert]')).toBe('Please check the marked fields.');
    await page.context().close();
  });

  test('the domain of links shows its DNS record, says why it is pending, and can be removed', async () => {
    const page = await signIn(admin);
    const { brands } = apiOf(admin);
    await brands.update({ linkPrefix: 'growth' });
    await open(page, '/settings');
    await page.fill('[id="domain"]', 'Go.growth.test');
    await send(page, 'brand/link-domain');
    expect(await errorOf(page, 'domain')).toContain('lower-case');
    await page.fill('[id="domain"]', 'go.growth.test');
    await send(page, 'brand/link-domain');
    expect(await success(page)).toBe('Saved.');
    const { linkDomain } = await brands.get();
    const shown = await page.locator('#link-domain').innerText();
    for (const text of ['Pending', '_affiliate.go.growth.test', linkDomain?.record.value])
      expect(shown).toContain(text);
    await send(page, 'brand/link-domain/check');
    expect(await page.locator('[role="alert"]').innerText()).toContain('does not serve this domain');
    await send(page, 'brand/link-domain/remove');
    expect((await brands.get()).linkDomain).toBeNull();
    await page.context().close();
  });

  test('a logo appears in the console, in the portal and in e-mails on other sites until it is removed, and a text file is refused', async () => {
    const page = await signIn(admin);
    await open(page, '/settings');
    const upload = async (mimeType: string, buffer: Buffer) => {
      await page.setInputFiles('[id="data"]', { name: 'logo', mimeType, buffer });
      await send(page, 'brand/logo');
    };
    await upload('text/plain', Buffer.from('Acme'));
    expect(await errorOf(page, 'data')).toContain('Choose a PNG');
    await upload('image/png', pngOf(24, 24));
    expect(await success(page)).toBe('Saved.');
    const { slug } = await apiOf(admin).brands.get();
    for (const path of ['/console', `/creators/${slug}/sign-in`]) {
      await page.goto(`${originOf()}${path}`);
      const logo = page.locator('img.logo');
      expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(24);
    }
    const { portal } = await apiOf(admin).brands.get();
    const mail = await page.context().newPage();
    await mail.setContent(`<img src="${portal.logoUrl}">`, { waitUntil: 'load' });
    expect(await mail.$eval('img', (image: HTMLImageElement) => image.naturalWidth)).toBe(24);
    await open(page, '/settings');
    await send(page, 'brand/logo/remove');
    expect(await page.locator('img.logo').count()).toBe(0);
    await page.context().close();
  });

  test('a member sees the settings but no pages for admins', async () => {
    const page = await signIn('member@growth.test');
    await open(page, '/settings');
    expect(await page.isDisabled('[id="name"]')).toBe(true);
    expect(await page.textContent('.tabs')).not.toContain('API keys');
    const refused = await open(page, '/settings/api-keys');
    expect(refused?.status()).toBe(403);
    await page.context().close();
  });
});

describe('the terms', () => {
  test('the form of a group stores rules, tiers and limits, and saving it again changes nothing', async () => {
    const page = await signIn(admin);
    await open(page, '/settings/terms/group?name=vip-friends');
    const fill = (name: string, value: string) => page.fill(`[id="terms.${name}"]`, value);
    const select = (name: string, value: string) => page.selectOption(`[id="terms.${name}"]`, value);
    await fill('rate.value', '12.5');
    await select('rules.0.key', 'sku');
    await fill('rules.0.values', 'shoe-1, shoe-2');
    await select('rules.0.rate.kind', 'item');
    await fill('rules.0.rate.value', '3');
    await select('rules.1.customers', 'returning');
    await select('rules.1.rate.kind', 'excluded');
    await fill('tiers.steps.0.from', '1000');
    await fill('tiers.steps.0.rate.value', '15');
    await fill('caps.perMonth', '500');
    await fill('signup.value', '2');
    const save = () => page.click('form.stacked button');
    await save();
    const read = async () => (await apiOf(admin).groups.getTerms('vip-friends')).terms;
    const terms = {
      rate: { type: 'percentage', value: 12.5 },
      rules: [
        { match: { sku: ['shoe-1', 'shoe-2'] }, rate: { type: 'fixed', value: 3, per: 'item' } },
        { customers: 'returning', excluded: true },
      ],
      tiers: {
        by: 'revenue',
        appliesTo: 'followingOrders',
        steps: [{ from: 1000, rate: { type: 'percentage', value: 15 } }],
      },
      caps: { perMonth: 500 },
      signup: { type: 'fixed', value: 2 },
    };
    expect(await read()).toMatchObject(terms);
    await save();
    expect(await read()).toMatchObject(terms);
    await fill('rules.0.rate.value', '-1');
    await save();
    expect(await errorOf(page, 'terms.rules.0.rate.value')).not.toBe('');
    await page.context().close();
  });
});

describe('the users', () => {
  test('an invitation that is sent twice invites once, and an invited user can be changed and removed', async () => {
    const page = await signIn(admin);
    await open(page, '/settings/users');
    const form = await page.$eval('form[action="/console/settings/users"]', (element) =>
      Object.fromEntries(new FormData(element as HTMLFormElement)),
    );
    const data = { ...form, email: 'new@growth.test', name: `محمد ${markup}`, role: 'member' } as Record<
      string,
      string
    >;
    const post = () =>
      page.request.post(`${originOf()}/console/settings/users`, {
        form: data,
        headers: { origin: originOf() },
      });
    const answers = [await post(), await post()];
    expect(answers.map((answer) => answer.url())).toEqual(
      Array.from({ length: 2 }, () => `${originOf()}/console/settings/users?done=userInvited`),
    );
    const found = async () =>
      (await apiOf(admin).users.list()).data.filter(({ email }) => email === 'new@growth.test');
    expect(await found()).toHaveLength(1);
    await open(page, '/settings/users');
    await page.click('text=محمد');
    expect(await page.textContent('h1')).toBe(data.name);
    await page.selectOption('#role', 'admin');
    await page.click('form.stacked button');
    expect(await found()).toMatchObject([{ role: 'admin', status: 'invited' }]);
    await page.click('text=محمد');
    await page.click('text=Remove the user');
    expect(await success(page)).toBe('The user was removed.');
    expect(await found()).toEqual([]);
    await page.context().close();
  });
});

describe('the own sign-in', () => {
  test('a person changes the password, and turns the second factor on and off', async () => {
    const email = 'admin@scale.test';
    const page = await signIn(email);
    await open(page, '/settings/own/password');
    await page.fill('#currentPassword', 'not the password');
    await page.fill('#newPassword', 'a sentence with spaces ');
    await send(page, 'own/password');
    expect(await page.textContent('[role=alert]')).toBe('The password is wrong.');
    await page.fill('#currentPassword', 'local-demo-password');
    await page.fill('#newPassword', 'a sentence with spaces ');
    await send(page, 'own/password');
    expect(await success(page)).toBe('The password has changed.');

    await open(page, '/settings/own/second-factor');
    await page.fill('#currentPassword', 'a sentence with spaces ');
    await send(page, 'own/second-factor/begin');
    const secret = ((await page.textContent('main code')) ?? '').replaceAll(' ', '');
    expect(await page.isVisible('svg.qr')).toBe(true);
    await page.fill('#code', '000000');
    await send(page, 'own/second-factor/confirm');
    expect(((await page.textContent('main code')) ?? '').replaceAll(' ', '')).toBe(secret);
    await page.fill('#code', codeAt(secret));
    await send(page, 'own/second-factor/confirm');
    const codes = ((await page.textContent('.secret code')) ?? '').split('\n');
    expect(codes).toHaveLength(10);
    await page.reload();
    expect(await page.isVisible('.secret')).toBe(false);

    await open(page, '/settings/own/second-factor');
    await page.fill('#currentPassword', 'a sentence with spaces ');
    await page.fill('#code', codes[0] ?? '');
    await send(page, 'own/second-factor/off');
    expect(await success(page)).toBe('The second factor is off.');
    await page.context().close();
  });
});

describe('the API keys', () => {
  test('a new key is shown once, never in a cached page, has the chosen rights, and works until it is revoked', async () => {
    const page = await signIn(admin);
    await open(page, '/settings/api-keys/new');
    await page.fill('#name', markup);
    await page.selectOption('#mode', 'live');
    await send(page, 'api-keys/new');
    expect(await page.textContent('[role=alert]')).toBe('Please check the marked fields.');
    expect(await page.inputValue('#name')).toBe(markup);
    await page.selectOption('[id="scopes.campaigns"]', 'read');
    await page.selectOption('[id="scopes.creators"]', 'write');
    const answer = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/api-keys'));
    await send(page, 'api-keys/new');
    expect((await answer).headers()['cache-control']).toBe('no-store');
    const key = (await page.textContent('.secret code')) ?? '';
    const withKey = createClient({ baseUrl: `${originOf()}/v1`, apiKey: key });
    expect((await apiOf(admin).apiKeys.list()).data).toMatchObject([
      { name: markup, mode: 'live', scopes: ['creators:write', 'campaigns:read'] },
    ]);
    expect((await withKey.campaigns.list()).data.length).toBeGreaterThan(0);
    await page.reload();
    expect(await page.content()).not.toContain(key);
    await page.click('text=Revoke');
    expect(await success(page)).toBe('The key was revoked.');
    await expect(withKey.campaigns.list()).rejects.toMatchObject({ status: 401 });
    await page.context().close();
  });
});

const texts = (page: Page, selector: string) => page.locator(selector).allInnerTexts();
const column = (page: Page, label: string) => texts(page, `td[data-label="${label}"]`);

describe('the connections with shops', () => {
  const connect = async (page: Page, type: string): Promise<string> => {
    await open(page, '/settings/connections/new');
    await page.selectOption('#type', type);
    await page.fill('#name', markup);
    await send(page, 'connections/new');
    expect(await success(page)).toBe('The connection is ready. Now set up the shop.');
    return new URL(page.url()).pathname.split('/').at(-1) ?? '';
  };

  test('a manager connects WooCommerce with the shown secret, sees each message, and retries one that failed', async () => {
    const page = await signIn(admin);
    const id = await connect(page, 'woocommerce');
    const secret = (await page.textContent('.secret code')) ?? '';
    const url = (await page.textContent('.address code')) ?? '';
    expect(await page.isVisible('.set-up li')).toBe(true);
    const sendOrder = async (changes: object): Promise<void> => {
      const body = wooOrder(changes);
      const { status } = await fetch(url, { method: 'POST', headers: signedHeaders(body, secret), body });
      expect(status).toBe(200);
    };
    const expectStates = (...states: readonly string[]) =>
      expect
        .poll(async () => {
          await open(page, `/settings/connections/${id}`);
          return column(page, 'State');
        })
        .toEqual(states);
    await sendOrder({ id: 8041 });
    // A message that is applied after a failure ends the notice of the failure.
    await expectStates('Applied');
    await sendOrder({ id: 8042, currency: 'JPY', total: '119', line_items: [] });
    await expectStates('Failed', 'Applied');
    expect(await page.isVisible('.set-up li')).toBe(false);
    expect(await texts(page, '.choice a')).toEqual([
      ...['All', 'Waiting (0)', 'Applied (1)', 'Ignored (0)', 'Failed (1)'],
    ]);
    const [reason = ''] = await column(page, 'Reason');
    expect(reason).toContain('JPY');
    expect(await page.textContent('[role=alert]')).toContain(reason);
    await page.click('td[data-label="Order"] a');
    expect(await column(page, 'Order')).toEqual(['8041']);

    await apiOf(admin).exchangeRates.set('JPY', {
      rates: [{ day: new Date().toISOString().slice(0, 10), rate: 0.01 }],
    });
    await open(page, `/settings/connections/${id}?state=failed`);
    await page.click('text=Retry all that failed');
    expect(await success(page)).toBe('The messages are applied again.');
    await expectStates('Applied', 'Applied');
    expect(await page.isVisible('[role=alert]')).toBe(false);
    await page.context().close();
  });

  test('the secret of Stripe replaces ours, a wrong signature is shown, and a connection can be paused and deleted', async () => {
    const page = await signIn(admin);
    const id = await connect(page, 'stripe');
    expect(await page.isVisible('.secret')).toBe(false);
    const { url, secretChangedAt } = await apiOf(admin).connections.get(id);
    await page.fill('#secret', 'whsec_of-the-shop');
    await page.click('form.stacked button');
    expect(await success(page)).toBe('Saved.');
    expect(await page.content()).not.toContain('whsec_of-the-shop');
    const changed = await apiOf(admin).connections.get(id);
    expect(changed.secretChangedAt > secretChangedAt).toBe(true);
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
    await page.click('text=Pause');
    expect(await page.textContent('.notice.warning')).toContain('a wrong signature');
    expect((await apiOf(admin).connections.get(id)).status).toBe('paused');
    await page.click('text=Activate');
    expect((await apiOf(admin).connections.get(id)).status).toBe('active');
    await page.click('form[action$="/remove"] button');
    expect(await success(page)).toBe('The connection was deleted.');
    await expect(apiOf(admin).connections.get(id)).rejects.toMatchObject({ status: 404 });
    await page.context().close();
  });
});

describe('the orders and coupons of a connection', () => {
  test('a manager sets how orders count, and gives and removes the access that makes coupons', async () => {
    const page = await signIn(admin);
    const secret = 'secret-of-the-shop';
    const { id } = await apiOf(admin).connections.create({ type: 'woocommerce', name: 'Shop', secret });
    await open(page, `/settings/connections/${id}`);
    await page.check('text=Shipping');
    await page.fill('[name="settings.orderIdPrefix"]', 'uk-');
    await page.fill('[name="settings.attributeNames.clickId"]', 'click');
    await page.click('form[action$="/orders"] button');
    expect(await success(page)).toBe('Saved.');
    const { settings } = await apiOf(admin).connections.get(id);
    expect(settings).toEqual({
      ...{ includeTax: false, includeShipping: true, orderIdPrefix: 'uk-' },
      attributeNames: { clickId: 'click' },
    });
    expect(await page.isChecked('[value=includeShipping]')).toBe(true);

    const giveAccess = async (storeUrl: string): Promise<void> => {
      await page.fill('[name="access.storeUrl"]', storeUrl);
      await page.fill('[name="access.key"]', 'ck_key-of-the-shop');
      await page.fill('[name="access.secret"]', 'cs_key-of-the-shop');
      await page.click('form[action$="/coupons"] button');
    };
    await giveAccess('http://shop.acme.test');
    expect(await page.textContent('[id="access.storeUrl-error"]')).toContain('https');
    await giveAccess('https://shop.acme.test');
    expect(await success(page)).toBe('Saved.');
    expect(await page.content()).not.toContain('key-of-the-shop');
    expect((await apiOf(admin).connections.get(id)).makesCoupons).toBe(true);
    await page.click('form[action$="/no-coupons"] button');
    expect((await apiOf(admin).connections.get(id)).makesCoupons).toBe(false);
    await page.context().close();
  });
});

describe('the comparison of orders with the export of a shop', () => {
  test('a manager uploads the export, and records a missing order with one click', async () => {
    const page = await signIn(admin);
    const { connections, affiliates, conversions } = apiOf(admin);
    const secret = 'secret-of-the-shop';
    const { id } = await connections.create({ type: 'woocommerce', name: markup, secret });
    const [creator] = (await affiliates.list({ status: ['active'], limit: 1 })).data;
    await open(page, `/settings/connections/${id}`);
    await page.click('text=Compare the orders');
    await page.selectOption('#format', 'general');
    const orderId = `missing-${Date.now()}`;
    const rows = [`${orderId},49.90,${new Date().toISOString()},${creator?.trackingCode}`, 'broken,none,,'];
    const csv = ['orderId,amount,occurredAt,trackingCode', ...rows].join('\n');
    await page.setInputFiles('#csv', { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.click('form[action$="/comparisons"] button');
    const shown = (label: string) =>
      expect.poll(async () => {
        await page.reload();
        // Differences appear while the service still compares. The buttons come when it has ended.
        return (await page.isVisible('[role=status]')) ? 'busy' : column(page, label);
      });
    await shown('Proposal').toEqual(['Record']);
    expect(await page.textContent('td[data-label="Order"]')).toBe(orderId);
    expect(await page.textContent('td[data-label="Problem"]')).toContain('must');
    await page.click('text=Apply all missing and different');
    await shown('State').toEqual(['Applied']);
    expect((await conversions.getByOrderId(orderId)).amount).toBe(49.9);
    await page.context().close();
  });
});

describe('the requirement of a second factor', () => {
  test('a brand that requires a second factor leads people to the page on which they turn it on', async () => {
    const { brands } = apiOf(admin);
    const page = await signIn('member@growth.test');
    await open(page, '/settings/own');
    await brands.update({ requireSecondFactor: true });
    await open(page, '/settings');
    expect(new URL(page.url()).pathname).toBe('/console/settings/own/second-factor');
    expect(await page.textContent('.notice.warning')).toContain('requires a second factor');
    await page.context().close();
  });
});
