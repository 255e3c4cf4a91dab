import type { App, Viewer } from '../../../src/platform/app.ts';
import { addGroup } from '../../../src/social/groups/groups.ts';
import { inviteToGroup } from '../../../src/social/groups/invitations.ts';
import { writeInGroup } from '../../../src/social/groups/posts.ts';

/** A group with a post, and one with a member other than its owner. */
export async function groupExamples(
  app: App,
  viewer: Viewer,
  other: { id: string },
): Promise<Record<string, string>> {
  const group = { kind: 'closed', title: 'Bakers', about: 'Bread', rules: 'Be kind', questions: ['Why?'] };
  const id = await addGroup(app, viewer, group);
  const joined = { group_id: id, account_id: other.id, joined_at: app.clock.now() };
  await app.db.insertInto('social.people_group_member').values(joined).execute();
  await writeInGroup(app, viewer, id, { text: 'Who has flour?', photos: [] });
  const token = await inviteToGroup(app, viewer, id, { uses: 3, life: 7 });
  return {
    '/groups/:id': `/groups/${id}`,
    '/groups/:id/about': `/groups/${id}/about`,
    '/groups/:id/edit': `/groups/${id}/edit`,
    '/groups/:id/manage': `/groups/${id}/manage`,
    '/groups/:id/members': `/groups/${id}/members`,
    '/groups/:id/members/:person': `/groups/${id}/members/${other.id}`,
    '/groups/:id/notifications': `/groups/${id}/notifications`,
    '/groups/join/:token': `/groups/join/${token}`,
  };
}
