import { describe, expect, test } from 'vitest';
import { createPerson, createUserItem, linkTokenOf } from '#test/support/people.ts';
import { createBrand, send } from '#test/support/service.ts';
import { colorSchemes, takeScreenshot, useBrowser } from './browser.ts';
import { problemsOf } from './readability.ts';

const { openPath } = useBrowser();
const newPassword = 'a new password of 27 letters';

const passwordPage = '/auth/choose-password';
const logIn = (email: string) =>
  send('POST', '/auth/brand/login', { body: { email, password: newPassword } });

async function person() {
  const { brand } = await createBrand();
  return createPerson(brand.id);
}

describe.each(colorSchemes)('the password page on a phone in %s mode', (scheme) => {
  test('the page is easy to read, also after an error and after success', async () => {
    const { user } = await person();
    const page = await openPath(
      `${passwordPage}#passwordReset=${await linkTokenOf(user, 'passwordReset')}`,
      scheme,
    );
    const save = page.getByRole('button', { name: 'Save password' });
    await takeScreenshot(page, `password-${scheme}`);
    expect(await problemsOf(page)).toEqual([]);

    await page.route('**/password/reset', (route) => route.abort(), { times: 1 });
    await page.getByLabel('New password').fill(newPassword);
    await save.click();
    await page.getByText('That did not work.').waitFor();
    await takeScreenshot(page, `password-${scheme}-error`);
    expect(await problemsOf(page)).toEqual([]);

    await save.click();
    await page.getByText('Your password is set.').waitFor();
    await takeScreenshot(page, `password-${scheme}-done`);
    expect(await problemsOf(page)).toEqual([]);
    expect((await logIn(user.email)).status).toBe(200);
  });

  test('the page without a link says where to find one, and is easy to read', async () => {
    const page = await openPath(passwordPage, scheme);
    await takeScreenshot(page, `password-${scheme}-without-link`);
    expect(await page.locator('main').innerText()).toContain('Open this page with the link in your e-mail.');
    expect(await page.locator('form').isVisible()).toBe(false);
    expect(await problemsOf(page)).toEqual([]);
  });
});

describe('the password page', () => {
  test('an invited user chooses a password and can log in', async () => {
    const { brand } = await createBrand();
    const user = await createUserItem(brand.id, { status: 'invited' });
    const page = await openPath(`${passwordPage}#invitation=${await linkTokenOf(user, 'invitation')}`);
    await page.getByLabel('New password').fill(newPassword);
    await page.keyboard.press('Enter');
    await page.getByText('Your password is set.').waitFor();
    expect((await logIn(user.email)).status).toBe(200);
  });

  test('a person can show the password while typing it', async () => {
    const page = await openPath(`${passwordPage}#passwordReset=secret`);
    const field = page.getByLabel('New password');
    await page.getByLabel('Show the password').check();
    expect(await field.getAttribute('type')).toBe('text');
    await page.getByLabel('Show the password').uncheck();
    expect(await field.getAttribute('type')).toBe('password');
  });

  test('the browser asks for twelve characters before it sends a request', async () => {
    const { user } = await person();
    const page = await openPath(`${passwordPage}#passwordReset=${await linkTokenOf(user, 'passwordReset')}`);
    await page.getByLabel('New password').pressSequentially('short');
    await page.getByRole('button').click();
    expect(await page.locator('#password').evaluate((input) => input.matches(':invalid'))).toBe(true);
    expect(await page.locator('#message').innerText()).toBe('');
  });

  test('a link that was used before shows what to do', async () => {
    const { user } = await person();
    const link = `${passwordPage}#passwordReset=${await linkTokenOf(user, 'passwordReset')}`;
    for (const expected of ['Your password is set.', 'request a new one']) {
      const page = await openPath(link);
      await page.getByLabel('New password').fill(newPassword);
      await page.getByRole('button').click();
      await page.getByText(expected).waitFor();
      expect(await page.locator('form').isVisible()).toBe(false);
      await takeScreenshot(page, `password-after-${expected.slice(0, 3)}`);
    }
  });

  test('the address of the page contains no token once the page is open', async () => {
    const page = await openPath(`${passwordPage}#passwordReset=secret`);
    expect(new URL(page.url()).hash).toBe('');
  });
});
