import assert from 'node:assert/strict';
import type { TestApp } from '../../../test/app.ts';
import { testHop } from '../../../test/ask-hop.ts';
import { addLink } from '../../../test/links.ts';
import { hours } from '../../kernel/time.ts';
import { insertClicks, clickLines, sampleClick } from '../clicks/spool/insert-clicks.ts';

/** Adds a click an hour ago by a different visitor for each country and browser. */
async function follow(app: TestApp, linkId: string, visitors: readonly (readonly [string, string])[]) {
  const at = app.clock.now().getTime() - hours(1);
  const clicks = visitors.map(([country, browser], n) =>
    sampleClick({
      linkId,
      at,
      referrer: `${browser.toLowerCase()}.example`,
      visitor: { hash: String(n), country, browser },
    }),
  );
  await insertClicks(app, clickLines(...clicks));
}

const visitors = [['DE', 'Firefox'], ['DE', 'Firefox'], ['DE', 'Chrome'], ['FR', 'Firefox'], ['', 'Opera']] as const; // prettier-ignore

/** Returns the URL of the link with this label. */
function hrefOf(text: string, label: string): string {
  const [, href] = new RegExp(`href="([^"]+)"[^>]*>(?:<[^>]+>[^<]*){0,2}${label}</a>`).exec(text) ?? [];
  assert.ok(href, `there is a link “${label}”`);
  return href.replaceAll('&amp;', '&');
}

testHop('selecting a value filters the whole page, and a chip removes the filter', async ({ app, asAda }) => {
  const link = await addLink(app, 'spring');
  const code = await addLink(app, 'qr/poster', { purpose: 'qr', title: 'Poster' });
  for (const { id } of [link, code]) await follow(app, id, visitors);
  for (const [address, twice] of [
    [`/dashboard/links/${link.id}`, 1],
    [`/dashboard/statistics/${code.id}`, 1],
    ['/dashboard/statistics', 2],
  ] as const) {
    const whole = (await asAda.page(`${address}?range=30d`)).text;
    assert.ok(!whole.includes('class="chip"'));
    const german = hrefOf(whole, 'Germany');
    assert.equal(german, `${address}?range=30d&country=DE`);
    const narrowed = (await asAda.page(german)).text;
    assert.match(narrowed, new RegExp(`${3 * twice} (click|scan)s by ${3 * twice} visitors`));
    assert.match(narrowed, /aria-label="Remove filter: Country: Germany"/);
    assert.ok(!narrowed.includes('France') && !narrowed.includes('opera.example'));
    assert.match(narrowed, /firefox\.example/);

    const chrome = hrefOf(narrowed, 'Chrome');
    assert.equal(chrome, `${address}?range=30d&country=DE&browser=Chrome`);
    const both = (await asAda.page(chrome)).text;
    assert.equal([...both.matchAll(/class="chip"/g)].length, 2);
    assert.ok(!both.includes('firefox.example'));
    // Chips link to the page without their filter, changing the range preserves filters, and all filters can
    // be cleared.
    assert.ok(both.includes(`href="${address}?range=30d&amp;browser=Chrome"`));
    assert.ok(both.includes(`href="${address}?range=90d&amp;country=DE&amp;browser=Chrome"`));
    assert.match(both, new RegExp(`class="chip-all" href="${address.replaceAll('?', '\\?')}\\?range=30d"`));
    assert.match(both, /<input type="hidden" name="country" value="DE"/);
    const unknown = (await asAda.page(hrefOf(whole, 'Unknown'))).text;
    assert.match(unknown, /opera\.example/);
  }
});

testHop('lists, downloads and refreshes apply the filters of their page', async ({ app, asAda }) => {
  const link = await addLink(app, 'spring');
  await follow(app, link.id, visitors);
  for (const [by, csv, refresh] of [
    [
      `/dashboard/statistics/${link.id}/by`,
      `/dashboard/links/${link.id}/statistics.csv`,
      `/dashboard/links/${link.id}/statistics`,
    ],
    ['/dashboard/statistics/by', '/dashboard/statistics.csv', '/dashboard/statistics/refresh'],
  ] as const) {
    const list = (await asAda.page(`${by}/browser?country=DE`)).text;
    assert.match(list, /Firefox<\/a>[^]*66\.7%[^]*Chrome<\/a>[^]*33\.3%/);
    assert.ok(!list.includes('Opera<'));
    assert.ok(list.includes('by=browser&amp;range=7d&amp;country=DE'));
    assert.equal(
      (await asAda.page(`${csv}?country=DE&by=browser`)).text,
      '\ufeffbrowser,name,clicks,visitors\r\nFirefox,Firefox,2,2\r\nChrome,Chrome,1,1\r\n',
    );
    assert.match((await asAda.page(`${csv}?country=FR&range=24h`)).text, /11:00:00,1,1/);
    assert.ok(!(await asAda.page(`${refresh}?country=DE&seen=0`)).text.includes('opera.example'));
  }
});

