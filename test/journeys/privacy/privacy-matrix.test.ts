// Every kind of content x every viewer x every place where it could appear: no leaks, and nothing withheld.
import assert from 'node:assert/strict';
import { deliverMail, type MailMessage } from '../../../src/platform/mail.ts';
import { claimDelivery, sendNotificationMail } from '../../../src/social/notifications/mail.ts';
import type { TestApp } from '../../app.ts';
import { testCommittingPlaza, testPlaza, type Plaza, type World } from '../../ask-plaza.ts';
import { queuedJobs } from '../../jobs.ts';
import { isThorough } from '../../peers/thorough.ts';
import { addOtherContent } from './privacy-beside.ts';
import { checkStored } from './stored-data.ts';
import { changePrivate } from '../../../src/social/relationships/follow-requests.ts';
import { mutedPlaces, ofOnePost, placesOf } from './privacy-places.ts';
import { addRestrictedLater } from './privacy-turned.ts';
import {
  addPeople,
  addPieces,
  createTrends,
  markersIn,
  mayRead,
  block,
  viewerNames,
  type People,
  type Content,
  type ViewerName,
} from './privacy-world.ts';

/** Requests a place as a viewer. */
type Read = (viewer: ViewerName, place: string, accept?: string) => Promise<string>;

/** Returns the markers that a viewer sees in a text, after recording leaks. */
type Check = (viewer: ViewerName, place: string, text: string) => ReadonlySet<string>;

const readerOf =
  (plaza: Plaza, people: People): Read =>
  async (viewer, place, accept = 'text/html') => {
    const who = viewer === 'visitor' ? undefined : people[viewer];
    if (place.startsWith('/apis/')) {
      const { status, body } = await plaza.api(who, 'GET', place.replace('OWNER', people.owner.id));
      // A 400 would be an invalid request of the test, which proves nothing about access.
      assert.ok(status === 200 || status === 404, `${place}: ${status}`);
      return JSON.stringify(body);
    }
    const { status, headers, text } = await plaza.page(who, place, { accept });
    const to = headers.location;
    // Follows the redirect to the current title.
    if (status === 301 && typeof to === 'string') return (await plaza.page(who, to, { accept })).text;
    return text;
  };

function checkerFor(pieces: readonly Content[], leaks: string[]): Check {
  const audiences = new Map(pieces.map(({ marker, audience }) => [marker, audience]));
  assert.equal(audiences.size, pieces.length);
  return (viewer, place, text) => {
    const markers = markersIn(text, audiences);
    const isMuted = viewer === 'mutingone' && mutedPlaces.has(place);
    for (const marker of markers) {
      const audience = audiences.get(marker) ?? 'nobody';
      // A page's posts belong to the page, regardless of their author.
      if (!mayRead(audience, viewer) || (isMuted && audience !== 'all' && audience !== 'page'))
        leaks.push(`${viewer} reads ${marker} at ${place}`);
    }
    // The owner's name must not appear either: in reactions, replies, shares or as last author. In their
    // block list it may.
    if (viewer === 'blockedone' && !/owner/i.test(place) && text.includes('/@owner'))
      leaks.push(`${viewer} sees the owner at ${place}`);
    return markers;
  };
}

/**
 * @param isVisitedBefore whether everyone has read what is restricted later, and reads everything twice
 * @param isPrivate whether the account of the owner becomes private after everything is published
 */
async function checkMatrix(
  { app, olga, plaza }: World,
  { isVisitedBefore = false, isPrivate = false }: { isVisitedBefore?: boolean; isPrivate?: boolean },
): Promise<void> {
  const people = await addPeople(app, olga);
  const read = readerOf(plaza, people);
  const visit = async (id: string) => {
    for (const viewer of ['owner', 'friend', 'stranger', 'blockedone', 'moderator'] as const)
      for (const place of ['/', '/@owner', `/posts/${id}`, ...ofOnePost(id)]) await read(viewer, place);
    for (const place of ['/@owner', `/posts/${id}`]) await read('visitor', place);
  };
  const added = [
    ...(await addPieces(app, people)),
    ...(await addRestrictedLater(app, people, isVisitedBefore ? visit : undefined)),
    ...(await addOtherContent(app, people)),
  ];
  const pieces = isPrivate ? added.map(toReserved) : added;
  await createTrends(app);
  await block(app, people);
  if (isPrivate) await changePrivate(app, people.owner, true);
  const leaks: string[] = [];
  const check = checkerFor(pieces, leaks);

  // What is remembered of a reading does not depend on who may read, so one of both is enough.
  const readsTwice = isVisitedBefore && (isThorough || !isPrivate);
  const shown = new Map<ViewerName, Set<string>>();
  for (const viewer of viewerNames) {
    const seen = new Set<string>();
    for (const place of readsTwice ? [...placesOf[viewer], ...placesOf[viewer]] : placesOf[viewer])
      for (const marker of check(viewer, place, await read(viewer, place))) seen.add(marker);
    shown.set(viewer, seen);
  }
  await getAddresses(read, pieces, check, leaks);
  await getDeliveries(app, people, check);
  assert.deepEqual(leaks, []);

  // Public content must be found, otherwise the checks above would prove nothing.
  for (const viewer of ['friend', 'stranger', 'visitor'] as const)
    for (const name of [
      ...(isPrivate && viewer !== 'friend' ? [] : ['post', 'article']),
      'question',
      'thread',
    ])
      assert.ok(shown.get(viewer)?.has(`zq${name}qz`), `${viewer} finds ${name} in some list`);

  if (isVisitedBefore || isPrivate) return; // The rest is about the page cache and stored data.
  await checkNames(read, pieces);
  await checkStored(plaza, people, pieces);
}

