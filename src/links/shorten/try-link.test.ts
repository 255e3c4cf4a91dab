import assert from 'node:assert/strict';
import { type Hop, testHop } from '../../../test/ask-hop.ts';

const url = 'https://example.com/page';

async function add(hop: Hop, body: object): Promise<number> {
  const answer = await hop.api('POST', '/api/url/add', { url, ...body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return Number(answer.body.id);
}

testHop(
  'a dry run returns the redirect of a visitor and the matching rule, and counts nothing',
  async ({ app, asAda, asBob }) => {
    const id = await add(asAda, {
      custom: 'aim',
      geotarget: [{ location: 'Canada', link: 'https://ca.example.com/' }],
      devicetarget: [{ device: 'iPhone', link: 'https://i.example.com/' }],
      languagetarget: [{ language: 'fr', link: 'https://fr.example.com/' }],
      expiry: '2026-12-01 08:00:00',
      type: 'frame',
    });
    const tried = async (visitor: object) => {
      const { status, body } = await asAda.api('POST', `/api/url/${id}/test`, visitor);
      assert.equal(status, 200, JSON.stringify(body));
      const steps = body.steps as { rule: string; won: boolean }[];
      return [
        body.outcome,
        body.to,
        steps
          .filter(({ won }) => won)
          .map(({ rule }) => rule)
          .join(),
      ];
    };
    assert.deepEqual(await tried({ country: 'CA', os: 'iOS' }), [
      'frame',
      'https://ca.example.com/',
      'country',
    ]);
    assert.deepEqual(await tried({ country: 'France', device: 'iPhone' }), [
      'frame',
      'https://i.example.com/',
      'device',
    ]);
    assert.deepEqual(await tried({ system: 'Windows', language: 'de, fr;q=0.5' }), [
      'frame',
      'https://fr.example.com/',
      'language',
    ]);
    assert.deepEqual(await tried({}), ['frame', url, 'default']);
    assert.deepEqual(await tried({ isBot: true }), ['forward', url, 'default']);
    assert.deepEqual(await tried({ at: '2026-12-02 08:00:00' }), ['expired', '', 'expired']);
    await asAda.api('PUT', `/api/url/${id}/update`, { url, password: 'mypass' });
    assert.deepEqual(await tried({ country: 'CA' }), ['password', '', 'password']);
    assert.deepEqual(await tried({ country: 'CA', unlocked: true }), [
      'frame',
      'https://ca.example.com/',
      'country',
    ]);

    for (const [visitor, field] of [
      [{ country: 'Atlantis' }, /country/],
      [{ device: 'Toaster' }, /device/],
      [{ at: 'soon' }, /YYYY-MM-DD/],
      [{ language: 'deu' }, /language tag/],
      [{ language: 'xx, en-ZZ' }, /language tag/],
    ] as const) {
      const { status, body } = await asAda.api('POST', `/api/url/${id}/test`, visitor);
      assert.equal(status, 400);
      assert.match(String(body.message), field);
    }
    assert.equal((await asBob.api('POST', `/api/url/${id}/test`, {})).status, 404);
    assert.equal((await app.db.selectFrom('links.click').select('id').execute()).length, 0);
  },
);
