import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { addPerson } from '../../../test/world.ts';
import type { Viewer } from '../../platform/app.ts';
import { groupKinds } from '../access/group.ts';
import { addGroup } from '../groups/groups.ts';
import { inviteToGroup } from '../groups/invitations.ts';
import { acceptGroupInvitation, banFromGroup } from '../groups/membership.ts';
import { block } from '../relationships/blocks.ts';
import { acceptFriend, sendFriendRequest } from '../relationships/connect.ts';
import { renewCalendarAddress } from './calendar-address.ts';
import { answerEvent } from './answers.ts';
import { addEvent } from './events.ts';
import { getDate } from './event.ts';

const typed = (title: string) => ({
  title,
  about: '',
  place: 'Oven',
  address: '',
  link: '',
  start: '2026-03-20T19:00',
  end: '2026-03-20T21:00',
  timeZone: 'Europe/Berlin',
  isAllDay: false,
  rule: '',
  capacity: null,
});

testPlaza('who sees an event, in every list and format', async ({ app, plaza, ada, bob, carol }) => {
  const people: Record<string, Viewer | undefined> = { visitor: undefined, host: ada, stranger: carol };
  for (const name of ['member', 'banned', 'blocked', 'friend']) people[name] = await addPerson(app, name);
  const { member, banned, blocked, friend } = people;
  assert.ok(member && banned && blocked && friend);
  await sendFriendRequest(app, friend, ada.id);
  await acceptFriend(app, ada, friend.id);
  await block(app, ada, blocked.id);
  const events: [title: string, id: string, seenBy: readonly string[]][] = [
    [
      'zqpublicqz',
      await addEvent(app, ada, typed('zqpublicqz')),
      ['visitor', 'host', 'stranger', 'member', 'banned', 'friend'],
    ],
    [
      'zqfriendsqz',
      await addEvent(app, ada, typed('zqfriendsqz'), { privacy: 'friends' }),
      ['host', 'friend'],
    ],
  ];
  const readers = {
    public: ['host', 'member', 'stranger', 'friend'],
    closed: ['host', 'member'],
    secret: ['host', 'member'],
  };
  for (const kind of groupKinds) {
    const title = `zqgroup${kind}qz`;
    const id = await addGroup(app, bob, { kind, title: kind, about: '', rules: '', questions: [] });
    const token = await inviteToGroup(app, bob, id, { uses: 5, life: 7 });
    for (const person of [ada, member, banned])
      await acceptGroupInvitation(app, person, token, { accepts: true });
    events.push([title, await addEvent(app, ada, typed(title), { groupId: id }), readers[kind]]);
    await banFromGroup(app, bob, id, banned.id, { reason: '' });
  }
  const calendars = new Map<string, string>();
  for (const [name, person] of Object.entries(people))
    if (person) calendars.set(name, new URL(await renewCalendarAddress(app, person)).pathname);
  for (const [name, viewer] of Object.entries(people)) {
    const lists = await Promise.all(
      [
        '/events',
        '/events?month=2026-03',
        '/events?q=zq',
        `/events?user=${ada.id}`,
        '/sitemaps/events.xml',
      ].map(async (path) => (await plaza.page(viewer, path)).text),
    );
    const api = viewer && (await plaza.api(viewer, 'GET', '/apis/php/events'));
    for (const [title, id, seenBy] of events) {
      const isSeen = seenBy.includes(name);
      const what = `${title} for ${name}`;
      assert.equal((await plaza.page(viewer, `/events/${id}`)).status, isSeen ? 200 : 404, what);
      assert.equal((await plaza.page(viewer, `/events/${id}/event.ics`)).status, isSeen ? 200 : 404, what);
      assert.equal(lists[0]?.includes(title), isSeen, what);
      assert.equal(lists[1]?.includes(title), isSeen, what);
      assert.equal(lists[2]?.includes(title), isSeen, what);
      // Events of a group are listed there, not on profiles.
      if (!isSeen || title.includes('group')) assert.doesNotMatch(lists[3] ?? '', new RegExp(title), what);
      assert.equal(lists[4]?.includes(`/events/${id}<`), title === 'zqpublicqz', what);
      if (api) assert.equal(JSON.stringify(api.body.data).includes(title), isSeen, what);
      if (!viewer || isSeen) continue;
      const answer = { id, answer: 'going' };
      assert.equal((await plaza.api(viewer, 'POST', '/apis/php/events/answer', answer)).status, 404, what);
      assert.equal((await plaza.api(viewer, 'GET', `/apis/php/events/guests?id=${id}`)).status, 404, what);
      assert.equal((await plaza.form(viewer, `/events/${id}/answer`, { answer: 'going' })).status, 404, what);
      const calendar = await plaza.page(undefined, calendars.get(name) ?? '');
      assert.doesNotMatch(calendar.text, new RegExp(title), what);
    }
  }
});

testPlaza('events of a private account are for its followers', async ({ app, plaza, ada, bob }) => {
  const id = await addEvent(app, ada, typed('zqprivateqz'));
  await app.db.updateTable('identity.account').set({ is_private: true }).where('id', '=', ada.id).execute();
  for (const viewer of [undefined, bob]) {
    assert.equal((await plaza.page(viewer, `/events/${id}`)).status, 404);
    assert.doesNotMatch((await plaza.page(viewer, '/events')).text, /zqprivateqz/);
  }
});

testPlaza('who no longer sees an event gets no place from its waiting list', async (world) => {
  const { app, ada, bob, carol } = world;
  const group = { kind: 'secret', title: 'Bakers', about: '', rules: '', questions: [] };
  const groupId = await addGroup(app, ada, group);
  const token = await inviteToGroup(app, ada, groupId, { uses: 5, life: 7 });
  for (const person of [bob, carol]) await acceptGroupInvitation(app, person, token, { accepts: true });
  const id = await addEvent(app, ada, { ...typed('Tasting'), capacity: 1 }, { groupId });
  for (const person of [ada, bob, carol]) await answerEvent(app, person, { id }, 'going');
  await banFromGroup(app, ada, groupId, bob.id, { reason: '' });
  await answerEvent(app, ada, { id }, 'declined');
  const { date } = await getDate(app, carol, id);
  assert.deepEqual([date.mine, date.going, date.waiting], ['going', 1, 0]);
});
