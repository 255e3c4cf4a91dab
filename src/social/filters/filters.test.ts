import assert from 'node:assert/strict';
import { testPlaza, type World } from '../../../test/ask-plaza.ts';
import { test } from '../../../test/app.ts';
import { createWorld, getPerson } from '../../../test/world.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { minutes } from '../../kernel/time.ts';
import { addComment } from '../comments/comments.ts';
import { getComments } from '../comments/reading.ts';
import { getDiscover, getFeed } from '../feed/feed.ts';
import { addForum, addSection } from '../forums/forums.ts';
import { startThread } from '../forums/threads/posting.ts';
import { listOnProfile } from '../profiles/reading.ts';
import { getCounters } from '../notifications/counters.ts';
import { listNotifications } from '../notifications/reading.ts';
import { publishPost } from '../posts/publishing.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { listTagged } from '../posts/reading/lists.ts';
import { addAnswer } from '../questions/answers.ts';
import { askQuestion } from '../questions/questions.ts';
import { follow } from '../relationships/follows.ts';
import { searchAll } from '../search/search-all.ts';
import { addFilter, deleteFilter, filterContexts, listFilters, updateFilter } from './filters.ts';
import type { FilterAction } from './filters.ts';

const say = (app: App, author: Viewer, text: string, more: object = {}) =>
  publishPost(app, author, { text, privacy: 'public', photos: [], ...more });

const typed = (action: FilterAction, keyword = 'penalty') => ({
  name: 'Football',
  keywords: [keyword],
  isWholeWord: true,
  action,
  contexts: filterContexts,
  expiresIn: null,
});

/** What a list shows of Bob's post: shown, collapsed or nothing. */
const stateOf = (items: readonly { id: string; filteredBy: string | null }[], id: string) => {
  const post = items.find((each) => each.id === id);
  return post ? (post.filteredBy ?? 'shown') : 'hidden';
};

test('a filter collapses or hides posts of others in its places, and nowhere else', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  await follow(app, ada, bob.id);
  const id = await say(app, bob, 'What a PENALTY! #cup');
  const own = await say(app, ada, 'My penalty #cup');
  const shared = await say(app, bob, '', { quoteId: own });
  const states = async (viewer: Viewer) => ({
    feed: stateOf((await getFeed(app, viewer)).items, id),
    discover: stateOf((await getDiscover(app, viewer)).items, id),
    hashtag: stateOf((await listTagged(app, viewer, 'cup')).items, id),
    profile: stateOf((await listOnProfile(app, viewer, bob.id)).items, id),
    search: stateOf((await searchAll(app, viewer, { q: 'penalty' })).posts, id),
  });
  const all = (state: string) => ({
    feed: state,
    discover: state,
    hashtag: state,
    profile: state,
    search: state,
  });
  const filterId = await addFilter(app, ada, typed('warn'));
  const filtering = await getPerson(app, ada.id);
  assert.deepEqual(await states(filtering), all('Football'));
  assert.equal(stateOf((await getFeed(app, filtering)).items, own), 'shown', 'own posts are not filtered');
  assert.equal(stateOf((await getFeed(app, filtering)).items, shared), 'Football', 'shares of them are');
  assert.equal((await getPost(app, filtering, id)).filteredBy, null, 'nor is an opened post');
  assert.equal((await states(carol)).discover, 'shown');
  await updateFilter(app, ada, filterId, { action: 'hide' });
  assert.deepEqual(await states(filtering), all('hidden'));
  await updateFilter(app, ada, filterId, { contexts: ['search'] });
  assert.deepEqual(await states(filtering), { ...all('shown'), search: 'hidden' });
  await updateFilter(app, ada, filterId, { contexts: filterContexts, expiresIn: 60 });
  const later = { ...app, clock: { now: () => new Date(app.clock.now().getTime() + minutes(2)) } };
  assert.equal(stateOf((await getFeed(later, filtering)).items, id), 'shown', 'it has expired');
  assert.deepEqual(
    (await listFilters(later, ada)).map(({ hasExpired }) => hasExpired),
    [true],
  );
  await deleteFilter(app, ada, filterId);
  assert.equal((await getPerson(app, ada.id)).hasFilters, false);
});