testHop(
  'the account’s page can be filtered by link, tag, campaign or channel',
  async ({ app, asAda, asBob }) => {
    const [spring, summer] = [await addLink(app, 'spring'), await addLink(app, 'summer')];
    await follow(app, spring.id, visitors);
    await follow(app, summer.id, visitors.slice(0, 2));
    await asAda.api('PUT', `/api/url/${summer.id}/update`, {
      url: 'https://example.com/summer',
      tags: 'Warm',
    });
    const whole = (await asAda.page('/dashboard/statistics')).text;
    assert.match(whole, /<select[^>]*name="tag"[^]*<option[^>]*value="Warm"/);
    const one = (await asAda.page(hrefOf(whole, 'hop\\.test/summer'))).text;
    assert.match(one, /Remove filter: Link: hop\.test\/summer/);
    assert.match(one, /2 clicks by 2 visitors/);
    const tagged = (await asAda.page('/dashboard/statistics?tag=warm&campaign=&channel=')).text;
    assert.match(tagged, /Remove filter: Tag: Warm[^]*2 clicks by 2 visitors/);
    assert.equal((await asBob.page(`/dashboard/statistics?link=${summer.id}`)).status, 400);
    for (const query of ['country=Germany', 'tag=cold', 'campaign=1', 'timezone=Nowhere'])
      assert.equal((await asAda.page(`/dashboard/statistics?${query}`)).status, 400, query);
  },
);

testHop('days follow a time zone, which is preserved like a filter', async ({ app, asAda }) => {
  const link = await addLink(app, 'spring');
  // Noon in London is 2:00 on the next day in Kiritimati.
  await follow(app, link.id, visitors);
  const { text } = await asAda.page(`/dashboard/links/${link.id}?range=24h&timezone=Pacific/Kiritimati`);
  assert.match(text, /Remove filter: Time zone: Pacific\/Kiritimati/);
  assert.match(text, /\(Pacific\/Kiritimati\)/);
  assert.match(text, /Most at 01:00: 5/);
  assert.match(
    text,
    /name="timezone"[^>]*value="Pacific\/Kiritimati"|value="Pacific\/Kiritimati"[^>]*name="timezone"/,
  );
});

testHop('a page shows when filters did not cover every click', async ({ app, asAda }) => {
  const link = await addLink(app, 'spring');
  await follow(app, link.id, visitors);
  Object.assign(app, { config: { ...app.config, HOP_FILTER_CLICKS: 4 } });
  const { text } = await asAda.page(`/dashboard/links/${link.id}?country=DE&browser=Firefox`);
  assert.match(text, /Based on the latest part of this period: 4 clicks since .{1,200}\(UTC\)/);
  assert.ok(!(await asAda.page(`/dashboard/links/${link.id}`)).text.includes('Based on'));
});

testHop(
  'public statistics can be filtered by public dimensions, but not down to single people',
  async (world) => {
    const { app, asNobody } = world;
    const link = await addLink(app, 'spring', { statistics_public_at: app.clock.now() });
    await follow(app, link.id, [...visitors, ['DE', 'Chrome'], ['DE', 'Chrome'], ['DE', 'Safari']]);
    const german = (await asNobody.page(hrefOf((await asNobody.page('/spring/stats')).text, 'Germany'))).text;
    assert.match(german, /6 clicks by 6 visitors/);
    assert.ok(german.includes('safari.example') && !german.includes('opera.example'));
    const few = (await asNobody.page('/spring/stats?country=FR')).text;
    assert.match(few, /Fewer than 5 visitors match/);
    assert.ok(!few.includes('Firefox'));
    for (const query of [
      'city=DE/Berlin/Berlin',
      'region=DE/Berlin',
      'variant=B',
      `link=${link.id}`,
      'tag=x',
      'device=fridge',
    ])
      assert.equal((await asNobody.page(`/spring/stats?${query}`)).status, 400, query);
  },
);
