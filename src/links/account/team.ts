import { type Static, Type } from 'typebox';
import { workspaceCookie } from '../../identity/sessions/end-access.ts';
import {
  acceptTeamInvitation,
  getInvitation,
  inviteMember,
  withdrawInvitation,
} from '../../identity/team/invitations.ts';
import {
  changeTeamRole,
  leaveWorkspace,
  listActivity,
  listTeam,
  listWorkspaces,
  removeTeamMember,
  type RightsInput,
  teamRoles,
} from '../../identity/team/members.ts';
import { ById } from '../../kernel/input.ts';
import { missing, msg } from '../../kernel/problem.ts';
import { days, minutes } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { type FormState, refused } from '../../web/form.ts';
import type { View } from '../../web/html.ts';
import { selectDomains } from '../domains/domain.ts';
import { memberMenuView, memberView } from './member-views.ts';
import { invitationView, teamView } from './team-views.ts';

const path = '/dashboard/team';

/** What a member may do. Without `scope`, all domains. */
const rights = {
  role: Type.Enum([...teamRoles]),
  scope: Type.Optional(Type.Enum(['all', 'some'])),
  domains: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 200 })),
};
const Rights = Type.Object(rights);

/** The default domain is sent as `default`, because a blank value counts as missing. */
const toRights = ({ role, scope, domains = [] }: Static<typeof Rights>): RightsInput => ({
  role,
  domains: scope === 'some' ? domains.map((host) => (host === 'default' ? '' : host)) : null,
});

/** The team pages of the viewer's own workspace, and of another's for its admins. */
export const teamPages = [
  page({
    method: 'GET',
    path,
    verb: listTeam,
    access: 'member',
    handle: ({ app, viewer, caller }) => show(app, viewer, caller, {}),
  }),
  page({
    method: 'POST',
    path,
    access: 'member',
    verb: inviteMember,
    body: Type.Object({ email: Type.String({ maxLength: 300 }), ...rights }),
    handle: async ({ app, viewer, body }) => {
      await inviteMember(app, viewer, { email: body.email, ...toRights(body) });
      return redirect(path, {
        kind: 'success',
        text: t('Invitation sent to {email}.', { email: body.email.trim() }),
      });
    },
    again: ({ app, viewer, caller, body }, problem) =>
      show(app, viewer, caller, refused({ domains: '', ...body }, problem)),
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
    method: 'GET',
    path: `${path}/:id`,
    verb: listTeam,
    access: 'member',
    params: ById,
    handle: ({ app, viewer, params }) => showMember(app, viewer, params.id, {}),
  }),
  page({
    method: 'GET',
    path: `${path}/:id/menu`,
    verb: listTeam,
    access: 'member',
    params: ById,
    handle: async ({ app, viewer, params }) => memberMenuView(await getMember(app, viewer, params.id)),
  }),
  page({
    method: 'POST',
    path: `${path}/:id/role`,
    verb: changeTeamRole,
    access: 'member',
    params: ById,
    body: Rights,
    handle: async ({ app, viewer, params, body }) => {
      await changeTeamRole(app, viewer, params.id, toRights(body));
      return redirect(path, { kind: 'success', text: t('Saved. Takes effect immediately.') });
    },
    again: ({ app, viewer, params, body }, problem) =>
      showMember(app, viewer, params.id, refused({ domains: '', ...body }, problem)),
  }),
  page({
    method: 'POST',
    path: `${path}/:id/remove`,
    verb: removeTeamMember,
    access: 'member',
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await removeTeamMember(app, viewer, params.id);
      return redirect(path, { kind: 'success', text: t('Member removed.') });
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id/leave`,
    verb: leaveWorkspace,
    access: 'member',
    params: ById,
    handle: async ({ app, viewer, caller, params }) => {
      await leaveWorkspace(app, caller.workspace?.member ?? viewer, params.id);
      return redirect(path, { kind: 'success', text: t('You left the workspace.') });
    },
  }),
];

async function show(app: App, viewer: Viewer, caller: Caller, state: FormState): Promise<View> {
  return teamView({
    now: app.clock.now(),
    ...(await listTeam(app, viewer)),
    workspaces: await listWorkspaces(app, (caller.workspace?.member ?? viewer).id),
    acts: await listActivity(app, viewer),
    state,
    isOwner: !viewer.rights,
    domains: await domainsOf(app, viewer),
  });
}

async function getMember(app: App, viewer: Viewer, id: string) {
  const { members } = await listTeam(app, viewer);
  const member = members.find((each) => each.id === id);
  if (!member) throw missing(msg('Member'));
  return member;
}

const showMember = async (app: App, viewer: Viewer, id: string, state: FormState): Promise<View> =>
  memberView({
    member: await getMember(app, viewer, id),
    state,
    isOwner: !viewer.rights,
    domains: await domainsOf(app, viewer),
  });

/** The domains of the workspace, the default one first. */
async function domainsOf(app: App, viewer: Pick<Viewer, 'id'>) {
  const own = await selectDomains(app).where('account_id', '=', viewer.id).orderBy('id').limit(200).execute();
  return [
    { value: 'default', label: new URL(app.config.hopUrl).host },
    ...own.map(({ host }) => ({ value: host, label: host })),
  ];
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
    verb: acceptTeamInvitation,
    access: 'member',
    limit,
    body: Token,
    handle: async ({ app, viewer, client, body }) => {
      const { ownerId, name } = await acceptTeamInvitation(app, viewer, body.token);
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