test('a filter applies to titles, warnings, polls, alt texts and shared posts', async (app) => {
  const { ada, bob } = await createWorld(app);
  await addFilter(app, ada, typed('hide'));
  const filtering = await getPerson(app, ada.id);
  const poll = { options: ['Goal', 'Penalty'], isMultiple: false, isChangeable: false, minutes: 60 };
  const shared = await say(app, bob, 'A pe\u200bnalty');
  for (const id of [
    await say(app, bob, 'Result', { warning: 'Penalty!' }),
    await say(app, bob, 'Vote', { poll }),
    await say(app, bob, 'Look', { quoteId: shared }),
  ])
    assert.equal(stateOf((await getDiscover(app, filtering)).items, id), 'hidden');
  const whole = await say(app, bob, 'Two penaltyless games');
  assert.equal(stateOf((await getDiscover(app, filtering)).items, whole), 'shown');
});

test('comments, answers and notifications of others are filtered, and hidden ones do not count', async (app) => {
  const { ada, bob } = await createWorld(app);
  const post = await say(app, ada, 'Who won?');
  const question = await askQuestion(app, ada, { title: 'Why penalty?', text: 'Tell me.', tags: '' });
  const filterId = await addFilter(app, ada, typed('warn'));
  const filtering = await getPerson(app, ada.id);
  await addComment(app, ada, post, 'No penalty here');
  await addComment(app, bob, post, 'Penalty for Rome');
  const answer = await addAnswer(app, bob, question, 'Because of a penalty.');
  const commentsOf = async () =>
    (await getComments(app, filtering, post)).comments.map(({ text, filteredBy }) => [text, filteredBy]);
  assert.deepEqual(await commentsOf(), [
    ['No penalty here', null],
    ['Penalty for Rome', 'Football'],
  ]);
  const excerpts = async () => (await listNotifications(app, filtering)).items.map(({ excerpt }) => excerpt);
  assert.ok((await excerpts()).every((excerpt) => !/penalty/i.test(excerpt)));
  await updateFilter(app, ada, filterId, { action: 'hide' });
  assert.deepEqual(await commentsOf(), [['No penalty here', null]]);
  assert.equal((await listNotifications(app, filtering)).items.length, 0);
  const counted = (await getCounters(app, filtering)).notifications;
  await addComment(app, bob, post, 'Another penalty');
  assert.equal((await getCounters(app, filtering)).notifications, counted, 'not counted');
  await deleteFilter(app, ada, filterId);
  assert.equal((await getPost(app, ada, answer)).text, 'Because of a penalty.');
});

testPlaza('filters are added, changed and deleted through the API, within bounds', async (world: World) => {
  const { plaza, ada, bob } = world;
  const path = '/apis/php/user/filters';
  const add = (body: object) => plaza.api(ada, 'POST', path, body);
  const added = await add({ keywords: ['  world   cup ', 'World Cup', 'penalty'], expires_in: 3600 });
  assert.equal(added.status, 200);
  const { id, ...record } = added.body.data as Record<string, unknown> & { id: string };
  assert.deepEqual(
    { ...record, expires: '' },
    {
      name: 'world cup',
      keywords: ['world cup', 'penalty'],
      whole_word: true,
      action: 'warn',
      contexts: [...filterContexts],
      expires: '',
      expired: false,
    },
  );
  const refused: readonly [object, RegExp][] = [
    [{ keywords: [] }, /keywords/i],
    [{ keywords: [' ', '\u200b'] }, /at least one word/],
    [{ keywords: ['x'.repeat(81)] }, /80 characters/],
    [{ keywords: Array.from({ length: 199 }, (_, n) => `word ${n}`) }, /at most 200 keywords/],
    [{ keywords: ['a'], name: 'n'.repeat(101) }, /100 characters/],
    [{ keywords: ['a'], contexts: [] }, /contexts/],
    [{ keywords: ['a'], contexts: ['everywhere'] }, /contexts/],
    [{ keywords: ['a'], action: 'burn' }, /action/],
    [{ keywords: ['a'], expires_in: 0 }, /expires_in/],
  ];
  for (const [body, message] of refused) {
    const { status, body: response } = await add(body);
    assert.equal(status, 400, JSON.stringify(body).slice(0, 100));
    assert.match(response.message, message);
  }
  assert.equal((await plaza.api(bob, 'POST', `${path}/update`, { id, action: 'hide' })).status, 404);
  assert.equal((await plaza.api(bob, 'POST', `${path}/delete`, { id })).status, 404);
  const changed = await plaza.api(ada, 'POST', `${path}/update`, { id, action: 'hide', expires_in: null });
  assert.deepEqual((changed.body.data as { expires: string }).expires, '');
  assert.equal(((await plaza.api(ada, 'GET', path)).body.data as unknown[]).length, 1);
  assert.equal((await plaza.api(ada, 'POST', `${path}/delete`, { id })).status, 200);
  assert.deepEqual((await plaza.api(ada, 'GET', path)).body.data, []);
});

