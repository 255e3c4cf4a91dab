// The other privacy settings of a person at every way out, for everyone who could look there.
import assert from 'node:assert/strict';
import {
  buildExport,
  listExports,
  openExport,
  requestExport,
} from '../../../src/identity/exports/exports.ts';
import { audiences, privateParts, type PrivatePart } from '../../../src/identity/account/privacy.ts';
import { contentOperations } from '../../../src/servers/paid-features.ts';
import type { Viewer } from '../../../src/platform/app.ts';
import { plazaExport } from '../../../src/social/accounts/data/plaza-export.ts';
import { createGroup } from '../../../src/social/chat/conversations/conversations.ts';
import { addMembers } from '../../../src/social/chat/members/group.ts';
import { sendMessage } from '../../../src/social/chat/messages/messages.ts';
import { listSuggestedPeople } from '../../../src/social/people/lists.ts';
import { publishPost } from '../../../src/social/posts/publishing.ts';
import { getProfile } from '../../../src/social/people/profile.ts';
import { askQuestion } from '../../../src/social/questions/questions.ts';
import { connect } from '../../../src/social/relationships/connect.ts';
import { testPlaza } from '../../ask-plaza.ts';
import { connectAgent } from '../../agent.ts';
import { unpackArchive } from '../../unpack-archive.ts';
import { addPerson } from '../../world.ts';
import { befriend, setPrivacy } from './privacy-people.ts';

/** What each part of the profile says, as no other text does. */
const secrets: Readonly<Record<Exclude<PrivatePart, 'friends' | 'gender'>, string[]>> = {
  email: ['owner-secret@example.org'],
  phone: ['+49 30 7654321'],
  birthdate: ['1987-06-05', '5 June 1987'],
  relationship: ['married', 'Married'],
  location: ['Quedlinburg', 'Wernigerode'],
  work: ['Glassblower', 'Kilnworks'],
  education: ['Ottonian College', 'Vitrification'],
  links: ['ownersite.example', 'linkedin.com/in/owner-secret'],
};

