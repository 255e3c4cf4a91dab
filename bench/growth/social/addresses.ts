import { addGroups } from './groups-data.ts';
import { addSales } from './wallet-data.ts';
import type { ViewerName, World } from '../open-world.ts';
import { hotPost, longQuestion, longThread } from './posts-data.ts';

interface Address {
  path: string;
  /** Distinguishes several addresses of one pattern. */
  note?: string;
}

/** Returns addresses for patterns that contain an id or need a query. */
export async function addressesByPattern(world: World): Promise<Record<string, Address[]>> {
  const { pool, size, ids } = world;
  const sold = await addSales(world);
  const { large, small, event, date } = await addGroups(world);
  const { posts, people } = size;
  const hot = hotPost(posts);
  const own = await oneOf(
    pool,
    `select id from social.post where author_id = $1 and kind = 'post' and deleted_at is null
       and held_at is null order by id desc limit 1`,
    [ids.reader],
  );
  const article = posts - 100;
  const question = posts - 84;
  const thread = posts - 98;
  const comment = await oneOf(pool, 'select id from social.comment where post_id = $1 order by id limit 1', [
    hot,
  ]);
  const ownComment = await oneOf(pool, 'select max(id) as id from social.comment where author_id = 1', []);
  const notification = await oneOf(
    pool,
    'select max(id) as id from social.notification where account_id = $1',
    [ids.reader],
  );
  const chat = await ensureGroup(pool, ids);
  const slice = Math.floor(posts / 20_000);
  const somebody = `person${people / 2 - 7}`;
  const people2 = (rest: string): Address[] => [
    { path: `/@${somebody}${rest}`, note: ' of somebody' },
    { path: `/@person1${rest}`, note: ' of the star' },
  ];
  const one = (path: string): Address[] => [{ path }];
  const two = (path: (id: number) => string, first: number, firstNote: string, second: number): Address[] => [
    { path: path(first), note: ` ${firstNote}` },
    { path: path(second), note: ' with few' },
  ];
  return {
    '/posts/:id': two((id) => `/posts/${id}`, hot, 'with very many comments', posts - 60),
    '/posts/:id/comments': one(`/posts/${hot}/comments`),
    '/posts/:id/reactions': one(`/posts/${hot}/reactions`),
    '/posts/:id/shares': one(`/posts/${posts / 2 + 20}/shares`),
    '/posts/:id/share': one(`/posts/${hot}/share`),
    '/posts/:id/history': one(`/posts/${hot}/history`),
    '/posts/:id/edit': one(`/posts/${own}/edit`),
    '/posts/:id/menu': one(`/posts/${hot}/menu`),
    '/posts/:id/react': one(`/posts/${hot}/react`),
    '/posts/:id/share/menu': one(`/posts/${hot}/share/menu`),
    '/posts/:id/share/button': one(`/posts/${hot}/share/button`),
    '/posts/:id/statistics': one(`/posts/${own}/statistics`),
    '/posts': one('/posts'),
    '/comments/:id': one(`/comments/${comment}`),
    '/comments/:id/reactions': one(`/comments/${comment}/reactions`),
    '/comments/:id/reply': one(`/comments/${comment}/reply`),
    '/comments/:id/react': one(`/comments/${comment}/react`),
    '/comments/:id/edit': one(`/comments/${ownComment}/edit`),
    '/comments/:id/menu': one(`/comments/${comment}/menu`),
    '/articles/:id': one(`/articles/${article}`),
    '/articles/:id/:slug': one(`/articles/${article}/about-word${1 + (article % 1000)}`),
    '/articles/:id/edit': one(`/articles/${article}/edit`),
    '/forums/:id': one('/forums/1'),
    '/forums/:id/:slug': one('/forums/1/forum-1'),
    '/forums/new': one('/forums/new?forum=1'),
    '/forums/threads/:id': one(`/forums/threads/${longThread}`),
    '/forums/threads/:id/:slug': two(
      (id) => `/forums/threads/${id}/about-word${1 + (id % 1000)}`,
      longThread,
      'with very many replies',
      thread,
    ),
    '/forums/moderate/:id/arrange': one(`/forums/moderate/${thread}/arrange`),
    '/forums/posts/:id/edit': one(`/forums/posts/${thread}/edit`),
    '/operator/forums/:id': one('/operator/forums/1'),
    '/operator/people/:id': one('/operator/people/1'),
    '/questions/:id': one(`/questions/${longQuestion}`),
    '/questions/:id/:slug': two(
      (id) => `/questions/${id}/about-word${1 + (id % 1000)}`,
      longQuestion,
      'with very many answers',
      question,
    ),
    '/questions/edit/:id': one(`/questions/edit/${question}`),
    '/questions/close/:id': one(`/questions/close/${question}`),
    '/questions/similar': one('/questions/similar?title=About+word5+and+word40'),
    '/glossary/:slug': one('/glossary/term-5'),
    '/glossary/:slug/history': one('/glossary/term-5/history'),
    '/glossary/:slug/edit': one('/glossary/term-5/edit'),
    '/hashtag/:tag': two((id) => `/hashtag/tag${id}`, 1, 'with many posts', 3000),
    '/notifications/:id': one(`/notifications/${notification}`),
    '/pages/:username': one('/pages/page1'),
    '/pages/:username/about': one('/pages/page1/about'),
    '/pages/:username/photos': one('/pages/page1/photos'),
    '/pages/:username/edit': one('/pages/page1/edit'),
    '/pages/:username/invite': one('/pages/page1/invite'),
    '/pages/:username/team': one('/pages/page1/team'),
    '/report': one(`/report?handle=post&id=${hot}`),
    '/@:username': people2(''),
    '/@:username/friends': people2('/friends'),
    '/@:username/followers': people2('/followers'),
    '/@:username/following': people2('/following'),
    '/@:username/articles': people2('/articles'),
    '/@:username/questions': people2('/questions'),
    '/@:username/answers': people2('/answers'),
    '/@:username/photos': people2('/photos'),
    '/@:username/mutual': people2('/mutual'),
    '/@:username/card': people2('/card'),
    '/@:username/acts': people2('/acts'),
    '/@:username/lists': people2('/lists'),
    '/feed/news': one(`/feed/news?after=${posts - 200}`),
    '/sitemaps/:list': [
      { path: `/sitemaps/posts-${slice}.xml`, note: ' of posts' },
      { path: `/sitemaps/people-0.xml`, note: ' of people' },
    ],
    '/feeds/:kind/:format': one('/feeds/articles/rss'),
    '/feeds/:kind/:of/:format': one('/feeds/people/person1/atom'),
    '/search': one('/search?q=word2'),
    '/search/suggest': one('/search/suggest?q=wor'),
    '/oembed': one(`/oembed?url=http://localhost/posts/${hot}`),
    '/apis/php/posts/post/{id}': one(`/apis/php/posts/post/${hot}`),
    '/apis/php/posts/shares': one(`/apis/php/posts/shares?id=${posts / 2 + 20}`),
    '/apis/php/posts/history': one(`/apis/php/posts/history?id=${hot}`),
    '/apis/php/articles/article/{id}': one(`/apis/php/articles/article/${article}`),
    '/apis/php/glossary/term/{id}': one('/apis/php/glossary/term/5'),
    '/apis/php/posts/comments': one(`/apis/php/posts/comments?post_id=${hot}`),
    '/apis/php/comments/replies': one(`/apis/php/comments/replies?comment_id=${comment}`),
    '/apis/php/comments/{id}': one(`/apis/php/comments/${comment}`),
    '/apis/php/forums/threads': one('/apis/php/forums/threads?forum_id=1'),
    '/apis/php/forums/thread/{id}': one(`/apis/php/forums/thread/${longThread}`),
    '/apis/php/posts/who_reacts': one(`/apis/php/posts/who_reacts?post_id=${hot}`),
    '/apis/php/comments/who_reacts': one(`/apis/php/comments/who_reacts?comment_id=${comment}`),
    '/apis/php/questions/similar': one('/apis/php/questions/similar?title=About+word5+and+word40'),
    '/apis/php/questions/question/{id}': one(`/apis/php/questions/question/${longQuestion}`),
    '/apis/php/pages/page': one('/apis/php/pages/page?page_id=1'),
    '/apis/php/pages/posts': one('/apis/php/pages/posts?page_id=1'),
    '/apis/php/pages/photos': one('/apis/php/pages/photos?page_id=1'),
    '/apis/php/pages/team': one('/apis/php/pages/team?page_id=1'),
    '/apis/php/pages/askable': one('/apis/php/pages/askable?page_id=1'),
    '/apis/php/trending': one('/apis/php/trending?period=24h'),
    '/apis/php/search': one('/apis/php/search?q=word2'),
    '/messages/:id': one(`/messages/${chat.id}`),
    '/messages/:id/part': one(`/messages/${chat.id}/part`),
    '/messages/:id/call': one(`/messages/${chat.id}/call`),
    '/messages/:id/details': one(`/messages/${chat.id}/details`),
    '/messages/:id/messages/:message/reactions': one(
      `/messages/${chat.id}/messages/${chat.message}/reactions`,
    ),
    '/messages/:id/messages/:message/menu': one(`/messages/${chat.id}/messages/${chat.message}/menu`),
    '/messages/:id/messages/:message/seen': one(`/messages/${chat.id}/messages/${chat.message}/seen`),
    '/messages/:id/messages/:message/forward': one(`/messages/${chat.id}/messages/${chat.message}/forward`),
    '/messages/calls/:id': one(`/messages/calls/${chat.call}`),
    '/apis/php/chat/conversation': one(`/apis/php/chat/conversation?conversation_id=${chat.id}`),
    '/apis/php/chat/messages': one(`/apis/php/chat/messages?conversation_id=${chat.id}`),
    '/apis/php/chat/reactions/who_reacts': one(
      `/apis/php/chat/reactions/who_reacts?message_id=${chat.message}`,
    ),
    '/apis/php/chat/call': one(`/apis/php/chat/call?call_id=${chat.call}`),
    '/apis/php/monetization/monetization_plans/{id}': one(
      `/apis/php/monetization/monetization_plans/${sold.plan}`,
    ),
    '/settings/wallet/transactions/:id': one(`/settings/wallet/transactions/${sold.transaction}`),
    '/settings/wallet/top-ups/:id': one(`/settings/wallet/top-ups/${sold.topUp}`),
    '/operator/wallets/top-ups/:id/return': one(`/operator/wallets/top-ups/${sold.topUp}/return`),
    '/settings/monetization/:id': one(`/settings/monetization/${sold.plan}`),
    '/plans/:type/:id': one(`/plans/profile/${ids.star}`),
    '/subscribe/:id': one(`/subscribe/${sold.plan}`),
    '/posts/:id/unlock': one(`/posts/${sold.locked}/unlock`),
    '/tip/:type/:id': one(`/tip/profile/${ids.star}`),
    ...Object.fromEntries(
      ['', '/about', '/members', '/edit', '/manage', '/requests', '/notifications'].map((rest) => [
        `/groups/:id${rest}`,
        [
          { path: `/groups/${large}${rest}`, note: ' with very many members' },
          ...(rest === '' ? [{ path: `/groups/${small}`, note: ' with few' }] : []),
        ],
      ]),
    ),
    ...Object.fromEntries(
      ['group', 'posts', 'members', 'requests', 'bans', 'invitations', 'log'].map((what) => [
        `/apis/php/groups/${what}`,
        one(`/apis/php/groups/${what}?id=${large}`),
      ]),
    ),
    '/events/:id': one(`/events/${event}`),
    '/events/:id/event.ics': one(`/events/${event}/event.ics`),
    '/events/:id/guests': one(`/events/${event}/guests`),
    '/events/:id/manage': one(`/events/${event}/manage`),
    '/events/:id/edit': one(`/events/${event}/edit`),
    '/events/:id/dates/:date': one(`/events/${event}/dates/${date}`),
    '/apis/php/events/event': one(`/apis/php/events/event?id=${event}`),
    '/apis/php/events/guests': one(`/apis/php/events/guests?id=${event}`),
    '/apis/php/events/between': one('/apis/php/events/between?from=2026-01-01&to=2026-12-31'),
    '/apis/php/user/profile': one('/apis/php/user/profile?user_id=1'),
  };
}