testPlaza('filters are managed on their page, and collapse posts there', async (world: World) => {
  const { app, plaza, ada, bob } = world;
  await say(app, bob, 'Penalty shootout');
  const form = { name: '', keywords: 'penalty\nfoul', action: 'warn', expires_in: '86400' };
  const refused = await plaza.form(ada, '/settings/filters/new', form);
  assert.match(refused.text, /Choose at least one place/);
  const added = await plaza.form(ada, '/settings/filters/new', [
    ...Object.entries(form),
    ['contexts', 'feeds'],
    ['contexts', 'search'],
  ]);
  assert.equal(added.headers.location, '/settings/filters');
  const { text } = await plaza.page(ada, '/settings/filters');
  assert.match(text, /penalty and foul/);
  const [, id] = /filters\/(\d+)/.exec(text) ?? [];
  assert.match((await plaza.page(ada, '/discover')).text, /Filtered: penalty/);
  assert.equal((await plaza.page(bob, `/settings/filters/${id}`)).status, 404);
  await plaza.form(ada, `/settings/filters/${id}`, {
    ...form,
    action: 'hide',
    contexts: 'feeds',
    expires_in: 'keep',
  });
  assert.doesNotMatch((await plaza.page(ada, '/discover')).text, /shootout/);
  await plaza.form(ada, `/settings/filters/${id}/delete`, {});
  assert.match((await plaza.page(ada, '/discover')).text, /shootout/);
  assert.match((await plaza.page(ada, `/settings/filters?deleted=${id}`)).text, /Filter deleted[^]*Undo/);
  await plaza.form(bob, `/settings/filters/${id}/restore`, {});
  assert.match((await plaza.page(ada, '/discover')).text, /shootout/);
  await plaza.form(ada, `/settings/filters/${id}/restore`, {});
  assert.doesNotMatch((await plaza.page(ada, '/discover')).text, /shootout/);
});

testPlaza(
  'a filter applies to the lists of articles, questions and threads',
  async ({ app, plaza, ...world }) => {
    const { ada, bob, carol, olga } = world;
    const section = await addSection(app, olga, 'Sports');
    const forumId = await addForum(app, olga, {
      sectionId: section,
      parentId: null,
      title: 'All',
      description: '',
    });
    await askQuestion(app, bob, { title: 'Which penalty?', text: 'Tell me.', tags: '' });
    await startThread(app, bob, { forumId, title: 'That penalty', text: 'Look.', follows: true });
    const article = { title: 'On the penalty', text: 'Long.', tags: '', privacy: 'public' } as const;
    await plaza.form(bob, '/articles/new', article);
    const filterId = await addFilter(app, ada, typed('warn'));
    const filtering = await getPerson(app, ada.id);
    const shown = async (viewer: Viewer) =>
      Promise.all(
        ['/articles', '/questions', `/forums/${forumId}/all`, '/forums/threads', '/forums'].map(
          async (path) => {
            const { text } = await plaza.page(viewer, path);
            const found = /(On the|Which|That) penalty|Filtered: Football/.exec(
              text.replaceAll(/\s+/g, ' '),
            )?.[0];
            return found === 'Filtered: Football' ? 'warned' : found ? 'shown' : 'hidden';
          },
        ),
      );
    assert.deepEqual(await shown(carol), ['shown', 'shown', 'shown', 'shown', 'shown']);
    assert.deepEqual(await shown(filtering), ['warned', 'warned', 'warned', 'warned', 'hidden']);
    const threads = async () => {
      const { body } = await plaza.api(filtering, 'GET', '/apis/php/forums/threads');
      return (body.data as { threads: { filtered: string }[] }).threads.map(({ filtered }) => filtered);
    };
    assert.deepEqual(await threads(), ['Football']);
    await updateFilter(app, ada, filterId, { action: 'hide' });
    assert.deepEqual(await shown(filtering), ['hidden', 'hidden', 'hidden', 'hidden', 'hidden']);
    assert.deepEqual(await threads(), []);
  },
);
