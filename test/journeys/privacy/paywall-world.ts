// Everything that can be sold, and every viewer. What each of them paid for is in `openTo`.
import assert from 'node:assert/strict';
import sharp from 'sharp';
import type { App, Viewer } from '../../../src/platform/app.ts';
import { smallPath } from '../../../src/platform/pictures.ts';
import { addArticle } from '../../../src/social/articles/articles.ts';
import { addComment } from '../../../src/social/comments/comments.ts';
import { addForum, addSection } from '../../../src/social/forums/forums.ts';
import { addReply, startThread } from '../../../src/social/forums/threads/posting.ts';
import { addPlan } from '../../../src/social/monetization/plans.ts';
import { emptyContent } from '../../../src/social/posts/post.ts';
import { publishPost } from '../../../src/social/posts/publishing.ts';
import { connect } from '../../../src/social/relationships/connect.ts';
import { learnWords } from '../../../src/social/search/learn-words.ts';
import type { World } from '../../ask-plaza.ts';
import { upload } from '../../upload.ts';
import { addPerson } from '../../world.ts';
import { createTrends, markerOf, sharedTag, sharedWord } from './privacy-world.ts';

export const openTo = {
  owner: ['silver', 'gold'],
  moderator: ['silver', 'gold'],
  golden: ['silver', 'gold'],
  unlocked: ['gold'],
  silvern: ['silver'],
  stranger: [],
  visitor: [],
} as const;
export type Name = keyof typeof openTo;
type Level = 'silver' | 'gold';

export interface Sold {
  markers: Map<string, Level>;
  files: Map<string, Level>;
  addresses: string[];
  ids: string[];
}

const textOf = (name: string) => `${markerOf(name)} ${sharedWord} #${sharedTag}locked @stranger`;

async function subscribe(app: App, person: Viewer, seller: Viewer, planId: string): Promise<void> {
  const now = app.clock.now();
  const end = new Date(now.getTime() + 86_400_000);
  const plan = await app.db
    .selectFrom('social.plan')
    .where('id', '=', planId)
    .select(['price', 'period', 'period_num'])
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('social.membership')
    .values({
      ...plan,
      account_id: person.id,
      plan_id: planId,
      seller_id: seller.id,
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

export async function addPaywallWorld({ app, olga }: Pick<World, 'app' | 'olga'>) {
  const names = ['owner', 'golden', 'unlocked', 'silvern', 'stranger'] as const;
  const people: Record<string, Viewer> = { moderator: olga, olga };
  for (const name of names) people[name] = await addPerson(app, name);
  const { owner, golden, unlocked, silvern } = people;
  assert.ok(owner && golden && unlocked && silvern);
  for (const name of names.slice(1)) await connect(app, people[name]!, 'follow', owner.id);
  // People who comment and reply have subscribed before, so the plans exist before the first content.
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

export const mayRead = (name: Name, level: Level) => (openTo[name] as readonly Level[]).includes(level);
