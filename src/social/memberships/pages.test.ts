import assert from 'node:assert/strict';
import { testPlaza, type World } from '../../../test/ask-plaza.ts';
import { days } from '../../kernel/time.ts';
import { addForum, addSection } from '../forums/forums.ts';
import { publishPost } from '../posts/publishing.ts';
import { creditWallet } from '../wallet/top-ups/credit.ts';
import { renewDue } from './renewal.ts';

const subscriptions = '/settings/subscriptions';
const terms = '4.50/1/month';
const plan = { title: 'Supporter', price: '4.50', period_num: '1', period: 'month', trial_days: '0' };

async function opened({ app, plaza, ada, bob, olga }: World) {
  await plaza.form(ada, '/settings/monetization/new', plan);
  await plaza.form(ada, '/settings/monetization/new', { ...plan, title: 'Patron', price: '20' });
  const [silver, gold] = await app.db.selectFrom('social.plan').select('id').orderBy('id').execute();
  assert.ok(silver && gold);
  const post = await publishPost(app, ada, {
    text: 'The whole recipe',
    privacy: 'public',
    photos: [],
    paywall: { teaser: 'Bread', isForMembers: true, price: '2' },
  });
  const credit = (amount: string) =>
    creditWallet(app, olga, {
      username: 'bob',
      amount,
      reason: 'Test',
      key: `credit-${amount}-${app.clock.now().getTime()}`,
    });
  const read = async (path: string, person: World['ada'] | undefined = bob) =>
    (await plaza.page(person, path)).text;
  const send = async (path: string, fields: Record<string, string> = {}, person = bob) => {
    const { status, headers, text } = await plaza.form(person, path, fields);
    return { status, to: headers.location, text };
  };
  return { silver: silver.id, gold: gold.id, post, credit, read, send };
}

