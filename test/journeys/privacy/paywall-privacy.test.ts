// Paid content x every viewer x every place where it could appear: no text and no file for anyone who has not
// paid.
import assert from 'node:assert/strict';
import { Value } from 'typebox/value';
import type { Viewer } from '../../../src/platform/app.ts';
import { contentOperations } from '../../../src/servers/paid-features.ts';
import { testPlaza, type Plaza } from '../../ask-plaza.ts';
import { addPaywallWorld, mayRead, openTo, type Name } from './paywall-world.ts';
import { documents, ofOnePost, operations, checkedPaths } from './privacy-places.ts';
import { sharedTag, sharedWord } from './privacy-world.ts';

async function read(
  plaza: Plaza,
  viewer: Viewer | undefined,
  owner: Viewer,
  place: string,
  accept = 'text/html',
) {
  if (!place.startsWith('/apis/')) {
    const { text, headers, status } = await plaza.page(viewer, place, { accept });
    const to = headers.location;
    return status < 400 && status >= 300 && typeof to === 'string'
      ? (await plaza.page(viewer, to, { accept })).text
      : text;
  }
  return JSON.stringify((await plaza.api(viewer, 'GET', place.replace('OWNER', owner.id))).body);
}

testPlaza(
  'paid text is not visible anywhere without paying',
  async (world) => {
    const { app, plaza } = world;
    const { people, sold } = await addPaywallWorld(world);
    const { owner } = people;
    assert.ok(owner);
    const leaks: string[] = [];
    const everywhere = [
      ...checkedPaths,
      ...documents,
      ...operations,
      ...sold.addresses,
      ...sold.ids.flatMap((id) => ofOnePost(id)),
      ...sold.ids.map((id) => `/oembed?url=${encodeURIComponent(`${app.config.plazaUrl}/posts/${id}`)}`),
    ];
    for (const name of Object.keys(openTo) as Name[]) {
      const seen = new Set<string>();
      const check = (place: string, text: string) => {
        for (const marker of text.toLowerCase().match(/zqsold[a-z]+qz/g) ?? []) {
          const level = sold.markers.get(marker);
          if (level === undefined) continue;
          seen.add(marker);
          if (!mayRead(name, level)) leaks.push(`${name} reads ${marker} at ${place}`);
        }
        for (const [path, level] of sold.files)
          if (text.includes(path) && !mayRead(name, level)) leaks.push(`${name} finds ${path} at ${place}`);
      };
      const viewer = people[name];
      const isThorough = name === 'visitor' || name === 'stranger' || name === 'silvern';
      for (const place of isThorough ? everywhere : [...sold.addresses, '/', '/@owner'])
        check(place, await read(plaza, viewer, owner, place));
      for (const address of sold.addresses)
        check(address, await read(plaza, viewer, owner, address, 'text/markdown'));
      for (const [marker, level] of sold.markers)
        if (mayRead(name, level) && !seen.has(marker))
          leaks.push(`${name} paid for ${marker} but cannot find it`);
      for (const [path, level] of sold.files) {
        const { status, headers } = await plaza.page(viewer, `/content/uploads/${path}`);
        assert.equal(status, mayRead(name, level) ? 200 : 404, `${name} asks for ${path}`);
        if (status === 200) assert.equal(headers['cache-control'], 'private, no-cache');
      }
    }
    const words = await app.db
      .selectFrom('social.search_word')
      .where('word', 'like', 'zqsold%')
      .select('word')
      .execute();
    assert.deepEqual(
      words.map(({ word }) => word),
      ['zqsoldtitleqz'],
    );
    const tags = await app.db
      .selectFrom('social.hashtag')
      .where('tag', '=', `${sharedTag}locked`)
      .select('post_id')
      .execute();
    assert.ok(tags.length <= 1, 'hashtags of paid text are not listed');
    assert.deepEqual(leaks, []);
  },
  { PAGE_CACHE_MIB: 8 },
);

testPlaza('paid API calls do not return subscriber-only content', async (world) => {
  const { app } = world;
  const { sold } = await addPaywallWorld(world);
  let text = '';
  for (const { path, input, answer, markdown } of contentOperations) {
    const { id, username, q } = input.properties as Record<string, unknown>;
    const inputs = [
      {},
      ...(id ? sold.ids.map((id) => ({ id })) : []),
      ...(username ? [{ username: 'owner' }] : []),
    ];
    for (const given of [...inputs, ...(q ? ['zqsold', sharedWord].map((q) => ({ q })) : [])]) {
      const filled = Value.Default(input, { ...given }) as never;
      if (!Value.Check(input, filled)) continue;
      const found = await answer(app, filled, '').catch(() => undefined);
      if (found) text += `${path} ${JSON.stringify(found)}${markdown?.(app, found as never) ?? ''}`;
    }
  }
  const found = new Set(text.toLowerCase().match(/zqsold[a-z]+qz/g));
  assert.deepEqual([...found], ['zqsoldtitleqz']);
  for (const path of sold.files.keys()) assert.ok(!text.includes(path), path);
  assert.match(text, /zqteaserqz/);
});
