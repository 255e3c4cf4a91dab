import type { App } from '../../../src/platform/app.ts';
import { addComment } from '../../../src/social/comments/comments.ts';
import { settleCase } from '../../../src/social/cases/settle-case.ts';
import { deletePost } from '../../../src/social/posts/deleting.ts';
import { editPost, type PostEdit } from '../../../src/social/posts/editing.ts';
import { publishPost } from '../../../src/social/posts/publishing.ts';
import { react } from '../../../src/social/reactions/reactions.ts';
import { addReport } from '../../../src/social/reports/reports.ts';
import { savePost } from '../../../src/social/saved/saved.ts';
import { addAppeal } from '../../../src/social/appeals/appeals.ts';
import { learnWords } from '../../../src/social/search/learn-words.ts';
import {
  heldWord,
  markerOf,
  mentionsOf,
  othersThanOwner,
  sharedTag,
  sharedWord,
  type Audience,
  type People,
  type Content,
} from './privacy-world.ts';

/**
 * Adds posts that were public, and that everyone saved, reacted to, shared, commented on and was notified of,
 * before access was restricted: none of these traces may leak them. `visit` is called before that.
 */
export async function addRestrictedLater(
  app: App,
  people: People,
  visit?: (postId: string) => Promise<void>,
): Promise<Content[]> {
  const { owner, stranger } = people;
  const pieces: Content[] = [];
  const edit = (id: string, change: Partial<PostEdit> & { text: string }) =>
    editPost(app, owner, id, { alts: new Map(), ...change });

  for (const name of ['secret', 'friends', 'held', 'deleted', 'removed'] as const) {
    const marker = markerOf(`turned${name}`);
    const earlier = markerOf(`earlier${name}`);
    const tag = markerOf(`tag${name}`);
    const text = `${marker} ${sharedWord} #${sharedTag} #${tag} ${mentionsOf(people)}`;
    const id = await publishPost(app, owner, { text: `${earlier} ${text}`, privacy: 'public', photos: [] });
    const commentId = await leaveTraces(app, people, id, markerOf(`below${name}`));
    await edit(id, { text });
    await learnWords(app);
    await visit?.(id);
    const add = (marker: string, audience: Audience, address?: string) =>
      pieces.push({ marker, audience, ...(address && { address }) });
    if (name === 'removed') {
      await addReport(app, stranger, { subject: 'post', id, category: 'spam', reason: markerOf('reason') });
      await remove(app, people, id);
    }
    if (name === 'deleted') await deletePost(app, owner, id);
    if (name === 'held') await edit(id, { text: `${text} ${heldWord}` });
    if (name === 'secret') await edit(id, { text, privacy: 'me' });
    if (name === 'friends') await edit(id, { text, privacy: 'friends' });
    const audience = (
      { secret: 'me', friends: 'friends', held: 'held', deleted: 'nobody', removed: 'held' } as const
    )[name];
    add(marker, audience, name === 'removed' ? undefined : `/posts/${id}`);
    add(tag, audience);
    add(earlier, name === 'removed' ? 'nobody' : audience, `/posts/${id}/history`);
    add(markerOf(`below${name}`), name === 'removed' ? 'nobody' : audience, `/comments/${commentId}`);
  }
  pieces.push({ marker: markerOf('reason'), audience: 'moderators' });
  pieces.push({ marker: markerOf('message'), audience: 'held' });
  pieces.push({ marker: markerOf('appeal'), audience: 'held' });
  return pieces;
}

/** Leaves every kind of trace by every viewer. Returns the id of the comment. */
async function leaveTraces(app: App, people: People, id: string, comment: string): Promise<string> {
  for (const reader of othersThanOwner(people)) {
    await savePost(app, reader, id);
    await react(app, reader, id, 'love');
  }
  await publishPost(app, people.friend, { text: '', privacy: 'public', photos: [], quoteId: id });
  const said = `Look at this ${sharedWord} #${sharedTag}`;
  await publishPost(app, people.stranger, {
    text: `${said} ${id}`,
    privacy: 'public',
    photos: [],
    quoteId: id,
  });
  return addComment(
    app,
    people.stranger,
    id,
    `${comment} @${people.friend.username} @${people.owner.username}`,
  );
}

/** A moderator removes the post, and the owner appeals. */
async function remove(app: App, { owner, moderator }: People, postId: string): Promise<void> {
  const { id } = await app.db
    .selectFrom('social.moderation_case')
    .where('subject', '=', 'post')
    .where('subject_id', '=', postId)
    .select('id')
    .executeTakeFirstOrThrow();
  await settleCase(app, moderator, id, { decision: 'remove', message: markerOf('message') });
  await addAppeal(app, owner.id, id, markerOf('appeal'));
}