testPlaza(
  'without scripts a person can top up, subscribe, read, renew, fall past due, recover and cancel',
  async (world) => {
    const { app, ada, olga } = world;
    const { silver, gold, post, credit, read, send } = await opened(world);
    assert.match(
      await read(`/posts/${post}`, undefined),
      /Subscribe from \$4\.50 a month, or unlock this post for \$2\.00\./,
    );
    assert.match(await read(`/posts/${post}`), /Only people who can read the whole post can comment/);
    assert.match(await read(`/plans/profile/${ada.id}`), /Supporter[^]*\$4\.50 a month[^]*Patron/);
    const short = await read(`/subscribe/${silver}?post_id=${post}`);
    assert.match(short, /You pay \$4\.50 now\. From .*, you pay \$4\.50 a month until you cancel\./);
    assert.match(
      short,
      /Your wallet is \$4\.50 short[^]*href="\/settings\/wallet\/top-ups\?return_to=%2Fsubscribe/,
    );
    const early = await send(`/subscribe/${silver}`, { price: '4.5', terms, post_id: post });
    assert.deepEqual([early.status, early.text.includes('Top up your wallet first')], [402, true]);

    await credit('10');
    assert.match(
      await read(`/subscribe/${silver}`),
      /Your balance<\/dt>\s*<dd>\$10\.00[^]*after purchase<\/dt>\s*<dd>\$5\.50[^]*Subscribe for \$4\.50/,
    );
    const other = await send(`/subscribe/${silver}`, { price: '1', terms });
    assert.deepEqual([other.status, other.text.includes('The price is now $4.50')], [409, true]);
    const created = await send(`/subscribe/${silver}`, { price: '4.5', terms, post_id: post });
    assert.deepEqual([created.status, created.to], [303, `/posts/${post}`]);
    assert.match(await read(`/posts/${post}`), /The whole recipe[^]*You paid for this/);
    assert.match(await read(subscriptions), /Supporter[^]*Renews on/);
    assert.match(await read(`/subscribe/${gold}`), /You pay \$15\.50 now, the price minus the unused part/);
    const tip = { amount: '2', message: 'Thanks', key: 'a-key-of-a-form' };
    assert.equal((await send(`/tip/post/${post}`, tip)).to, `/posts/${post}`);
    assert.equal((await send(`/tip/post/${post}`, tip)).to, `/posts/${post}`);
    assert.equal((await send(`/tip/post/${post}`, { ...tip, amount: '-1', key: 'another-key' })).status, 422);
    assert.match(await read(`${subscriptions}/payments`), /Tip[^]*\$2\.00[^]*Subscription[^]*\$4\.50/);

    const sales = await read('/settings/monetization/sales', ada);
    assert.match(
      sales,
      /Earnings by month[^]*Top posts[^]*Bread[^]*Subscribers[^]*Bob Test[^]*Payments[^]*Thanks/,
    );
    assert.match(await read('/settings/monetization/sales?q=nobody', ada), /No people found/);

    const { id } = await app.db.selectFrom('social.membership').select('id').executeTakeFirstOrThrow();
    app.clock.turn(days(31));
    await renewDue(app);
    assert.match(await read(subscriptions), /Past due[^]*Payment failed\. Ends on [^.]* unless you top up/);
    assert.match(
      await read('/settings/monetization/sales', ada),
      /Bob Test[^]*Payment failed\. Ends on [^.]* unless the subscriber pays/,
    );
    assert.equal((await send(`${subscriptions}/${id}/renew`)).status, 402);
    await credit('5');
    assert.equal((await send(`${subscriptions}/${id}/renew`)).status, 303);
    assert.match(await read(subscriptions), /Renews on/);
    assert.equal((await send(`${subscriptions}/${id}/cancel`)).status, 303);
    assert.match(await read(subscriptions), /Canceled\. You have access until/);
    assert.equal((await send(`${subscriptions}/${id}/cancel`, {}, ada)).status, 404);
    app.clock.turn(days(31));
    await renewDue(app);
    assert.doesNotMatch(await read(`/posts/${post}`), /whole recipe/);
    assert.match(await read(subscriptions), /Ended on[^]*Subscribe again/);

    const all = await read('/operator/sales?username=bob', olga);
    const [, sale] = /\/operator\/sales\/(\d+)\/refund/.exec(all) ?? [];
    assert.equal((await send(`/operator/sales/${sale}/refund`, {}, ada)).status, 403);
    assert.equal((await send(`/operator/sales/${sale}/refund`, {}, olga)).status, 303);
    assert.match(await read('/operator/sales', olga), /Refunded/);
    assert.match(await read('/notifications'), /was refunded to your wallet/);
  },
);

testPlaza('a post is unlocked in two clicks, and its seller can refund it', async (world) => {
  const { app, ada } = world;
  const { post, credit, read, send } = await opened(world);
  await credit('3');
  const page = await read(`/posts/${post}/unlock`);
  assert.match(page, /You pay \$2\.00 once[^]*Unlock for \$2\.00/);
  assert.equal((await send(`/posts/${post}/unlock`, { price: '2' })).status, 303);
  assert.match(await read(`/posts/${post}`), /whole recipe/);
  const { id } = await app.db.selectFrom('social.sale').select('id').executeTakeFirstOrThrow();
  assert.equal((await send(`/settings/monetization/sales/${id}/refund`)).status, 404);
  assert.equal((await send(`/settings/monetization/sales/${id}/refund`, {}, ada)).status, 303);
  assert.doesNotMatch(await read(`/posts/${post}`), /whole recipe/);
});

