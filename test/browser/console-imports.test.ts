// Tests imports in the console in Chromium, without JavaScript, and compares them with the API.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { takeScreenshot } from './browser.ts';
import { complaintsOf, problemsAt } from './looks.ts';
import { useConsole } from './signed-in.ts';

const admin = 'admin@growth.test';
const { apiOf, signIn, open, originOf } = useConsole();

const path = '/creators/imports';
const shown = (page: Page, selector: string) => page.locator(selector).allInnerTexts();
const figuresOf = async (page: Page) => (await shown(page, '.figures li')).map((text) => text.split(/\s+/));

async function upload(page: Page, content: string | Buffer): Promise<void> {
  await open(page, path);
  const buffer = Buffer.from(content);
  await page.setInputFiles('[name=file]', { name: 'creators.csv', mimeType: 'text/csv', buffer });
  await page.click(`form[action="/console${path}"] button`);
}

const check = (page: Page) => page.click('form[action$="/columns"] button:not([name])');
const start = (page: Page) => page.click('form[action$="/start"] button');

/** The page loads itself again, also without a script, until the import has ended. */
const finish = (page: Page) => page.getByText('Download the report').waitFor({ timeout: 120_000 });

test('a file of Excel with another separator and encoding is imported in three steps, without the rows that have problems', async () => {
  const page = await signIn(admin);
  await open(page, '/creators');
  await page.click('a[href="/console/creators/imports"]');
  const text = [
    'Kontakt;Vorname;Nachname;Notiz',
    'kaethe@import.test;Käthe;Groß;x',
    'KAETHE@import.test;Zwei;Mal;x',
    'nobody;<img src=x onerror=alert(1)>;"<b>Bold</b>";x',
  ];
  await upload(page, Buffer.from(text.join('\r\n'), 'latin1'));
  expect(await page.inputValue('[name=firstName]')).toBe('1');
  expect(await page.inputValue('[name=email]')).toBe('');
  await page.selectOption('[name=email]', { label: '1. Kontakt' });
  await page.selectOption('[name=lastName]', { label: '2. Vorname' });
  await check(page);
  expect(await page.textContent('[id="lastName-error"]')).toContain('Another field has this column');
  await page.selectOption('[name=lastName]', { label: '3. Nachname' });
  await page.click('[name=stay]');
  expect(await page.textContent('table.list')).toMatch(/kaethe@import\.test.*Käthe.*Groß/s);
  await check(page);
  expect(await figuresOf(page)).toEqual([
    ['New', '1'],
    ['Changed', '0'],
    ['Unchanged', '0'],
    ['Rows', 'with', 'problems', '2'],
  ]);
  await page.selectOption('[name=problem]', 'true');
  await page.click('.filters button');
  const problems = await shown(page, 'table.list tbody tr');
  expect(problems).toHaveLength(2);
  expect(problems[0]).toContain('Row 2 has the same value');
  expect(problems[1]).toContain('<img src=x onerror=alert(1)> <b>Bold</b>');
  expect(await page.locator('main img, main b').count()).toBe(0);
  await start(page);
  await finish(page);
  expect(await figuresOf(page)).toContainEqual(['New', '1']);
  expect(await shown(page, 'table.list tbody tr')).toHaveLength(2);
  const report = await page.request.get(`${page.url()}/file`);
  expect((await report.text()).split('\r\n')[1]).toMatch(/^kaethe@import\.test,Käthe,Groß,x,create,,aff_/);
  const [creator] = (await apiOf(admin).affiliates.list({ email: 'kaethe@import.test' })).data;
  expect(creator).toMatchObject({ name: 'Käthe Groß', status: 'active' });
  await page.context().close();
});

test('a form that is sent twice starts one import, whose progress survives a reload, and which can be stopped and continued', async () => {
  const page = await signIn('admin@scale.test');
  const rows = Array.from({ length: 800 }, (_, index) => `many-${index}@import.test,Many ${index}`);
  await open(page, path);
  await page.fill('[name=csv]', ['email,name', ...rows].join('\n'));
  await page.click(`form[action="/console${path}"] button`);
  await check(page);
  await page.click('a[rel=next]');
  expect((await shown(page, 'table.list tbody tr'))[0]).toContain('many-100@import.test');
  const form = await page.$eval('form[action$="/start"]', (element) =>
    Object.fromEntries(new FormData(element as HTMLFormElement)),
  );
  const url = page.url().replace(/\/rows.*/, '');
  const post = () =>
    page.request.post(`${url}/start`, {
      form: form as Record<string, string>,
      headers: { origin: originOf() },
      maxRedirects: 0,
    });
  for (const answer of [await post(), await post()])
    expect([answer.status(), answer.headers().location]).toEqual([303, new URL(url).pathname]);
  const running = await page.goto(url);
  expect([running?.headers().refresh, await page.textContent('[role=status]')]).toEqual(['3', 'Running']);
  await page.click('form[action$="/cancel"] button');
  expect(await page.textContent('[role=status]')).toBe('Canceled');
  await page.click('form[action$="/start"] button');
  await finish(page);
  expect(await figuresOf(page)).toContainEqual(['New', '800']);
  await open(page, path);
  expect((await shown(page, 'table.list tbody tr'))[0]).toMatch(/Completed.*800.*800.*0.*0/s);
  await page.context().close();
});

test('a form without rows and a file that is no table show a sentence, and members see no import', async () => {
  const page = await signIn(admin);
  await open(page, path);
  await page.click(`form[action="/console${path}"] button`);
  expect(await page.textContent('[id="file-error"]')).toContain('Choose a file');
  await upload(page, 'email,name\n"ada@import.test,Ada');
  expect(await page.textContent('[id="csv-error"]')).toContain('closed quotes');
  await upload(page, `email\n${'x'.repeat(2_500_000)}`);
  expect(await page.textContent('[id="file-error"]')).toContain('Split it');
  await page.context().close();
  const member = await signIn('member@growth.test');
  await open(member, '/creators');
  expect(await member.locator(`a[href="/console${path}"]`).count()).toBe(0);
  await member.context().close();
});

test('the pages of an import have no violation of WCAG AA and no horizontal scrolling, and a script refuses a large file at once', async () => {
  const page = await signIn(admin, { locale: 'en' });
  const complaints = complaintsOf(page, originOf());
  const problems: Record<string, readonly string[]> = {};
  const look = async (name: string, url: string) => {
    const found = await problemsAt(page, url, complaints);
    if (found.length > 0) problems[name] = found;
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 812 });
      await takeScreenshot(page, `import-${name}-${width}`);
    }
  };
  const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3);
  const files = { email: 'first@import.test', name: long };
  await upload(page, `email,name,url,note\n${files.email},${long},,\nنور,نور حداد,social.example/x,\n`);
  const url = page.url();
  await look('columns', url);
  await check(page);
  await look('rows', page.url());
  await start(page);
  await finish(page);
  await look('result', url);
  await look('file', `${originOf()}/console${path}`);
  const buffer = Buffer.alloc(2_000_001, 'x');
  await page.setInputFiles('[name=file]', { name: 'large.csv', mimeType: 'text/csv', buffer });
  expect(await page.$eval('[name=file]', (input: HTMLInputElement) => input.validationMessage)).toContain(
    'Split it',
  );
  expect(problems).toEqual({});
});
