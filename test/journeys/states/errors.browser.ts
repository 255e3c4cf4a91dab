// Pages that say what went wrong, in three languages and on both services: each leads somewhere, fits a phone, and forms
// show their errors at the field, which has the focus.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { addLink } from '../../../src/links/shorten/add-links.ts';
import type { Viewer } from '../../../src/platform/app.ts';
import { openContext } from '../../chromium/browser.ts';
import { type Services, startServices } from '../../services.ts';
import { addPerson } from '../../world.ts';
import { violationsIn } from '../check-page.ts';
import { enter } from '../interface/enter.ts';

const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };

const languages = [
  { locale: 'en', direction: 'ltr', notFound: 'Page not found', denied: 'Access denied' },
  { locale: 'de', direction: 'ltr', notFound: 'Seite nicht gefunden', denied: 'Zugriff verweigert' },
  { locale: 'ar', direction: 'rtl', notFound: undefined, denied: undefined },
] as const;

describe('a page that says what went wrong', () => {
  let services: Services;
  let ada: Viewer;
  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    await addPerson(services.app, 'olga');
    ada = await addPerson(services.app, 'ada');
  });
  after(() => services.stop());

  /** Opens an address, and checks what every such page has. Returns its heading. */
  async function open(page: Page, address: string, status: number): Promise<string> {
    const answer = await page.goto(address);
    assert.equal(answer?.status(), status, address);
    assert.equal(await page.locator('h1').count(), 1);
    assert.equal(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      true,
      address,
    );
    assert.deepEqual(await violationsIn(page), [], address);
    assert.ok((await page.locator('main a').count()) > 0, `${address} leads nowhere`);
    return page.locator('h1').innerText();
  }

  for (const { locale, direction, notFound, denied } of languages)
    it(`is in the language of the reader: ${locale}`, async () => {
      const options: BrowserContextOptions = { ...phone, locale };
      const member = await enter(services, ada, true, options);
      const stranger = await (await openContext(options)).newPage();
      for (const page of [member, stranger])
        for (const base of [services.plaza, services.hop]) {
          const heading = await open(page, `${base}/no-such/page`, 404);
          if (notFound) assert.equal(heading, notFound);
          assert.equal(await page.evaluate(() => document.documentElement.dir || 'ltr'), direction);
          assert.equal(await page.evaluate(() => document.documentElement.lang), locale);
        }
      for (const base of [services.plaza, services.hop]) {
        const heading = await open(member, `${base}/operator/people`, base === services.plaza ? 403 : 404);
        if (denied && base === services.plaza) assert.equal(heading, denied);
      }
      await open(stranger, `${services.hop}/nosuchalias`, 404);
      await member.context().close();
      await stranger.context().close();
    });

  it('leads to the list that the address was below, by keyboard', async () => {
    const page = await enter(services, ada, true, { viewport: { width: 1280, height: 900 } });
    for (const [address, name, to] of [
      [`${services.plaza}/messages/999999`, 'Messages', '/messages'],
      [`${services.plaza}/articles/a-word`, 'Articles', '/articles'],
      [`${services.hop}/dashboard/links/999999`, 'Links', '/dashboard'],
    ] as const) {
      await open(page, address, 404);
      await page.locator('main').getByRole('link', { name, exact: true }).press('Enter');
      await page.waitForURL((url) => url.pathname === to);
    }
    await page.context().close();
  });

  it('says that a link has expired', async () => {
    const { id } = await addLink(services.app, ada, { url: 'https://example.com/', alias: 'gone' });
    await sql`update links.link set expires_at = now() - interval '1 day' where id = ${id}`.execute(
      services.app.db,
    );
    const page = await (await openContext({ ...phone, locale: 'de' })).newPage();
    assert.equal(await open(page, `${services.hop}/gone`, 410), 'Dieser Link ist abgelaufen');
    await page.context().close();
  });

  it('offers to try again after a failure, with what the log calls it', async () => {
    const page = await enter(services, ada, true, { ...phone, locale: 'de' });
    await sql`alter table social.term rename to term_away`.execute(services.app.db);
    try {
      await open(page, `${services.plaza}/glossary`, 500);
      await page.locator('.failure-note code').waitFor();
    } finally {
      await sql`alter table social.term_away rename to term`.execute(services.app.db);
    }
    await page.getByRole('link', { name: 'Erneut versuchen' }).tap();
    await page.locator('main h1', { hasText: 'Glossar' }).waitFor();
    await page.context().close();
  });

  for (const [name, base, field] of [
    ['Plaza', 'plaza', 'username_email'],
    ['Hop', 'hop', 'username_email'],
  ] as const)
    it(`has what is wrong with a form of ${name} at its field, in Arabic`, async () => {
      const page = await (await openContext({ ...phone, locale: 'ar' })).newPage();
      await page.goto(`${services[base]}/signin`);
      await page.locator(`[name=${field}]`).fill('nobody');
      await page.locator('[name=password]').fill('wrong password');
      await page.locator('[name=password]').press('Enter');
      await page.locator('[aria-invalid=true], .error-summary').first().waitFor();
      await page.waitForFunction(() =>
        document.activeElement?.matches('[aria-invalid=true], .error-summary, [type=password]'),
      );
      assert.deepEqual(await violationsIn(page), []);
      assert.equal(await page.locator(`[name=${field}]`).inputValue(), 'nobody', 'what was typed is kept');
      await page.context().close();
    });

  it('returns to the page of a form after signing in again, with its text', async () => {
    const page = await enter(services, ada, true, phone);
    await page.goto('/compose');
    await page.getByRole('textbox').first().fill('Written before the session ended');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Post', exact: true }).tap();
    await page.waitForURL((url) => url.pathname === '/signin');
    assert.equal(new URL(page.url()).searchParams.get('next'), '/compose');
    await page.context().close();
  });
});

describe('too many requests', () => {
  it('say when to try again', async () => {
    const services = await startServices({ PAGE_LIMIT: '5' });
    try {
      const page = await (await openContext({ ...phone, locale: 'de' })).newPage();
      let status = 200;
      for (let times = 0; times < 12 && status !== 429; times += 1)
        status = (await page.goto(`${services.plaza}/signin`))?.status() ?? 0;
      assert.equal(status, 429);
      await page.getByRole('heading', { level: 1 }).waitFor();
      assert.match(await page.locator('main').innerText(), /\d+ (Sekunde|Minute)/);
      await page.getByRole('link', { name: 'Erneut versuchen' }).waitFor();
      assert.deepEqual(await violationsIn(page), []);
      await page.context().close();
    } finally {
      await services.stop();
    }
  });
});
