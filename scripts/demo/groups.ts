import { minutes } from '../../src/kernel/time.ts';
import type { App } from '../../src/platform/app.ts';
import { addComment } from '../../src/social/comments/comments.ts';
import { addGroup } from '../../src/social/groups/groups.ts';
import { inviteToGroup } from '../../src/social/groups/invitations.ts';
import { acceptGroupInvitation, changeGroupRole, joinGroup } from '../../src/social/groups/membership.ts';
import { pinInGroup, writeInGroup } from '../../src/social/groups/posts.ts';
import { at } from './at.ts';
import { viewerOf, type Cast } from './cast.ts';

/** Adds a public group, and a closed one with a request to join. Their posts are the newest, like their ids. */
export async function addGroups(app: App, cast: Cast): Promise<void> {
  const now = app.clock.now().getTime();
  const owner = viewerOf(cast, 'ada');
  const others = [...cast.keys()].filter((username) => username !== 'ada');
  const [second, third, fourth, fifth] = others.map((username) => viewerOf(cast, username));
  if (!second || !third || !fourth || !fifth) throw new Error('The demo needs five people');
  const start = at(app, now - minutes(9));
  const walks = await addGroup(start, owner, {
    kind: 'public',
    title: 'Sunday walks',
    about: 'Walks around the city, every Sunday at ten. Bring good shoes.',
    rules: 'Nobody is left behind.',
    questions: [],
  });
  for (const person of [second, third, fourth, fifth])
    await joinGroup(start, person, walks, { accepts: true });
  const route = 'This Sunday: along the river to the old mill, eight kilometers. We meet at the bridge.';
  const announced = await writeInGroup(start, owner, walks, { text: route, photos: [] });
  await pinInGroup(start, owner, walks, announced, 'pin');
  await addComment(start, second, announced, 'I bring tea for everyone.');
  const readers = await addGroup(start, second, {
    kind: 'closed',
    title: 'First readers',
    about: 'We read each other’s drafts and say what we think.',
    rules: 'Drafts stay in the group.',
    questions: ['What are you writing?'],
  });
  const token = await inviteToGroup(start, second, readers, { uses: 10, life: 30 });
  for (const person of [owner, third]) await acceptGroupInvitation(start, person, token, { accepts: true });
  await changeGroupRole(start, second, readers, owner.id, 'moderator');
  await joinGroup(start, fourth, readers, { accepts: true, answers: ['A novel about a lighthouse.'] });
  const draft = 'My first chapter is done, and it is too long. Who has an evening for it?';
  await writeInGroup(at(app, now - minutes(6)), third, readers, { text: draft, photos: [] });
}
