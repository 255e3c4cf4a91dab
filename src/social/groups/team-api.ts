import { Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import { operations } from '../../platform/http/endpoint.ts';
import {
  After,
  Done,
  Envelope,
  nextPage,
  pageAfter,
  PageEnvelope,
} from '../../platform/http/families/social.ts';
import { groupRoles, pathOfGroup } from '../access/group.ts';
import { groupActions, listGroupEntries } from '../access/group-log.ts';
import { getGroup } from './groups.ts';
import { inviteToGroup, listGroupInvitations, revokeGroupInvitation } from './invitations.ts';
import {
  acceptGroupInvitation,
  banFromGroup,
  changeGroupRole,
  decideRequest,
  liftGroupBan,
  removeGroupMember,
} from './membership.ts';
import { setGroupPlan } from './paid.ts';
import { listGroupBans, listGroupMembers, listGroupRequests } from './people.ts';

const member = operations('Groups', 'member');
const path = '/apis/php/groups';

const Person = { user_id: Type.String(), user_name: Type.String(), name: Type.String() };
const toPersonFields = ({ id, username, name }: { id: string; username: string; name: string }) => ({
  user_id: id,
  user_name: username,
  name,
});
const Paged = Type.Object({ id: Id, ...After });
const Invitation = Type.Object({
  id: Type.String(),
  uses: Type.Integer(),
  max_uses: Type.Integer(),
  created: Type.String({ description: 'ISO 8601' }),
  expires: Type.String({ description: 'ISO 8601' }),
});

export const groupTeamRoutes = [
  member.post({
    path: `${path}/plan`,
    verb: setGroupPlan,
    summary: 'Make a group paid, or free',
    description:
      'Extension. For its owner, and closed and secret groups. Members subscribe to a plan of the owner or a page of theirs, and leave with the end of it.',
    body: Type.Object({ id: Id, plan_id: Type.String({ pattern: '^[0-9]{0,18}$' }) }),
    returns: Done,
    example: { id: '12', plan_id: '' },
    handle: async ({ app, viewer, body }) => {
      await setGroupPlan(app, viewer, body.id, body.plan_id);
      return { message: 'Saved' };
    },
  }),
  member.get({
    path: `${path}/members`,
    summary: 'List the members of a group',
    description: 'Extension. For its members. Newest first, 30 per page.',
    query: Type.Object({
      id: Id,
      q: Type.Optional(Type.String({ maxLength: 200, description: 'Words of a name' })),
      ...After,
    }),
    returns: PageEnvelope(
      Type.Array(
        Type.Object({
          ...Person,
          role: Type.Enum([...groupRoles]),
          since: Type.String({ description: 'ISO 8601' }),
        }),
      ),
    ),
    handle: async ({ app, viewer, query: { id, q, after } }) => {
      const page = pageAfter(after);
      const { items, hasMore } = await listGroupMembers(app, viewer, id, { q, page });
      const data = items.map(({ person, role, since }) => ({
        ...toPersonFields(person),
        role,
        since: since.toISOString(),
      }));
      return { data, ...nextPage(page, hasMore) };
    },
  }),
  member.post({
    path: `${path}/role`,
    verb: changeGroupRole,
    summary: 'Change the role of a member',
    description: 'Extension. For the owner and admins. The owner can pass the group on with `owner`.',
    body: Type.Object({ id: Id, user_id: Id, role: Type.Enum([...groupRoles]) }),
    returns: Done,
    example: { id: '12', user_id: '3', role: 'moderator' },
    handle: async ({ app, viewer, body }) => {
      await changeGroupRole(app, viewer, body.id, body.user_id, body.role);
      return { message: 'Changed' };
    },
  }),
  member.post({
    path: `${path}/remove`,
    verb: removeGroupMember,
    summary: 'Remove a member from a group',
    description: 'Extension. For the team. They can join again.',
    body: Type.Object({ id: Id, user_id: Id }),
    returns: Done,
    example: { id: '12', user_id: '3' },
    handle: async ({ app, viewer, body }) => {
      await removeGroupMember(app, viewer, body.id, body.user_id);
      return { message: 'Removed' };
    },
  }),
  member.get({
    path: `${path}/requests`,
    summary: 'List the requests to join a group',
    description: 'Extension. For the team. Oldest first, 30 per page.',
    query: Paged,
    returns: PageEnvelope(
      Type.Array(
        Type.Object({
          ...Person,
          answers: Type.Array(Type.String()),
          requested: Type.String({ description: 'ISO 8601' }),
        }),
      ),
    ),
    handle: async ({ app, viewer, query }) => {
      const page = pageAfter(query.after);
      const { items, hasMore } = await listGroupRequests(app, viewer, query.id, page);
      const data = items.map(({ person, answers, at }) => ({
        ...toPersonFields(person),
        answers: [...answers],
        requested: at.toISOString(),
      }));
      return { data, ...nextPage(page, hasMore) };
    },
  }),
  member.post({
    path: `${path}/requests`,
    verb: decideRequest,
    summary: 'Approve or decline a request to join',
    description: 'Extension. For the team.',
    body: Type.Object({ id: Id, user_id: Id, do: Type.Enum(['approve', 'decline']) }),
    returns: Done,
    example: { id: '12', user_id: '3', do: 'approve' },
    handle: async ({ app, viewer, body }) => {
      await decideRequest(app, viewer, body.id, body.user_id, body.do);
      return { message: body.do === 'approve' ? 'Approved' : 'Declined' };
    },
  }),
  member.get({
    path: `${path}/bans`,
    summary: 'List the people banned from a group',
    description: 'Extension. For the team. Newest first, 30 per page.',
    query: Paged,
    returns: PageEnvelope(
      Type.Array(
        Type.Object({
          ...Person,
          reason: Type.String(),
          expires: Type.String({ description: 'ISO 8601; empty: until it is lifted' }),
        }),
      ),
    ),
    handle: async ({ app, viewer, query }) => {
      const page = pageAfter(query.after);
      const { items, hasMore } = await listGroupBans(app, viewer, query.id, page);
      const data = items.map(({ person, reason, expiresAt }) => ({
        ...toPersonFields(person),
        reason,
        expires: expiresAt?.toISOString() ?? '',
      }));
      return { data, ...nextPage(page, hasMore) };
    },
  }),
  member.post({
    path: `${path}/bans`,
    verb: banFromGroup,
    summary: 'Ban a person from a group',
    description:
      'Extension. For the team. They no longer see the group. Without `days`, until the ban is lifted.',
    body: Type.Object({
      id: Id,
      user_id: Id,
      reason: Type.String({ maxLength: 2000, default: '' }),
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
    }),
    returns: Done,
    example: { id: '12', user_id: '3', reason: 'Advertising', days: 30 },
    handle: async ({ app, viewer, body: { id, user_id, ...ban } }) => {
      await banFromGroup(app, viewer, id, user_id, ban);
      return { message: 'Banned' };
    },
  }),
  member.post({
    path: `${path}/bans/lift`,
    verb: liftGroupBan,
    summary: 'Lift a ban from a group',
    description: 'Extension. For the team.',
    body: Type.Object({ id: Id, user_id: Id }),
    returns: Done,
    example: { id: '12', user_id: '3' },
    handle: async ({ app, viewer, body }) => {
      await liftGroupBan(app, viewer, body.id, body.user_id);
      return { message: 'Lifted' };
    },
  }),
  member.get({
    path: `${path}/invitations`,
    summary: 'List the invitations of a group',
    description: 'Extension. For the owner and admins. Only those that can be used, without their addresses.',
    query: Type.Object({ id: Id }),
    returns: Envelope(Type.Array(Invitation)),
    handle: async ({ app, viewer, query }) => ({
      data: (await listGroupInvitations(app, viewer, query.id)).map((each) => ({
        id: each.id,
        uses: each.uses,
        max_uses: each.maxUses,
        created: each.createdAt.toISOString(),
        expires: each.expiresAt.toISOString(),
      })),
    }),
  }),
  member.post({
    path: `${path}/invitations`,
    verb: inviteToGroup,
    summary: 'Create an invitation',
    description:
      'Extension. For the owner and admins. The address is returned once. People join with it without a request.',
    body: Type.Object({
      id: Id,
      uses: Type.Integer({ minimum: 1, maximum: 1000, default: 1 }),
      days: Type.Enum([1, 7, 30], { default: 7 }),
    }),
    returns: Envelope(Type.Object({ url: Type.String() })),
    example: { id: '12', uses: 10, days: 7 },
    handle: async ({ app, viewer, body }) => {
      const token = await inviteToGroup(app, viewer, body.id, { uses: body.uses, life: body.days });
      return { data: { url: `${app.config.plazaUrl}/groups/join/${token}` } };
    },
  }),
  member.post({
    path: `${path}/invitations/revoke`,
    verb: revokeGroupInvitation,
    summary: 'Revoke an invitation',
    description: 'Extension. For the owner and admins.',
    body: Type.Object({ id: Id, invitation_id: Id }),
    returns: Done,
    example: { id: '12', invitation_id: '5' },
    handle: async ({ app, viewer, body }) => {
      await revokeGroupInvitation(app, viewer, body.id, body.invitation_id);
      return { message: 'Revoked' };
    },
  }),
  member.post({
    path: `${path}/invitations/accept`,
    verb: acceptGroupInvitation,
    summary: 'Join a group by an invitation',
    description: 'Extension. `token`: the end of its address.',
    body: Type.Object({
      token: Type.String({ maxLength: 100 }),
      accept_rules: Type.Boolean({ default: false }),
    }),
    returns: Envelope(Type.Object({ id: Type.String(), url: Type.String() })),
    example: { token: 'zPdZ3Q', accept_rules: true },
    handle: async ({ app, viewer, body }) => {
      const id = await acceptGroupInvitation(app, viewer, body.token, { accepts: body.accept_rules });
      return { data: { id, url: `${app.config.plazaUrl}${pathOfGroup({ id })}` } };
    },
  }),
  member.get({
    path: `${path}/log`,
    summary: 'List what the team of a group did',
    description: 'Extension. For the team. Newest first, 30 per page.',
    query: Paged,
    returns: PageEnvelope(
      Type.Array(
        Type.Object({
          action: Type.Enum([...groupActions]),
          by: Type.String({ description: 'Username; empty once the account is deleted' }),
          person: Type.String({ description: 'Username of the person whom it concerns, if any' }),
          detail: Type.String(),
          time: Type.String({ description: 'ISO 8601' }),
        }),
      ),
    ),
    handle: async ({ app, viewer, query }) => {
      const page = pageAfter(query.after);
      const { items, hasMore } = await listGroupEntries(app, await getGroup(app, viewer, query.id), page);
      const data = items.map(({ action, actor, person, detail, at }) => ({
        ...{ action, by: actor ?? '', person: person ?? '', detail, time: at.toISOString() },
      }));
      return { data, ...nextPage(page, hasMore) };
    },
  }),
];
