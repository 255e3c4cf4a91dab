import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { ById } from '../../kernel/input.ts';
import { minutes } from '../../kernel/time.ts';
import {
  changeRole,
  listActivity,
  listTeam,
  listWorkspaces,
  removeMember,
  teamRoles,
} from '../../identity/team/members.ts';
import { inviteMember, withdrawInvitation } from '../../identity/team/invitations.ts';
import type { App } from '../../platform/app.ts';
import type { FormState } from '../../web/form.ts';
import type { View } from '../../web/view.ts';
import { refused } from '../../web/refused.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { teamView } from './views/team-view.ts';

const path = '/dashboard/team';
const role = Type.Enum([...teamRoles]);

/** The team pages, always for the viewer's own workspace, because only its owner manages a team. */
export const teamPages = [
  page({ method: 'GET', path, access: 'member', handle: ({ app, viewer }) => show(app, viewer, {}) }),
  page({
    method: 'POST',
    path,
    access: 'member',
    limit: { by: ['account'], calls: 30, within: minutes(60) },
    body: Type.Object({ email: Type.String({ maxLength: 300 }), role }),
    handle: async ({ app, viewer, body }) => {
      await inviteMember(app, viewer, body);
      return redirect(path, {
        kind: 'success',
        text: t('Invitation sent to {email}.', { email: body.email.trim() }),
      });
    },
    again: ({ app, viewer, body }, problem) => show(app, viewer, refused(body, problem)),
  }),
  page({
    method: 'POST',
    path: `${path}/invitations/:id/withdraw`,
    access: 'member',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await withdrawInvitation(app, viewer, params.id);
      return redirect(path, { kind: 'success', text: t('Invitation revoked.') });
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id/role`,
    access: 'member',
    params: ById,
    body: Type.Object({ role }),
    handle: async ({ app, viewer, params, body }) => {
      await changeRole(app, viewer, params.id, body.role);
      return redirect(path, { kind: 'success', text: t('Saved. Takes effect immediately.') });
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id/remove`,
    access: 'member',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await removeMember(app, { ownerId: viewer.id, memberId: params.id });
      return redirect(path, { kind: 'success', text: t('Member removed.') });
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id/leave`,
    access: 'member',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await removeMember(app, { ownerId: params.id, memberId: viewer.id });
      return redirect(path, { kind: 'success', text: t('You left the workspace.') });
    },
  }),
];

async function show(app: App, viewer: Viewer, state: FormState): Promise<View> {
  return teamView({
    now: app.clock.now(),
    ...(await listTeam(app, viewer)),
    workspaces: await listWorkspaces(app, viewer.id),
    acts: await listActivity(app, viewer),
    state,
  });
}
