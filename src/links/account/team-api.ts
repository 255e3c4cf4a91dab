import { type Static, Type } from 'typebox';
import { inviteMember, withdrawInvitation } from '../../identity/team/invitations.ts';
import { changeTeamRole, listTeam, removeTeamMember, teamRoles } from '../../identity/team/members.ts';
import { sqlDate } from '../../kernel/time.ts';
import type { WorkspaceRights } from '../../platform/app.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Answer } from '../../platform/http/families/links.ts';
import { IdParams, Message } from '../owned/api.ts';

const role = Type.Enum([...teamRoles], {
  description: 'admin: also manages domains, consent and the team; editor: changes links; viewer: reads',
});
const domains = Type.Union([Type.Array(Type.String({ maxLength: 300 }), { maxItems: 200 }), Type.Null()], {
  description:
    'Hosts of the domains on which an editor may change something; blank is the default domain. Null: all',
});
const rights = { role, domains: Type.Optional(domains) };

const Rights = Type.Object({ role, domains });
const Member = Type.Object(
  {
    id: Type.Integer(),
    username: Type.String(),
    name: Type.String(),
    email: Type.String(),
    ...Rights.properties,
    date: Type.String(),
  },
  { title: 'TeamMember' },
);
const Invitation = Type.Object(
  { id: Type.Integer(), email: Type.String(), ...Rights.properties, expires: Type.String() },
  { title: 'TeamInvitation' },
);

const toRights = ({ role, domains }: WorkspaceRights): Static<typeof Rights> => ({
  role,
  domains: domains && [...domains],
});

const tag = 'Team';

/** The team of the workspace in which the key acts. Members need the role admin. */
export const teamRoutes = [
  endpoint({
    method: 'GET',
    path: '/api/team',
    verb: listTeam,
    summary: 'List members and invitations',
    description: 'Extension. For the owner of the workspace and its admins.',
    tag,
    access: 'member',
    returns: Answer({ members: Type.Array(Member), invitations: Type.Array(Invitation) }),
    handle: async ({ app, viewer }) => {
      const { members, invitations } = await listTeam(app, viewer);
      return {
        members: members.map(({ id, username, name, email, joinedAt, ...given }) => ({
          ...{ id: Number(id), username, name, email, ...toRights(given) },
          date: sqlDate(joinedAt),
        })),
        invitations: invitations.map(({ id, email, expiresAt, ...given }) => ({
          ...{ id: Number(id), email, ...toRights(given) },
          expires: sqlDate(expiresAt),
        })),
      };
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/team/invite',
    verb: inviteMember,
    summary: 'Invite a member by email',
    description:
      'Extension. The emailed link expires after a week. Only the owner of a workspace invites admins.',
    tag,
    access: 'member',
    body: Type.Object({ email: Type.String({ maxLength: 300 }), ...rights }, { title: 'TeamInvite' }),
    example: { email: 'grace@example.com', role: 'editor', domains: ['go.example.com'] },
    returns: Message,
    handle: async ({ app, viewer, body }) => {
      await inviteMember(app, viewer, body);
      return { message: 'Invitation sent' };
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/team/invitation/:id/delete',
    verb: withdrawInvitation,
    summary: 'Revoke an invitation',
    description: 'Extension.',
    tag,
    access: 'member',
    params: IdParams,
    returns: Message,
    handle: async ({ app, viewer, params }) => {
      await withdrawInvitation(app, viewer, String(params.id));
      return { message: 'Invitation revoked' };
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/api/team/:id/update',
    verb: changeTeamRole,
    summary: 'Change the role and domains of a member',
    description:
      'Extension. Takes effect with the next request. Only the owner of a workspace changes admins, or makes members admins.',
    tag,
    access: 'member',
    params: IdParams,
    body: Type.Object(rights, { title: 'TeamRights' }),
    example: { role: 'editor', domains: ['', 'go.example.com'] },
    returns: Message,
    handle: async ({ app, viewer, params, body }) => {
      await changeTeamRole(app, viewer, String(params.id), body);
      return { message: 'Member updated' };
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/team/:id/delete',
    verb: removeTeamMember,
    summary: 'Remove a member',
    description: 'Extension. Links that the member created remain.',
    tag,
    access: 'member',
    params: IdParams,
    returns: Message,
    handle: async ({ app, viewer, params }) => {
      await removeTeamMember(app, viewer, String(params.id));
      return { message: 'Member removed' };
    },
  }),
];