testPlaza('prices can be set in the forms for posts, articles and threads', async (world) => {
  const { app, ada, bob, olga, plaza } = world;
  const { silver, read, send } = await opened(world);
  const sectionId = await addSection(app, olga, 'Section');
  const at = { sectionId, parentId: null, description: '', title: 'Forum' };
  const forum_id = await addForum(app, olga, at);
  const sold = { paid_for: silver, post_price: '3', paid_text: 'The beginning' };
  for (const [path, fields] of [
    ['/posts', { text: 'All of it', privacy: 'public', ...sold }],
    ['/articles/new', { title: 'Bread', text: 'All of it', privacy: 'public', ...sold }],
    ['/forums/threads', { title: 'Bread', text: 'All of it', forum_id, ...sold }],
  ] as const) {
    const created = await send(path, fields, ada);
    assert.equal(created.status, 303, path);
    const { id } = await app.db
      .selectFrom('social.post')
      .orderBy('id', 'desc')
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const { status, headers, text } = await plaza.page(bob, `/posts/${id}`);
    const shown = status === 200 ? text : await read(String(headers.location));
    assert.match(
      shown,
      /The beginning[^]*Subscribe from \$4\.50 a month, or unlock this post for \$3\.00/,
      path,
    );
    assert.doesNotMatch(shown, /All of it/);
    const refused = await send(path, { ...fields, post_price: '-3' }, ada);
    assert.deepEqual([refused.status, refused.text.includes('Enter a price from 0.10')], [422, true], path);
  }
  assert.match(await read('/compose', ada), /Subscribers of Supporter and above/);
  const { id } = await app.db
    .selectFrom('social.post')
    .where('text', '=', 'The beginning')
    .orderBy('id')
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  assert.match(await read(`/posts/${id}/edit`, ada), /All of it[^]*The beginning/);
});

testPlaza('offers tips where they are accepted', async (world) => {
  const { ada, olga, plaza } = world;
  const { post, read, send } = await opened(world);
  const offers = async () => [
    (await read(`/posts/${post}/menu`)).includes(`href="/tip/post/${post}"`),
    (await read('/@ada')).includes(`href="/tip/profile/${ada.id}"`),
  ];
  assert.deepEqual(await offers(), [true, true]);
  const settings = '/settings/monetization/settings';
  assert.equal((await send(settings, { chat_price: '' }, ada)).status, 303);
  assert.deepEqual(await offers(), [false, false]);
  assert.equal((await plaza.page(olga, `/tip/post/${post}`)).status, 403);
  await send(settings, { chat_price: '', accepts_tips: 'on' }, ada);
  assert.deepEqual(await offers(), [true, true]);
});

for (const [MONETIZATION, isOffered] of [
  ['nobody', false],
  ['operators', true],
] as const)
  testPlaza(
    `offers tips only for people who may sell: ${MONETIZATION}`,
    async ({ app, ada, bob, olga, plaza }) => {
      for (const [person, offered] of [
        [ada, false],
        [olga, isOffered],
      ] as const) {
        const id = await publishPost(app, person, { text: 'Bread', privacy: 'public', photos: [] });
        const page = (await plaza.page(bob, `/posts/${id}/menu`)).text;
        assert.equal(page.includes(`href="/tip/post/${id}"`), offered, person.username);
      }
    },
    { MONETIZATION },
  );

testPlaza('says what is missing before a purchase, and how to get it', async (world) => {
  const { app, ada, olga, plaza } = world;
  const { silver, post, credit, read } = await opened(world);
  await plaza.form(ada, '/settings/monetization', { chat_price: '', accepts_tips: 'on' });
  const pages = [`/subscribe/${silver}`, `/posts/${post}/unlock`, `/tip/profile/${ada.id}`];
  const operators = await read('/operator/wallets', olga);
  assert.match(operators, /Card payments are not set up[^]*STRIPE_SECRET_KEY[^]*\/api\/wallet\/stripe/);
  for (const path of pages) {
    const page = await read(path);
    assert.match(page, /Your wallet is \$\d\.\d\d short/, path);
    assert.match(page, /settings\/wallet\/top-ups\?return_to=/, path);
    assert.doesNotMatch(page, /Send tip<|Subscribe for|Unlock for/, path);
  }
  const { config } = app;
  Object.assign(app, { config: { ...config, TOP_UP_USDC: false, BANK_DETAILS: '' } });
  for (const path of pages) {
    const page = await read(path);
    assert.match(page, /no payment provider yet/, path);
    assert.doesNotMatch(page, /top-ups\?return_to=/, path);
  }
  assert.match(await read('/operator/wallets', olga), /Members cannot top up their wallets/);
  Object.assign(app, { config });
  await credit('1');
  const tip = await read(`/tip/profile/${ada.id}`);
  for (const part of [/value="1"/, /Your wallet has \$1\.00\./, /Send tip/]) assert.match(tip, part);
});