testPlaza('profile details and friends reach only their audience, at every way out', async (given) => {
  const { app, plaza, ada: friend, bob: stranger, carol: blocked } = given;
  const owner = await addPerson(app, 'owner');
  const secretFriend = await addPerson(app, 'secretfriend');
  for (const each of [friend, blocked, secretFriend]) await befriend(given, owner, each);
  const { conversationId } = await sendMessage(app, owner, { recipients: [friend.id], text: 'Hello' });
  const post = await publishPost(app, owner, { text: 'Sand and fire', privacy: 'public', photos: [] });
  await connect(app, owner, 'block', blocked.id);
  await app.db
    .updateTable('identity.account')
    .set({
      email: 'owner-secret@example.org',
      phone: '+49 30 7654321',
      birthdate: new Date('1987-06-05'),
      relationship: 'married',
      city: 'Quedlinburg',
      hometown: 'Wernigerode',
      work_title: 'Glassblower',
      work_place: 'Kilnworks',
      edu_school: 'Ottonian College',
      edu_major: 'Vitrification',
      website: 'https://ownersite.example',
      social_links: JSON.stringify({ linkedin: 'https://linkedin.com/in/owner-secret' }),
    })
    .where('id', '=', owner.id)
    .execute();
  const agent = await connectAgent(plaza, friend);
  const mcp = async (name: string, given: object) => {
    const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
    return JSON.stringify(
      (await agent.post('/mcp', request, { authorization: `Bearer ${agent.token}` })).body,
    );
  };
  const pages = [
    ...['/@owner', '/@owner/friends', '/@owner/followers', '/@owner/following', '/@owner/photos'],
    ...[
      '/@owner/mutual',
      '/people',
      '/people?q=owner',
      '/search?q=owner',
      `/posts/${post}`,
      '/',
      '/messages',
    ],
    ...[`/messages/${conversationId}`, '/feeds/people/owner/rss', '/sitemap.xml', '/sitemaps/people-0.xml'],
    ...['/citations', '/llms-full.txt', `/oembed?url=${encodeURIComponent(`${app.config.plazaUrl}/@owner`)}`],
  ];
  const routes = [
    ...[`/apis/php/user/profile?user_id=${owner.id}`, '/apis/php/search?q=owner'],
    ...['friends', 'followers', 'followings', 'mutual_friends'].map(
      (list) => `/apis/php/data/load?get=${list}&username=owner`,
    ),
    ...[
      '/apis/php/data/load?get=newsfeed',
      '/apis/php/data/load?get=new_people',
      '/apis/php/chat/contacts?query=owner',
    ],
    ...['/apis/php/chat/conversations', `/apis/php/chat/messages?conversation_id=${conversationId}`],
  ];
  /** Returns everything a viewer gets. */
  const everything = async (viewer: Viewer | undefined): Promise<string> => {
    const texts: string[] = [];
    for (const url of pages) texts.push((await plaza.page(viewer, url)).text);
    texts.push((await plaza.page(viewer, '/@owner', { accept: 'text/markdown' })).text);
    for (const url of routes) texts.push(JSON.stringify((await plaza.api(viewer, 'GET', url)).body));
    if (viewer === friend)
      texts.push(
        await mcp('search', { text: 'owner' }),
        await mcp('read', { target: post }),
        await exported(viewer),
      );
    if (!viewer)
      for (const { path, answer } of contentOperations.filter(({ path }) =>
        /profile|search|posts?$/.test(path),
      ))
        texts.push(
          JSON.stringify(
            await answer(
              app,
              { username: 'owner', q: 'owner', limit: 20, page: 1, sort: 'relevance', id: post } as never,
              '',
            ),
          ),
          path,
        );
    return texts.join('\n');
  };
  const exported = async (viewer: Viewer): Promise<string> => {
    await app.db.deleteFrom('social.data_export').execute();
    await requestExport(app, plazaExport, viewer);
    const [asked] = await listExports(app, plazaExport, viewer);
    const id = asked?.id ?? '';
    await buildExport(app, plazaExport, { id });
    const parts: Buffer[] = [];
    for await (const part of (await openExport(app, plazaExport, viewer, id)).stream)
      parts.push(part as Buffer);
    const { names, text } = unpackArchive(Buffer.concat(parts));
    return names.map(text).join('\n');
  };
  const viewers = { owner, friend, stranger, blocked, visitor: undefined };
  const allowed = {
    public: ['owner', 'friend', 'stranger', 'visitor'],
    friends: ['owner', 'friend'],
    me: ['owner'],
  };
  for (const audience of audiences) {
    await setPrivacy(given, owner, Object.fromEntries(privateParts.map((part) => [part, audience])));
    for (const [who, viewer] of Object.entries(viewers)) {
      const text = await everything(viewer);
      for (const [part, words] of Object.entries(secrets))
        assert.equal(
          words.some((word) => text.includes(word)),
          allowed[audience].includes(who),
          `${part} for ${audience}: ${who}`,
        );
    }
  }
});

testPlaza('a list of friends reaches only its audience, also by numbers and suggestions', async (given) => {
  const { app, plaza, ada: friend, bob: stranger } = given;
  const owner = await addPerson(app, 'owner');
  const other = await addPerson(app, 'otherfriend');
  // Suggested if nobody is known.
  await addPerson(app, 'newest');
  for (const each of [friend, other]) await befriend(given, owner, each);
  const viewers = { owner, friend, stranger, visitor: undefined };
  const allowed: Record<string, string[]> = {
    public: ['owner', 'friend', 'stranger', 'visitor'],
    friends: ['owner', 'friend'],
    me: ['owner'],
  };
  for (const audience of audiences) {
    await setPrivacy(given, owner, { friends: audience });
    for (const [who, viewer] of Object.entries(viewers)) {
      const isAllowed = allowed[audience]?.includes(who);
      const profile = await getProfile(app, viewer, { username: 'owner' });
      assert.equal(profile.counts.friends, isAllowed ? 2 : 0, `${who}, ${audience}`);
      const shown = (await plaza.page(viewer, '/@owner/friends')).text;
      assert.equal(shown.includes('Otherfriend'), isAllowed, `page, ${who}, ${audience}`);
      const list = await plaza.api(viewer, 'GET', '/apis/php/data/load?get=friends&username=owner');
      assert.equal(
        JSON.stringify(list.body).includes('otherfriend'),
        viewer !== undefined && isAllowed,
        `API, ${who}, ${audience}`,
      );
    }
    const [first] = await listSuggestedPeople(app, friend, 1);
    assert.equal(first?.id === other.id, audience !== 'me', `suggestions, ${audience}`);
  }
});