/** Returns a group of the reader and the star with a hundred messages and a call, creating it if needed. */
async function ensureGroup(
  pool: World['pool'],
  { reader, star }: World['ids'],
): Promise<{ id: string; message: string; call: string }> {
  const created = `with conversation as (
      insert into social.conversation (is_group, title, created_at) select true, 'Growth', now()
      where not exists (select from social.conversation where title = 'Growth') returning id),
    message as (
      insert into social.message (conversation_id, author_id, text, created_at)
      select id, case n % 2 when 0 then $1::bigint else $2::bigint end, 'Word ' || n, now()
      from conversation cross join generate_series(1, 100) as n returning id, conversation_id),
    call as (
      insert into social.call (conversation_id, caller_id, is_video, started_at, answered_at, ended_at)
      select id, $1, false, now(), now(), now() from conversation returning id),
    part as (
      insert into social.call_member (call_id, account_id, state, joined_at, left_at, seen_at)
      select id, account, 'left', now(), now(), now() from call cross join unnest(array[$1, $2]::bigint[]) as account)
    insert into social.conversation_member (conversation_id, account_id, is_owner, joined_at, last_message_id)
    select conversation_id, account, true, now(), max(message.id) from message
    cross join unnest(array[$1, $2]::bigint[]) as account group by conversation_id, account`;
  await pool.query(created, [reader, star]);
  const id = await oneOf(pool, `select id from social.conversation where title = 'Growth'`, []);
  return {
    id,
    message: await oneOf(pool, 'select max(id) as id from social.message where conversation_id = $1', [id]),
    call: await oneOf(pool, 'select max(id) as id from social.call where conversation_id = $1', [id]),
  };
}

