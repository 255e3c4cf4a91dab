import { Type } from 'typebox';
import { assignedTo } from '../../identity/operators/handover.ts';
import {
  approveRequests,
  assignRequest,
  declineRequests,
  listRegistrationRequests,
} from '../../identity/people/registrations.ts';
import { Id } from '../../kernel/input.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done, Envelope, nextPlace, PageEnvelope } from '../../platform/http/families/social.ts';

const operator = operations('Moderation', 'operator');
const path = '/apis/php/moderation/registrations';
const about = 'Extension. For operators.';
const Ids = Type.Array(Id, { minItems: 1, maxItems: 100 });
const orNull = Type.Union([Type.Object({ user_id: Type.String(), user_name: Type.String() }), Type.Null()]);

const RegistrationRecord = Type.Object(
  {
    id: Type.String(),
    user_id: Type.String({ description: 'The same as `id`' }),
    user_name: Type.String(),
    user_fullname: Type.String(),
    user_email: Type.String(),
    email_confirmed: Type.Boolean(),
    answer: Type.String({ description: 'To the question of the sign-up page' }),
    time: Type.String({ description: 'ISO 8601' }),
    assigned_to: orNull,
    assigned_by: Type.String({ description: 'A username, or empty' }),
    note: Type.String({ description: 'Of the one who gave it' }),
  },
  { title: 'Registration' },
);

/** Those who asked to join, for programs of operators. */
export const registrationRoutes = [
  operator.get({
    path,
    summary: 'List registrations that wait for approval',
    description: `${about} The newest first, 50 per page.`,
    query: Type.Object({
      assigned: Type.Optional(Type.Enum([...assignedTo], { description: 'Omit it for everybody’s' })),
      after: Type.Optional(
        Type.String({ pattern: '^[0-9]{1,18}$', description: 'The next_cursor of the previous page' }),
      ),
    }),
    returns: PageEnvelope(Type.Array(RegistrationRecord)),
    handle: async ({ app, viewer, query: { assigned: to, after: before } }) => {
      const assigned = to && { to, operator: viewer };
      const { items, next } = await listRegistrationRequests(app, { before, assigned });
      const data = items.map(({ accountId, username, name, email, assignee, ...request }) => ({
        ...{ id: accountId, user_id: accountId, user_name: username, user_fullname: name, user_email: email },
        ...{ email_confirmed: request.confirmedAt !== null, answer: request.answer, note: request.note },
        assigned_to: assignee && { user_id: assignee.id, user_name: assignee.username },
        assigned_by: request.assignedBy ?? '',
        time: request.createdAt.toISOString(),
      }));
      return { data, ...nextPlace(next) };
    },
  }),
  operator.post({
    path: `${path}/assign`,
    verb: assignRequest,
    summary: 'Assign a registration to an operator',
    description: `${about} The operator gets an email with the note. An empty \`to\` gives it to nobody.`,
    body: Type.Object({
      user_id: Id,
      to: Type.String({ maxLength: 100, description: 'A username' }),
      note: Type.Optional(Type.String({ maxLength: 20_000, description: 'At most 500 characters' })),
      from: Type.Optional(
        Type.String({
          pattern: '^[0-9]{0,18}$',
          description:
            'The user_id of the one who has it as you know it, or empty for nobody. Somebody else: 409',
        }),
      ),
    }),
    returns: Done,
    example: { user_id: '12', to: 'olga', note: 'Do you know them?' },
    handle: async ({ app, viewer, body: { user_id: id, ...given } }) => {
      await assignRequest(app, viewer, id, given);
      return { message: 'Assigned' };
    },
  }),
  operator.post({
    path: `${path}/decide`,
    verb: approveRequests,
    summary: 'Approve or decline registrations',
    description: `${about} Accounts of declined people are deleted.`,
    body: Type.Object({ user_ids: Ids, decision: Type.Enum(['approve', 'decline']) }),
    returns: Envelope(Type.Object({ decided: Type.Integer({ description: 'How many still waited' }) })),
    example: { user_ids: ['12'], decision: 'approve' },
    handle: async ({ app, viewer, body: { user_ids: ids, decision } }) => ({
      data: { decided: await (decision === 'approve' ? approveRequests : declineRequests)(app, viewer, ids) },
    }),
  }),
];
