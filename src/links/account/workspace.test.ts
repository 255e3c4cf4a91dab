import assert from 'node:assert/strict';
import { testHop } from '../../../test/ask-hop.ts';

testHop(
  'the time zone of a workspace is that of its statistics and expiry dates',
  async ({ asAda, asBob }) => {
    const url = 'https://example.com';
    const expiry = '2026-07-01 10:00:00';
    const { body } = await asAda.api('POST', '/api/url/add', { url, custom: 'spring', expiry });
    const link = `/dashboard/links/${String(body.id)}`;
    assert.match((await asAda.page(link)).text, /1 Jul 2026, 10:00 \(UTC\)/);
    assert.equal((await asAda.form('/dashboard/workspace', { timezone: 'Europe/Berlin' })).status, 303);
    assert.deepEqual((await asAda.api('GET', '/api/workspace')).body, {
      error: 0,
      timezone: 'Europe/Berlin',
    });
    assert.match((await asAda.page(link)).text, /1 Jul 2026, 12:00 \(Europe\/Berlin\)/);
    const form = (await asAda.page(`${link}/edit`)).text;
    assert.match(
      form,
      /name="expiry"[^>]*value="2026-07-01T12:00"|value="2026-07-01T12:00"[^>]*name="expiry"/,
    );
    assert.match(form, /value="Europe\/Berlin" selected/);
    for (const path of ['/dashboard', '/dashboard/links/new'])
      assert.match((await asAda.page(path)).text, /value="Europe\/Berlin" selected/, path);
    assert.equal(
      (await asAda.form(`${link}/edit`, { url, expiry: '2026-07-01T12:00', timezone: 'Europe/Berlin' }))
        .status,
      303,
    );
    const details = (await asAda.api('GET', `/api/url/${String(body.id)}`)).body.details as {
      expiry: string;
    };
    assert.equal(details.expiry, expiry, 'an unchanged form does not move it');
    const statistics = await asAda.page(link);
    assert.match(statistics.text, /per day \(Europe\/Berlin\)/);
    assert.doesNotMatch(statistics.text, /Remove filter: Time zone/);
    assert.match((await asAda.page(`${link}?timezone=UTC`)).text, /Remove filter: Time zone: UTC/);
    assert.doesNotMatch((await asBob.page('/dashboard/links/new')).text, /Europe\/Berlin" selected/);
    assert.equal((await asAda.form('/dashboard/workspace', { timezone: 'Mars/Olympus' })).status, 422);
    await asAda.api('PUT', '/api/workspace/update', { timezone: '' });
    assert.match((await asAda.page(link)).text, /10:00 \(UTC\)/);
  },
);
