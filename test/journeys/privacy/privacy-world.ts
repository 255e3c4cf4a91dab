import { sql } from 'kysely';
import type { App, Viewer } from '../../../src/platform/app.ts';
import { addArticle } from '../../../src/social/articles/articles.ts';
import { emptyContent } from '../../../src/social/posts/post.ts';
import { addComment, deleteComment } from '../../../src/social/comments/comments.ts';
import { addForum, addSection } from '../../../src/social/forums/forums.ts';
import { addReply, startThread } from '../../../src/social/forums/threads/posting.ts';
import { addTextRule } from '../../../src/social/moderation/text-rules.ts';
import { connect } from '../../../src/social/relationships/connect.ts';
import { deletePost } from '../../../src/social/posts/deleting.ts';
import { publishPost } from '../../../src/social/posts/publishing.ts';
import { addAnswer } from '../../../src/social/questions/answers.ts';
import { askQuestion } from '../../../src/social/questions/questions.ts';
import { addPerson } from '../../world.ts';

/** Viewers, by their relationship to the owner of the content. */
export const viewerNames = [
  'owner',
  'friend',
  'follower',
  'stranger',
  'blockedone',
  'blockingone',
  'mutingone',
  'moderator',
  'suspended',
  'visitor',
] as const;
export type ViewerName = (typeof viewerNames)[number];

/**
 * The audience of a piece of content: everyone, everyone who is not blocked, followers and friends because the
 * account is private, everyone because a page published it, friends, the owner only, the owner and moderators, moderators only, no one.
 */
export type Audience =
  'all' | 'public' | 'followers' | 'page' | 'friends' | 'me' | 'held' | 'moderators' | 'nobody';

/** Content by the owner with a marker word that reveals it wherever it appears. */
export interface Content {
  marker: string;
  audience: Audience;
  /** Its address. Omitted if there is none that its whole audience can read. */
  address?: string;
}

/** A word that causes a text to be held for review. */
export const heldWord = 'matrixheld';
/** A word in all content to search for, and a hashtag. */
export const sharedWord = 'matrixword';
export const sharedTag = 'matrixtag';

export const mayRead = (audience: Audience, viewer: ViewerName): boolean => {
  if (audience === 'nobody') return false;
  if (audience === 'all' || audience === 'page') return true;
  if (audience === 'moderators') return viewer === 'moderator';
  if (viewer === 'owner') return true;
  if (audience === 'held') return viewer === 'moderator';
  if (audience === 'me') return false;
  if (viewer === 'blockedone' || viewer === 'blockingone') return false;
  if (audience === 'followers') return ['friend', 'follower', 'mutingone'].includes(viewer);
  return audience === 'public' || viewer === 'friend';
};

export const markerOf = (name: string) => `zq${name}qz`;

/**
 * Returns the markers in a text, in lower case: those that are known, and others that are words. A random
 * token, such as a nonce, can contain the letters of a marker by chance.
 */
export function markersIn(text: string, known: ReadonlyMap<string, unknown>): Set<string> {
  const lower = text.toLowerCase();
  const words = new Set(lower.match(/(?<![\w+/-])zq[a-z]{3,}qz(?![\w+/=-])/g));
  return new Set(lower.match(/zq[a-z]+qz/g)?.filter((marker) => known.has(marker) || words.has(marker)));
}

export type People = Readonly<Record<Exclude<ViewerName, 'visitor'>, Viewer>>;

export async function addPeople(app: App, moderator: Viewer): Promise<People> {
  const add = (name: string) => addPerson(app, name);
  const people = {
    moderator,
    owner: await add('owner'),
    friend: await add('friend'),
    follower: await add('follower'),
    stranger: await add('stranger'),
    blockedone: await add('blockedone'),
    blockingone: await add('blockingone'),
    mutingone: await add('mutingone'),
    suspended: await add('suspended'),
  };
  const { owner, friend, stranger } = people;
  for (const one of [owner, stranger]) {
    await connect(app, friend, 'friend-add', one.id);
    await connect(app, one, 'friend-accept', friend.id);
  }
  for (const name of ['follower', 'mutingone', 'suspended'] as const)
    await connect(app, people[name], 'follow', owner.id);
  return people;
}

/** Makes everything trend. The trends of each viewer are selected from that. */
export async function createTrends(app: App): Promise<void> {
  await sql`insert into social.trend (period, kind, post_id, score, people)
    select '24h', kind, id, id, 9 from social.post where parent_id is null`.execute(app.db);
  await sql`insert into social.trend_tag (period, tag, score, people)
    select '24h', tag, count(*), 9 from social.hashtag group by tag`.execute(app.db);
}

