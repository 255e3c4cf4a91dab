import { Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { type FormState, refused } from '../../web/form.ts';
import { t } from '../../web/translation/translate.ts';
import { groupRoles, mayManageGroup, pathOfGroup } from '../access/group.ts';
import { listGroupEntries } from '../access/group-log.ts';
import { setGroupChat } from './chat.ts';
import { getGroup } from './groups.ts';
import { inviteToGroup, listGroupInvitations, revokeGroupInvitation } from './invitations.ts';
import {
  banFromGroup,
  changeGroupRole,
  decideRequest,
  liftGroupBan,
  removeGroupMember,
} from './membership.ts';
import { getGroupMember, listGroupBans, listGroupMembers, listGroupRequests } from './people.ts';
import { groupMembersView, groupMemberView } from './member-views.ts';
import { manageGroupView } from './team-views.ts';

const member = pagesFor('member');
const OfMember = Type.Object({ id: Id, person: Id });
const OfPerson = Type.Object({ person: Id });

const showMember = async (app: App, viewer: Viewer, id: string, personId: string, state?: FormState) =>
  groupMemberView(await getGroup(app, viewer, id), await getGroupMember(app, viewer, id, personId), state);

async function showManage(app: App, viewer: Viewer, id: string, address?: string, state?: FormState) {
  const group = await getGroup(app, viewer, id);
  const [requests, bans, entries, invitations] = await Promise.all([
    listGroupRequests(app, viewer, id),
    listGroupBans(app, viewer, id),
    listGroupEntries(app, group),
    mayManageGroup(group) ? listGroupInvitations(app, viewer, id) : undefined,
  ]);
  return manageGroupView(group, { requests, bans, entries, invitations }, address, state);
}

const back = (id: string, text: string) =>
  redirect(`${pathOfGroup({ id })}/manage`, { kind: 'success', text });

export const groupTeamPages = [
  member.get({
    path: '/groups/:id/members',
    params: ById,
    query: Type.Object({
      q: Type.Optional(Type.String({ maxLength: 200 })),
      page: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
    }),
    handle: async ({ app, viewer, params, query }) =>
      groupMembersView(
        await getGroup(app, viewer, params.id),
        await listGroupMembers(app, viewer, params.id, query),
        query,
      ),
  }),
  member.get({
    path: '/groups/:id/members/:person',
    params: OfMember,
    handle: ({ app, viewer, params }) => showMember(app, viewer, params.id, params.person),
  }),
  member.post({
    path: '/groups/:id/members/:person/role',
    verb: changeGroupRole,
    params: OfMember,
    body: Type.Object({ role: Type.Enum([...groupRoles]) }),
    handle: async ({ app, viewer, params, body }) => {
      await changeGroupRole(app, viewer, params.id, params.person, body.role);
      return redirect(`${pathOfGroup(params)}/members`, { kind: 'success', text: t('Role changed') });
    },
  }),
  member.post({
    path: '/groups/:id/members/:person/remove',
    verb: removeGroupMember,
    params: OfMember,
    handle: async ({ app, viewer, params }) => {
      await removeGroupMember(app, viewer, params.id, params.person);
      return redirect(`${pathOfGroup(params)}/members`, { kind: 'success', text: t('Member removed') });
    },
  }),
  member.post({
    path: '/groups/:id/members/:person/ban',
    verb: banFromGroup,
    params: OfMember,
    body: Type.Object({
      reason: Type.String({ maxLength: 4000, default: '' }),
      days: Type.Enum(['', '1', '7', '30', '365'], { default: '' }),
    }),
    handle: async ({ app, viewer, params, body: { reason, days } }) => {
      await banFromGroup(app, viewer, params.id, params.person, {
        reason,
        days: days === '' ? undefined : Number(days),
      });
      return redirect(`${pathOfGroup(params)}/members`, { kind: 'success', text: t('Person banned') });
    },
    again: ({ app, viewer, params, body }, problem) =>
      showMember(app, viewer, params.id, params.person, refused(body, problem)),
  }),
  member.get({
    path: '/groups/:id/manage',
    params: ById,
    handle: ({ app, viewer, params }) => showManage(app, viewer, params.id),
  }),
  member.post({
    path: '/groups/:id/chat',
    verb: setGroupChat,
    params: ById,
    body: Type.Object({ do: Type.Enum(['on', 'off']) }),
    handle: async ({ app, viewer, params, body }) => {
      await setGroupChat(app, viewer, params.id, body.do);
      return back(params.id, body.do === 'on' ? t('Chat added') : t('Chat deleted'));
    },
  }),
  member.post({
    path: '/groups/:id/requests',
    verb: decideRequest,
    params: ById,
    body: Type.Object({ person: Id, do: Type.Enum(['approve', 'decline']) }),
    handle: async ({ app, viewer, params, body }) => {
      await decideRequest(app, viewer, params.id, body.person, body.do);
      return back(params.id, body.do === 'approve' ? t('Request approved') : t('Request declined'));
    },
  }),
  member.post({
    path: '/groups/:id/bans/lift',
    verb: liftGroupBan,
    params: ById,
    body: OfPerson,
    handle: async ({ app, viewer, params, body }) => {
      await liftGroupBan(app, viewer, params.id, body.person);
      return back(params.id, t('Ban lifted'));
    },
  }),
  member.post({
    path: '/groups/:id/invitations',
    verb: inviteToGroup,
    params: ById,
    body: Type.Object({
      uses: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
      days: Type.Integer({ minimum: 0, maximum: 1000 }),
    }),
    handle: async ({ app, viewer, params, body }) => {
      const token = await inviteToGroup(app, viewer, params.id, { uses: body.uses, life: body.days });
      return showManage(app, viewer, params.id, `${app.config.plazaUrl}/groups/join/${token}`);
    },
    again: ({ app, viewer, params, body }, problem) =>
      showManage(app, viewer, params.id, undefined, refused(body, problem)),
  }),
  member.post({
    path: '/groups/:id/invitations/revoke',
    verb: revokeGroupInvitation,
    params: ById,
    body: Type.Object({ invitation: Id }),
    handle: async ({ app, viewer, params, body }) => {
      await revokeGroupInvitation(app, viewer, params.id, body.invitation);
      return back(params.id, t('Invitation revoked'));
    },
  }),
];
