import { Type } from 'typebox';
import { workspaceCookie } from '../../identity/sessions/end-access.ts';
import {
  acceptInvitation,
  getInvitation,
  inviteMember,
  withdrawInvitation,
} from '../../identity/team/invitations.ts';
import {
  changeTeamRole,
  listActivity,
  listTeam,
  listWorkspaces,
  removeMember,
  teamRoles,
} from '../../identity/team/members.ts';
import { ById } from '../../kernel/input.ts';
import { days, minutes } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import type { FormState } from '../../web/form.ts';
import { refused } from '../../web/refused.ts';
import type { View } from '../../web/view.ts';
import { invitationView, teamView } from './team-views.ts';

const path = '/dashboard/team';
const role = Type.Enum([...teamRoles]);

/** The team pages, always for the viewer's own workspace, because only its owner manages a team. */
export const teamPages = [
  page({ method: 'GET', path, access: 'member', handle: ({ app, viewer }) => show(app, viewer, {}) }),
  page({
    method: 'POST',
    path,
    access: 'member',
    verb: inviteMember,
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
    verb: withdrawInvitation,
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
    verb: changeTeamRole,
    access: 'member',
    params: ById,
    body: Type.Object({ role }),
    handle: async ({ app, viewer, params, body }) => {
      await changeTeamRole(app, viewer, params.id, body.role);
      return redirect(path, { kind: 'success', text: t('Saved. Takes effect immediately.') });
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id/remove`,
    verb: removeMember,
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
    verb: removeMember,
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

const Token = Type.Object({ token: Type.String({ minLength: 20, maxLength: 100 }) });
/** Limits attempts to guess invitation tokens. */
const limit = { by: ['address'], calls: 60, within: minutes(10) } as const;
const cookie = { maxAge: days(400) / 1000 };

/** Pages for joining a workspace with an emailed link and for switching workspaces. */
export const workspacePages = [
  page({
    method: 'GET',
    path: '/invite',
    access: 'anyone',
    limit,
    query: Token,
    handle: async ({ app, viewer, query }) =>
      invitationView(await getInvitation(app, query.token), query.token, viewer),
  }),
  page({
    method: 'POST',
    path: '/invite',
    verb: acceptInvitation,
    access: 'member',
    limit,
    body: Token,
    handle: async ({ app, viewer, client, body }) => {
      const { ownerId, name } = await acceptInvitation(app, viewer, body.token);
      client.setCookie(workspaceCookie, ownerId, cookie);
      return redirect('/dashboard', {
        kind: 'success',
        text: t('Switched to {name}’s workspace.', { name }),
      });
    },
  }),
  page({
    method: 'POST',
    path: '/workspace',
    access: 'member',
    body: ById,
    handle: async ({ app, viewer, client, body }) => {
      const others = await listWorkspaces(app, viewer.id);
      const chosen = others.find(({ id }) => id === body.id);
      if (chosen) client.setCookie(workspaceCookie, chosen.id, cookie);
      else client.clearCookie(workspaceCookie);
      const text = chosen
        ? t('Switched to {name}’s workspace.', { name: chosen.name })
        : t('Switched to your workspace.');
      return redirect('/dashboard', { kind: 'info', text });
    },
  }),
];