/** Adds blocks and mutes after all content and notifications exist. */
export async function block(app: App, people: People): Promise<void> {
  const { owner } = people;
  await connect(app, owner, 'block', people.blockedone.id);
  await connect(app, people.blockingone, 'block', owner.id);
  await connect(app, people.mutingone, 'mute', owner.id);
  await app.db
    .updateTable('identity.account')
    .set({ suspended_at: app.clock.now() })
    .where('id', '=', people.suspended.id)
    .execute();
  await app.db
    .updateTable('identity.account')
    .set({ privacy: JSON.stringify({ friends: 'me' }) })
    .where('id', '=', owner.id)
    .execute();
}

export const othersThanOwner = (people: People): Viewer[] =>
  Object.values(people).filter(({ id }) => id !== people.owner.id);

/** Mentions everyone except the owner, so that all of them are notified. */
export const mentionsOf = (people: People): string =>
  othersThanOwner(people)
    .map(({ username }) => `@${username}`)
    .join(' ');

/** Adds every kind of content in every possible state. */
export async function addPieces(app: App, people: People): Promise<Content[]> {
  const { owner, moderator } = people;
  await addTextRule(app, moderator, { kind: 'word', pattern: heldWord, outcome: 'hold' });
  const pieces: Content[] = [];
  const textOf = (marker: string, audience: Audience) =>
    `${marker} ${sharedWord} #${sharedTag} ${audience === 'held' ? heldWord : ''} ${mentionsOf(people)}`;
  const add = (marker: string, audience: Audience, address: string) =>
    void pieces.push({ marker, audience, address });
  const post = async (name: string, audience: Audience) => {
    const marker = markerOf(name);
    const privacy = audience === 'friends' || audience === 'me' ? audience : 'public';
    const id = await publishPost(app, owner, { text: textOf(marker, audience), privacy, photos: [] });
    if (audience === 'nobody') await deletePost(app, owner, id);
    add(marker, audience, `/posts/${id}`);
    return id;
  };

  const open = await post('post', 'public');
  await post('friendspost', 'friends');
  await post('secretpost', 'me');
  await post('heldpost', 'held');
  await post('deletedpost', 'nobody');

  const article = async (name: string, audience: Audience) => {
    const marker = markerOf(name);
    const privacy = audience === 'friends' || audience === 'me' ? audience : 'public';
    const given = { title: marker, text: textOf(marker, audience), privacy } as const;
    const id = await addArticle(app, owner, { ...emptyContent, ...given });
    add(marker, audience, `/articles/${id}`);
  };
  await article('article', 'public');
  await article('friendsarticle', 'friends');
  await article('secretarticle', 'me');
  await article('heldarticle', 'held');

  const question = async (name: string, audience: Audience) => {
    const marker = markerOf(name);
    const id = await askQuestion(app, owner, { title: marker, text: textOf(marker, audience), tags: '' });
    add(marker, audience, `/questions/${id}`);
    return id;
  };
  const asked = await question('question', 'public');
  await question('heldquestion', 'held');
  for (const [name, audience] of [
    ['answer', 'public'],
    ['heldanswer', 'held'],
  ] as const) {
    await addAnswer(app, owner, asked, textOf(markerOf(name), audience));
    add(markerOf(name), audience, `/questions/${asked}`);
  }

  const sectionId = await addSection(app, moderator, 'Section');
  const at = { sectionId, parentId: null, description: '', title: 'Forum' };
  const forumId = await addForum(app, moderator, at);
  const thread = async (name: string, audience: Audience) => {
    const marker = markerOf(name);
    const given = { forumId, title: marker, text: textOf(marker, audience), follows: false };
    const id = await startThread(app, owner, given);
    add(marker, audience, `/forums/threads/${id}`);
    return id;
  };
  const threadId = await thread('thread', 'public');
  await thread('heldthread', 'held');
  for (const [name, audience] of [
    ['reply', 'public'],
    ['heldreply', 'held'],
  ] as const) {
    await addReply(app, owner, { threadId, text: textOf(markerOf(name), audience), follows: false });
    add(markerOf(name), audience, `/forums/threads/${threadId}`);
  }

  // On a stranger's post, so that access to the comment itself is tested.
  const theirs = await publishPost(app, people.stranger, {
    text: 'Said by another',
    privacy: 'public',
    photos: [],
  });
  for (const [name, audience] of [
    ['comment', 'public'],
    ['heldcomment', 'held'],
    ['deletedcomment', 'nobody'],
  ] as const) {
    const id = await addComment(app, owner, theirs, textOf(markerOf(name), audience));
    if (audience === 'nobody') await deleteComment(app, owner, id);
    add(markerOf(name), audience, `/posts/${theirs}`);
  }
  const below = await addComment(app, owner, open, textOf(markerOf('commentbelow'), 'public'));
  add(markerOf('commentbelow'), 'public', `/comments/${below}`);
  return pieces;
}
