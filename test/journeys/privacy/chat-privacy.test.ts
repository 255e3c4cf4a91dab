// Every kind of message x every viewer x every place where it could appear: no leaks, and nothing withheld.
import assert from 'node:assert/strict';
import type { App } from '../../../src/platform/app.ts';
import { plazaSections } from '../../../src/social/accounts/data/plaza-export.ts';
import { chatLiveKinds } from '../../../src/social/chat/live.ts';
import { getCounters } from '../../../src/social/notifications/counters.ts';
import { addReport } from '../../../src/social/reports/reports.ts';
import { testPlaza, type Plaza } from '../../ask-plaza.ts';
import { addChat, chatPlaces, messagePlaces, type Said } from './privacy-chat.ts';
import { documents, checkedPaths } from './privacy-places.ts';
import {
  addPeople,
  markersIn,
  sharedWord,
  viewerNames,
  type People,
  type ViewerName,
} from './privacy-world.ts';

testPlaza('a message is visible to its readers, and nowhere to others', async ({ app, olga, plaza }) => {
  const people = await addPeople(app, olga);
  const { said, groupId } = await addChat(app, people);
  await checkCounters(app, people);
  await checkLive(app, people, said);

  const leaks: string[] = [];
  const of = new Map(said.map((each) => [each.marker, each]));
  const note = (viewer: ViewerName, place: string, text: string) => {
    const markers = markersIn(text, of);
    for (const marker of markers)
      if (!of.get(marker)?.readers.includes(viewer)) leaks.push(`${viewer} reads ${marker} at ${place}`);
    if (viewer === 'blockedone' && place.includes(groupId) && /Owner Test|\/@owner/.test(text))
      leaks.push(`${viewer} sees the owner at ${place}`);
    return markers;
  };
  for (const viewer of viewerNames) {
    const read = readerFor(plaza, people, viewer);
    const seen = new Set<string>();
    for (const place of chatPlaces(said))
      for (const marker of note(viewer, place, await read(place))) seen.add(marker);
    for (const { marker, readers } of said)
      if (readers.includes(viewer) && !seen.has(marker)) leaks.push(`${viewer} does not find ${marker}`);
    for (const place of elsewhere[viewer] ?? []) note(viewer, place, await read(place));
    for (const message of said)
      if (message.id !== undefined && detailedViewers.has(viewer))
        for (const place of messagePlaces(message)) note(viewer, place, await read(place));
    // Neither of these can request an export.
    if (viewer === 'visitor' || viewer === 'suspended') continue;
    const { id } = people[viewer];
    const exported = await exportOf(app, id);
    // Authors can export their own messages, regardless of who can read them now.
    const others = said.filter(({ authorId }) => authorId !== id).map(({ marker }) => marker);
    note(viewer, 'export', [...markersIn(exported, of)].filter((marker) => others.includes(marker)).join());
    if (viewer === 'blockedone') assert.doesNotMatch(exported, /"with":[^\]]*"owner"/);
  }
  assert.deepEqual(leaks, []);
  for (const marker of ['groupreply', 'groupafter', 'toblocked'])
    assert.match(await exportOf(app, people.owner.id), new RegExp(`zq${marker}qz`));
  await checkReactions(plaza, people, groupId);
  await checkReport(app, plaza, people, said);
});

/** Viewers who request each message individually. */
const detailedViewers: ReadonlySet<ViewerName> = new Set(['stranger', 'blockedone', 'moderator']);
/** Pages outside chat. */
const elsewhere: Partial<Record<ViewerName, readonly string[]>> = {
  stranger: ['/', '/notifications', `/search?q=${sharedWord}`, '/search/suggest?q=zq'],
  moderator: [...checkedPaths.filter((place) => !place.includes('owner')), '/operator', '/operator/people'],
  visitor: documents,
};

/** Requests a place as a viewer. Error responses are checked too. */
const readerFor = (plaza: Plaza, people: People, viewer: ViewerName) => async (place: string) => {
  const who = viewer === 'visitor' ? undefined : people[viewer];
  const address = place.replace('OWNER', people.owner.id);
  if (!address.startsWith('/apis/')) return (await plaza.page(who, address)).text;
  return JSON.stringify((await plaza.api(who, 'GET', address)).body);
};

/** Everyone had read everything before a blocked member and the owner wrote again. */
async function checkCounters(app: App, people: People): Promise<void> {
  const unread: Partial<Record<ViewerName, number>> = {};
  for (const name of viewerNames)
    if (name !== 'visitor') unread[name] = (await getCounters(app, people[name])).messages;
  const { friend, follower, mutingone, blockingone, ...others } = unread;
  assert.deepEqual({ friend, mutingone, blockingone }, { friend: 1, mutingone: 1, blockingone: 1 });
  assert.equal(follower, 0, 'a request is not counted');
  assert.deepEqual(new Set(Object.values({ ...others, suspended: 0 })), new Set([0]));
}

/** A stream sends a new message only to its readers. */
async function checkLive(app: App, people: People, said: readonly Said[]): Promise<void> {
  const kind = chatLiveKinds.find(({ name }) => name === 'message');
  assert.ok(kind);
  for (const { marker, readers, conversationId: conversation, id } of said) {
    if (id === undefined || conversation === undefined || marker === 'zqearlierqz') continue;
    for (const name of viewerNames) {
      // They have no streams.
      if (name === 'visitor' || name === 'suspended') continue;
      const event = await kind.read(app, people[name], { conversation, id, isNew: true });
      assert.equal(
        event !== undefined,
        readers.includes(name),
        `${name} receives ${marker} only if they may read it`,
      );
    }
  }
}

/** Returns the complete data export of an account. */
async function exportOf(app: App, accountId: string): Promise<string> {
  let text = '';
  for (const { rows } of plazaSections(app, accountId)) text += JSON.stringify(await rows.execute(app.db));
  return text;
}

/** A moderator sees a reported message in the queue, but nowhere in chat. */
async function checkReport(app: App, plaza: Plaza, people: People, said: readonly Said[]): Promise<void> {
  const reported = said.find(({ marker }) => marker === 'zqtofriendqz');
  const { marker = '', id = '' } = reported ?? {};
  await addReport(app, people.friend, { subject: 'message', id, category: 'spam', reason: '' });
  const read = readerFor(plaza, people, 'moderator');
  const known = new Map(said.map((each) => [each.marker, each]));
  assert.deepEqual([...markersIn(await read('/moderation'), known)], [marker]);
  for (const place of [...chatPlaces(said), ...said.flatMap(messagePlaces)])
    assert.ok(!(await read(place)).includes(marker), place);
}

/** Only the owner reacted, and is not counted for viewers who cannot see them. */
async function checkReactions(plaza: Plaza, people: People, groupId: string): Promise<void> {
  for (const [name, expected] of [
    ['friend', 1],
    ['blockedone', 0],
  ] as const) {
    const place = `/apis/php/chat/messages?conversation_id=${groupId}`;
    const { messages } = (await plaza.api(people[name], 'GET', place)).body.data as {
      messages: { reactions_total_count: number }[];
    };
    const counted = messages.reduce((sum, { reactions_total_count: n }) => sum + n, 0);
    assert.equal(counted, expected, name);
  }
}