async function oneOf(pool: World['pool'], query: string, values: unknown[]): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(query, values);
  return rows[0]?.id ?? '0';
}

/** Lists reads worth measuring besides the first page of every list. */
export function extraReads({ size }: World): { label: string; path: string; as: ViewerName }[] {
  const { posts } = size;
  const load = '/apis/php/data/load?get=';
  const both = (label: string, path: string) =>
    (['reader', 'star'] as const).map((as) => ({ label, path, as }));
  return [
    ...both('home, top posts', '/?sort=top'),
    ...both('home, far back', `/?before=${posts / 2}`),
    ...both('newsfeed, page 20', `${load}newsfeed&offset=20`),
    ...both('newsfeed, far back', `${load}newsfeed&before=${posts / 2}`),
    ...both('discover, page 20', `${load}discover&offset=20`),
    ...both('posts of the star, page 20', `${load}posts_profile&id=1&offset=20`),
    ...both('followers of the star, page 20', `${load}followers&id=1&offset=20`),
    ...both('notifications, page 2', `${load}notifications&offset=2`),
    ...both('discover, far back', `/discover?before=${posts / 2}`),
    ...both('search: two common words', '/search?q=word2+word3&type=posts'),
    ...both('search: two words of medium frequency', '/search?q=word50+word70&type=posts'),
    ...both('search: word in one of 1,000 posts', '/search?q=sparse'),
    ...both('search: rare word', '/search?q=photography'),
    ...both('search: prefix', '/search?q=photogr'),
    ...both('search: mistyped word', '/search?q=photograpy'),
    ...both('search: person', '/search?q=person77&type=people'),
    ...both('search: by the star', '/search?q=word2+from:person1'),
    ...both('search: word of medium frequency by the star', '/search?q=word60+from:person1'),
    ...both('questions by votes', '/questions?sort=votes'),
    ...both('questions unanswered', '/questions?sort=unanswered'),
    ...both(
      'thread, last page',
      `/forums/threads/${longThread}/about-word3?page=${Math.ceil(posts / 100 / 20)}`,
    ),
  ];
}
