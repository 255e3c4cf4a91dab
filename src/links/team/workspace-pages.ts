import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { ById } from '../../kernel/input.ts';
import { days, minutes } from '../../kernel/time.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { acceptInvitation, getInvitation } from '../../identity/team/invitations.ts';
import { workspaceCookie } from '../../identity/sessions/end-access.ts';
import { listWorkspaces } from '../../identity/team/members.ts';
import { invitationView } from './views/invitation-view.ts';

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
