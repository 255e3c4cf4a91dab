// Every kind of content x everybody who may look x every place where it could show: no leak, and nothing withheld.
import assert from 'node:assert/strict';
import { testPlaza, type Plaza } from '../ask-plaza.ts';
import {
  addPeople,
  addPieces,
  mayRead,
  partWays,
  sharedTag,
  sharedWord,
  viewerNames,
  type People,
  type Piece,
  type ViewerName,
} from './privacy-world.ts';

/** Lists, pages and documents where content of others may stand. */
const places = [
  '/',
  '/?order=top',
  '/discover',
  '/notifications',
  '/@owner',
  '/@owner/articles',
  '/@owner/questions',
  '/articles',
  '/questions',
  '/forums',
  '/forums/1',
  '/forums/threads',
  `/hashtag/${sharedTag}`,
  `/search?q=${sharedWord}`,
  '/trending',
] as const;

/** What is the same for everybody, whoever asks: only what is for all stands in it. */
const documents = [
  '/citations?type=questions',
  '/citations?type=articles',
  '/citations?type=terms',
  '/feeds/all/rss',
  '/feeds/people/owner/atom',
  '/sitemap.xml',
  '/sitemaps/posts-1.xml',
  '/llms.txt',
  '/llms-full.txt',
] as const;

/** What programs read. */
const operations = [
  '/apis/php/data/load?get=newsfeed',
  '/apis/php/data/load?get=discover',
  '/apis/php/data/load?get=posts_profile&id=OWNER',
  '/apis/php/data/load?get=articles',
  '/apis/php/data/load?get=notifications',
  '/apis/php/feed/top',
  '/apis/php/articles',
  '/apis/php/questions',
  '/apis/php/forums/threads',
  `/apis/php/search?query=${sharedWord}`,
  '/apis/php/appeals',
] as const;

/** Where somebody who mutes another reads nothing of theirs. */
const mutedPlaces = new Set<string>([
  '/',
  '/?order=top',
  '/notifications',
  '/apis/php/data/load?get=newsfeed',
]);

const holds = (text: string, { marker }: Piece) => text.toLowerCase().includes(marker);

async function readAt(plaza: Plaza, people: People, viewer: ViewerName, place: string): Promise<string> {
  const who = viewer === 'visitor' ? undefined : people[viewer];
  if (place.startsWith('/apis/'))
    return JSON.stringify((await plaza.api(who, 'GET', place.replace('OWNER', people.owner.id))).body);
  const { status, headers, text } = await plaza.page(who, place);
  const to = headers.location;
  // To where it is read with its present title.
  if (status === 301 && typeof to === 'string') return (await plaza.page(who, to)).text;
  return text;
}

testPlaza('nothing is read by whom it is not for, in any place', async ({ app, olga, plaza }) => {
  const people = await addPeople(app, olga);
  await plaza.page(people.suspended, '/');
  const pieces = await addPieces(app, people);
  await partWays(app, people);
  assert.equal(new Set(pieces.map(({ marker }) => marker)).size, pieces.length);

  const leaks: string[] = [];
  const shown = new Map<ViewerName, Set<string>>();
  for (const viewer of viewerNames) {
    const seen = new Set<string>();
    const asked = viewer === 'visitor' ? [...places, ...documents] : [...places, ...operations];
    for (const place of asked) {
      const text = await readAt(plaza, people, viewer, place);
      for (const piece of pieces.filter((piece) => holds(text, piece))) {
        const isMuted = viewer === 'mutingone' && mutedPlaces.has(place);
        if (!mayRead(piece.audience, viewer) || isMuted)
          leaks.push(`${viewer} reads ${piece.marker} at ${place}`);
        else seen.add(piece.marker);
      }
    }
    shown.set(viewer, seen);

    for (const address of new Set(pieces.map(({ address }) => address))) {
      const text = await readAt(plaza, people, viewer, address);
      for (const piece of pieces) {
        const isThere = holds(text, piece);
        const may = mayRead(piece.audience, viewer);
        if (isThere && !may) leaks.push(`${viewer} reads ${piece.marker} at ${address}`);
        // Of whom one mutes, one need not read what they say below something.
        if (!isThere && may && viewer !== 'mutingone' && piece.address === address)
          leaks.push(`${viewer} may read ${piece.marker}, and it is not at ${address}`);
      }
    }
  }
  assert.deepEqual(leaks, []);

  // The places do show what is for everybody, or else nothing above would mean anything.
  for (const viewer of ['friend', 'follower', 'stranger', 'moderator', 'visitor'] as const)
    for (const name of ['post', 'article', 'question', 'thread'])
      assert.ok(shown.get(viewer)?.has(`zq${name}qz`), `${viewer} finds no ${name} in any list`);
});