testPlaza('people hidden from search engines are not found by visitors, at any way out', async (given) => {
  const { app, plaza, ada: follower } = given;
  const owner = await addPerson(app, 'owner');
  await connect(app, follower, 'follow', owner.id);
  await askQuestion(app, follower, { title: 'Why is rye sour?', text: 'Tell me.', categoryId: '', tags: '' });
  const places = ['/search?q=owner', '/sitemaps/people-0.xml', '/', '/@ada', '/search/suggest?q=owner'];
  const found = async () => {
    const shown = await Promise.all(places.map((url) => plaza.page(undefined, url)));
    return places.filter((_, at) => /owner test|@owner/i.test(shown[at]?.text ?? ''));
  };
  assert.deepEqual(await found(), places);
  await setPrivacy(given, owner, { listed: false });
  assert.deepEqual(await found(), []);
  for (const tab of [
    '',
    '/friends',
    '/followers',
    '/following',
    '/photos',
    '/articles',
    '/questions',
    '/answers',
  ]) {
    const { text, headers } = await plaza.page(undefined, `/@owner${tab}`);
    assert.match(text, /<meta name="robots" content="noindex"/, tab);
    if (!/fr|fo/.test(tab)) assert.equal(headers['x-robots-tag'], 'noindex', tab);
  }
  const markdown = await plaza.page(undefined, '/@owner', { accept: 'text/markdown' });
  assert.equal(markdown.headers['x-robots-tag'], 'noindex');
  assert.match((await plaza.page(follower, '/search?q=owner')).text, /Owner Test/, 'members still find them');
});

testPlaza(
  'only the chosen audience may write, call, add to groups or ask, at every way in',
  async (given) => {
    const { app, ada: friend, bob: friendOfFriend, carol: stranger } = given;
    const owner = await addPerson(app, 'owner');
    await befriend(given, owner, friend);
    await befriend(given, friend, friendOfFriend);
    const other = await addPerson(app, 'other');
    const writers = { friend, friendOfFriend, stranger };
    // From narrow to wide, because accepted conversations stay open.
    const allowed = {
      nobody: [],
      friends: ['friend'],
      'friends-of-friends': ['friend', 'friendOfFriend'],
      everybody: ['friend', 'friendOfFriend', 'stranger'],
    } as Record<string, string[]>;
    const ways: Record<string, (writer: Viewer) => Promise<unknown>> = {
      'a message': (writer) => sendMessage(app, writer, { recipients: [owner.id], text: 'Hello' }),
      'a new group': (writer) => createGroup(app, writer, { title: 'Us', memberIds: [owner.id] }),
      'a group': async (writer) => {
        const id = await createGroup(app, writer, { title: 'Us', memberIds: [other.id] });
        await addMembers(app, writer, id, [owner.id]);
      },
      'the API': async (writer) => {
        const body = { recipients: JSON.stringify([owner.id]), message: 'Hello' };
        const { status } = await given.plaza.api(writer, 'POST', '/apis/php/chat/message', body);
        if (status !== 200) throw new Error(String(status));
      },
    };
    for (const [audience, may] of Object.entries(allowed)) {
      await setPrivacy(given, owner, { messages: audience });
      for (const [who, writer] of Object.entries(writers))
        for (const [way, write] of Object.entries(ways)) {
          const outcome = await write(writer).then(
            () => 'done',
            (error: unknown) => String(error),
          );
          assert.equal(outcome === 'done', may.includes(who), `${outcome}: ${way}, ${audience}, ${who}`);
        }
    }
  },
);
