import type { Viewer } from '../../../src/platform/app.ts';
import { type GroupKind } from '../../../src/social/access/group.ts';
import { addArticle } from '../../../src/social/articles/articles.ts';
import { addComment } from '../../../src/social/comments/comments.ts';
import { addGroup } from '../../../src/social/groups/groups.ts';
import { inviteToGroup } from '../../../src/social/groups/invitations.ts';
import {
  acceptGroupInvitation,
  banFromGroup,
  changeGroupRole,
  leaveGroup,
} from '../../../src/social/groups/membership.ts';
import { writeInGroup } from '../../../src/social/groups/posts.ts';
import { emptyContent } from '../../../src/social/posts/post.ts';
import { addAnswer } from '../../../src/social/questions/answers.ts';
import { askQuestion } from '../../../src/social/questions/questions.ts';
import { react } from '../../../src/social/reactions/reactions.ts';
import { follow } from '../../../src/social/relationships/follows.ts';
import { acceptFriend, sendFriendRequest } from '../../../src/social/relationships/connect.ts';
import { savePost } from '../../../src/social/saved/saved.ts';
import { type World } from '../../ask-plaza.ts';
import { addModerator, addPerson } from '../../world.ts';
import { upload } from './photos.ts';
import { sharedTag, sharedWord } from './privacy-world.ts';

export const names = [
  'owner',
  'leader',
  'member',
  'elsewhere',
  'former',
  'banned',
  'blocked',
  'stranger',
  'friend',
] as const;
export type People = Readonly<Record<(typeof names)[number] | 'moderator' | 'olga', Viewer>>;

export async function addPeople({ app, olga }: World): Promise<People> {
  const added: Record<string, Viewer> = { olga, moderator: await addModerator(app, 'moderator') };
  for (const name of names) added[name] = await addPerson(app, name);
  const people = added as People;
  // What friends and followers of the author do not read in a group they are not in.
  await sendFriendRequest(app, people.friend, people.owner.id);
  await acceptFriend(app, people.owner, people.friend.id);
  for (const name of ['friend', 'stranger', 'former', 'elsewhere'] as const)
    await follow(app, people[name], people.owner.id);
  return people;
}

export const marker = (kind: GroupKind, part: string) => `zq${kind}${part}qz`;

/** A group of a kind in which the author wrote while everyone was a member. Returns its post and its picture. */
export async function fill(world: World, people: People, kind: GroupKind) {
  const { app } = world;
  const group = {
    kind,
    title: marker(kind, 'title'),
    about: marker(kind, 'about'),
    rules: '',
    questions: [],
  };
  const id = await addGroup(app, people.leader, group);
  const token = await inviteToGroup(app, people.leader, id, { uses: 20, life: 7 });
  for (const name of ['owner', 'member', 'former', 'banned', 'blocked'] as const)
    await acceptGroupInvitation(app, people[name], token, { accepts: true });
  await changeGroupRole(app, people.leader, id, people.member.id, 'moderator');
  const path = await upload(world, people.owner);
  const mentions = [...names, 'olga', 'moderator'].map((name) => `@${name}`).join(' ');
  const text = `${marker(kind, 'post')} ${sharedWord} #${sharedTag} #${marker(kind, 'tag')} ${mentions}`;
  const photos = [{ path, alt: marker(kind, 'alt') }];
  const thread = [{ text: `${marker(kind, 'part')} ${sharedWord}`, photos: [] }];
  const postId = await writeInGroup(app, people.owner, id, { text, photos, thread });
  const comment = `${marker(kind, 'comment')} ${mentions}`;
  const commentId = await addComment(app, people.member, postId, comment);
  await addComment(app, people.former, postId, marker(kind, 'answer'), commentId);
  const articleId = await addArticle(app, people.owner, {
    ...emptyContent,
    title: marker(kind, 'headline'),
    text: `${marker(kind, 'essay')} ${sharedWord} ${mentions}`,
    tags: sharedTag,
    group: id,
  });
  const questionId = await askQuestion(app, people.owner, {
    title: marker(kind, 'question'),
    text: `${marker(kind, 'details')} ${sharedWord} #${sharedTag}`,
    tags: sharedTag,
    groupId: id,
  });
  const reply = `${marker(kind, 'reply')} ${sharedWord} ${mentions}`;
  const answerId = await addAnswer(app, people.member, questionId, reply);
  await react(app, people.leader, postId, 'like');
  for (const name of ['former', 'banned', 'blocked', 'member'] as const)
    await savePost(app, people[name], postId);
  await leaveGroup(app, people.former, id);
  await banFromGroup(app, people.leader, id, people.banned.id, { reason: marker(kind, 'reason') });
  return { kind, id, postId, commentId, path, articleId, questionId, answerId };
}

export type Filled = Awaited<ReturnType<typeof fill>>;
