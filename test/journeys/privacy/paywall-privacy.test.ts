// Content that is sold x everybody who may look x every place where it could show: no word and no file of it for who has not paid.
import assert from 'node:assert/strict';
import sharp from 'sharp';
import { Value } from 'typebox/value';
import type { App } from '../../../src/platform/app.ts';
import type { Viewer } from '../../../src/platform/http/caller.ts';
import { contentOperations } from '../../../src/paid/content/operations.ts';
import { smallPath } from '../../../src/platform/pictures.ts';
import { addArticle } from '../../../src/social/articles/add-article.ts';
import { addComment } from '../../../src/social/comments/add-comment.ts';
import { addForum } from '../../../src/social/forums/structure/arrange-forums.ts';
import { addSection } from '../../../src/social/forums/structure/sections.ts';
import { addReply } from '../../../src/social/forums/threads/add-reply.ts';
import { startThread } from '../../../src/social/forums/threads/start-thread.ts';
import { addPlan } from '../../../src/social/monetization/save-plan.ts';
import { emptyContent } from '../../../src/social/posts/article.ts';
import { publishPost } from '../../../src/social/posts/publish-post.ts';
import { connect } from '../../../src/social/relationships/connect.ts';
import { learnWords } from '../../../src/social/search/learn-words.ts';
import { testPlaza, type Plaza, type World } from '../../ask-plaza.ts';
import { upload } from '../../upload.ts';
import { addPerson } from '../../world.ts';
import { documents, ofOnePost, operations, places } from './privacy-places.ts';
import { createTrends, markerOf, sharedTag, sharedWord } from './privacy-world.ts';

const openTo = {
  owner: ['silver', 'gold'],
  moderator: ['silver', 'gold'],
  golden: ['silver', 'gold'],
  unlocked: ['gold'],
  silvern: ['silver'],
  stranger: [],
  visitor: [],
} as const;
type Name = keyof typeof openTo;
type Level = 'silver' | 'gold';

interface Sold {
  markers: Map<string, Level>;
  files: Map<string, Level>;
  addresses: string[];
  ids: string[];
}

const textOf = (name: string) => `${markerOf(name)} ${sharedWord} #${sharedTag}locked @stranger`;

async function subscribe(app: App, person: Viewer, seller: Viewer, planId: string): Promise<void> {
  const now = app.clock.now();
  const end = new Date(now.getTime() + 86_400_000);
  await app.db
    .insertInto('social.membership')
    .values({
      account_id: person.id,
      plan_id: planId,
      seller_id: seller.id,
      price: '5',
      period: 'month',
      period_num: 1,
      started_at: now,
      anchor_at: now,
      period_start: now,
      period_end: end,
      next_try_at: end,
    })
    .execute();
}