testPlaza('private content appears nowhere for people without access', (world) => checkMatrix(world, {}), {
  PAGE_CACHE_MIB: 8,
});

testCommittingPlaza(
  'private content appears nowhere after what is remembered of it and of sessions',
  (world) => checkMatrix(world, { isVisitedBefore: true }),
  { SESSION_CACHE_SECONDS: 2 },
);

testCommittingPlaza(
  'posts of a private account appear nowhere for people who are neither followers nor friends',
  (world) => checkMatrix(world, { isPrivate: true, isVisitedBefore: true }),
  { SESSION_CACHE_SECONDS: 2 },
);

/** Posts and articles, and what is below them. Forums, questions and comments elsewhere stay public. */
const reserved = /^zq(post|article|commentbelow|choice|quote)qz$/;

const toReserved = (piece: Content): Content =>
  piece.audience === 'public' && reserved.test(piece.marker) ? { ...piece, audience: 'followers' } : piece;

const meetingOpen = ['stranger', 'blockedone', 'blockingone', 'mutingone', 'moderator', 'visitor'] as const;
const meetingOthers = ['owner', 'friend', 'stranger', 'moderator', 'visitor'] as const;

/** Comments and replies by a muted person may be hidden. */
const isOnItsOwn = (marker: string) => /^zq(post|article|question|thread)qz$/.test(marker);

/** Requests each item's address as a page and as Markdown, and the operations for a post and its comments. */
async function getAddresses(read: Read, pieces: readonly Content[], check: Check, leaks: string[]) {
  const addresses = Map.groupBy(pieces, ({ address = '' }) => address);
  addresses.delete('');
  for (const [address, there] of addresses) {
    const isOpen = there.some(({ audience }) => audience === 'public');
    for (const viewer of isOpen ? meetingOpen : meetingOthers) {
      const markers = check(viewer, address, await read(viewer, address));
      for (const { marker, audience } of there)
        if (
          !markers.has(marker) &&
          mayRead(audience, viewer) &&
          (viewer !== 'mutingone' || isOnItsOwn(marker))
        )
          leaks.push(`${viewer} may read ${marker}, but it is not at ${address}`);
    }
    for (const viewer of isOpen ? (['blockedone', 'visitor'] as const) : (['visitor'] as const))
      check(viewer, address, await read(viewer, address, 'text/markdown'));
    const [, id] = /^\/posts\/(\d+)(?:\/shares)?$/.exec(address) ?? [];
    if (id !== undefined)
      for (const place of ofOnePost(id)) {
        const viewer = isOpen ? 'blockedone' : 'stranger';
        check(viewer, place, await read(viewer, place));
      }
  }
}

/** Checks email and push notifications, rendered at the time of delivery. */
async function getDeliveries(app: TestApp, people: People, check: Check): Promise<void> {
  for (const viewer of ['friend', 'stranger', 'blockedone', 'mutingone'] as const) {
    const notified = await app.db
      .selectFrom('social.notification')
      .where('account_id', '=', people[viewer].id)
      .select('id')
      .execute();
    for (const { id } of notified) {
      check(viewer, 'push', JSON.stringify((await claimDelivery(app, id, 'pushed_at'))?.notification ?? ''));
      await sendNotificationMail(app, { id });
    }
  }
  for (const { name, payload } of await queuedJobs(app)) {
    if (name !== deliverMail.name) continue;
    const { to, text } = payload as MailMessage;
    const viewer = viewerNames.find((name) => to === `${name}@example.org`);
    if (viewer) check(viewer, 'mail', text);
  }
}

/** Names that must not be shown: voters, authors behind a page, and hidden friends. */
async function checkNames(read: Read, pieces: readonly Content[]): Promise<void> {
  const addressOf = (name: string) => pieces.find(({ marker }) => marker === `zq${name}qz`)?.address ?? '';
  const ofPage = addressOf('pagepost');
  const ofPoll = addressOf('choice');
  const apiOf = (address: string) => `/apis/php/posts/post/${address.slice('/posts/'.length)}`;
  const hidden: [ViewerName, string, RegExp][] = [
    ['visitor', ofPage, /@owner/],
    ['visitor', '/feeds/pages/openpage/json', /@owner/],
    ['stranger', '/pages/openpage', /@owner/],
    ['stranger', apiOf(ofPage), /owner/i],
    ['visitor', ofPoll, /@follower/],
    ['stranger', apiOf(ofPoll), /["@]follower"/],
    ...['/@owner/friends', '/@owner/mutual', '/apis/php/data/load?get=friends&id=OWNER'].map(
      (place): [ViewerName, string, RegExp] => ['stranger', place, /\/@friend"/],
    ),
    ['stranger', '/apis/php/data/load?get=mutual_friends&id=OWNER', /\/@friend"/],
    ['stranger', '/apis/php/user/profile?user_id=OWNER', /"friends_count":[1-9]/],
  ];
  for (const [viewer, place, name] of hidden)
    assert.doesNotMatch(await read(viewer, place), name, `${viewer} at ${place}`);
}