async function addSold(app: App, { owner, golden, stranger, olga }: Record<string, Viewer>): Promise<Sold> {
  assert.ok(owner && golden && stranger && olga);
  const plan = { periodNum: '1', period: 'month', description: '' } as const;
  const seller = { type: 'profile', id: owner.id } as const;
  await addPlan(app, owner, seller, { ...plan, title: 'Silver', price: '5' });
  const gold = await addPlan(app, owner, seller, { ...plan, title: 'Gold', price: '20' });
  const sold: Sold = { markers: new Map(), files: new Map(), addresses: [], ids: [] };
  const picture = await sharp({ create: { width: 80, height: 60, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const paywall = {
    teaser: `${markerOf('teaser')} ${sharedWord}`,
    isForMembers: true,
    planId: gold,
    price: '2',
  };
  const addFile = async (level: Level) => {
    const path = await upload(app, owner, picture);
    sold.files.set(path, level).set(smallPath(path), level);
    return path;
  };
  const add = (name: string, level: Level, id: string, address: string) => {
    sold.markers.set(markerOf(name), level);
    sold.ids.push(id);
    sold.addresses.push(address);
  };

  const post = await publishPost(app, owner, {
    text: textOf('soldpost'),
    privacy: 'public',
    photos: [{ path: await addFile('gold'), alt: markerOf('soldalt') }],
    paywall,
  });
  add('soldpost', 'gold', post, `/posts/${post}`);
  sold.markers.set(markerOf('soldalt'), 'gold');
  const any = await publishPost(app, owner, {
    text: textOf('soldsilver'),
    privacy: 'public',
    photos: [{ path: await addFile('silver'), alt: '' }],
    paywall: { teaser: '', isForMembers: true },
  });
  add('soldsilver', 'silver', any, `/posts/${any}`);
  const inText = await addFile('gold');
  const article = await addArticle(app, owner, {
    ...emptyContent,
    title: markerOf('soldtitle'),
    text: `${textOf('soldarticle')}\n\n![${markerOf('soldpicture')}](${inText})`,
    cover: await addFile('gold'),
    coverAlt: markerOf('soldcover'),
    paid_for: gold,
    post_price: '2',
    paid_text: 'Read on',
  });
  add('soldarticle', 'gold', article, `/articles/${article}`);
  for (const name of ['soldpicture', 'soldcover']) sold.markers.set(markerOf(name), 'gold');
  const sectionId = await addSection(app, olga, 'Section');
  const at = { sectionId, parentId: null, description: '', title: 'Forum' };
  const forumId = await addForum(app, olga, at);
  const text = textOf('soldthread');
  const thread = await startThread(app, owner, { forumId, title: 'Thread', text, follows: true, paywall });
  add('soldthread', 'gold', thread, `/forums/threads/${thread}`);
  const reply = await addReply(app, golden, { threadId: thread, text: textOf('soldreply'), follows: true });
  add('soldreply', 'gold', reply, `/forums/threads/${thread}?reply=${reply}`);
  const comment = await addComment(app, golden, post, textOf('soldcomment'));
  add('soldcomment', 'gold', post, `/comments/${comment}`);
  const share = await publishPost(app, stranger, {
    text: 'Look',
    privacy: 'public',
    photos: [],
    quoteId: post,
  });
  sold.ids.push(share);
  sold.addresses.push(`/posts/${share}`, `/posts/${post}/history`, `/posts/${post}/share`);
  return sold;
}

async function addWorld({ app, olga }: World) {
  const names = ['owner', 'golden', 'unlocked', 'silvern', 'stranger'] as const;
  const people: Record<string, Viewer> = { moderator: olga, olga };
  for (const name of names) people[name] = await addPerson(app, name);
  const { owner, golden, unlocked, silvern } = people;
  assert.ok(owner && golden && unlocked && silvern);
  for (const name of names.slice(1)) await connect(app, people[name]!, 'follow', owner.id);
  // Who comments and replies has subscribed before: the plans are there once the first piece is.
  const plan = { periodNum: '1', period: 'month', description: '', title: 'Best', price: '90' } as const;
  const best = await addPlan(app, owner, { type: 'profile', id: owner.id }, plan);
  await subscribe(app, golden, owner, best);
  const sold = await addSold(app, people);
  const { id: silver } = await app.db
    .selectFrom('social.plan')
    .where('title', '=', 'Silver')
    .select('id')
    .executeTakeFirstOrThrow();
  await subscribe(app, silvern, owner, silver);
  const now = app.clock.now();
  const at = { kind: 'unlock', amount: '1', fee: '0', created_at: now } as const;
  for (const [index, id] of [...new Set(sold.ids)].entries()) {
    const { kind } = await app.db
      .selectFrom('social.post')
      .where('id', '=', id)
      .select('kind')
      .executeTakeFirstOrThrow();
    const isSilver = id === sold.ids[1];
    if (kind === 'reply' || isSilver) continue;
    const sale = await app.db
      .insertInto('social.sale')
      .values({
        ...at,
        buyer_id: unlocked.id,
        payee_id: owner.id,
        post_id: id,
        transaction_id: String(index + 1),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db
      .insertInto('social.post_unlock')
      .values({ post_id: id, account_id: unlocked.id, sale_id: sale.id, created_at: now })
      .execute();
  }
  await createTrends(app);
  await learnWords(app);
  return { people, sold };
}

const mayRead = (name: Name, level: Level) => (openTo[name] as readonly Level[]).includes(level);

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
  'nobody reads a word of what is sold who has not paid for it',
  async (world) => {
    const { app, plaza } = world;
    const { people, sold } = await addWorld(world);
    const { owner } = people;
    assert.ok(owner);
    const leaks: string[] = [];
    const everywhere = [
      ...places,
      ...documents,
      ...operations,
      ...sold.addresses,
      ...sold.ids.flatMap((id) => ofOnePost(id)),
      ...sold.ids.map((id) => `/oembed?url=${encodeURIComponent(`${app.config.plazaUrl}/posts/${id}`)}`),
    ];
    for (const name of Object.keys(openTo) as Name[]) {
      const seen = new Set<string>();
      const look = (place: string, text: string) => {
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
        look(place, await read(plaza, viewer, owner, place));
      for (const address of sold.addresses)
        look(address, await read(plaza, viewer, owner, address, 'text/markdown'));
      for (const [marker, level] of sold.markers)
        if (mayRead(name, level) && !seen.has(marker))
          leaks.push(`${name} paid for ${marker} and does not find it`);
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
    assert.ok(tags.length <= 1, 'hashtags of what is sold are in no list');
    assert.deepEqual(leaks, []);
  },
  { PAGE_CACHE_MIB: 8 },
);

testPlaza('no program that pays for calls buys what is sold to subscribers', async (world) => {
  const { app } = world;
  const { sold } = await addWorld(world);
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
      const found = await answer(app, filled).catch(() => undefined);
      if (found) text += `${path} ${JSON.stringify(found)}${markdown?.(app, found as never) ?? ''}`;
    }
  }
  const found = new Set(text.toLowerCase().match(/zqsold[a-z]+qz/g));
  assert.deepEqual([...found], ['zqsoldtitleqz']);
  for (const path of sold.files.keys()) assert.ok(!text.includes(path), path);
  assert.match(text, /zqteaserqz/);
});
