import { type Static, Type } from 'typebox';
import { releasePerson, suspendPerson } from '../../identity/people/operator-actions.ts';
import { getPersonFile, listPeople, accountsOnPage, states } from '../../identity/people/people.ts';
import type { ListedPerson } from '../../identity/people/people.ts';
import {
  assignPlan,
  deletePlan,
  getPlan,
  limitables,
  listPlans,
  listPlansOf,
  type Plan,
  setPlan,
} from '../../identity/plans.ts';
import { invalid, msg } from '../../kernel/problem.ts';
import { sqlDate } from '../../kernel/time.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Answer } from '../../platform/http/families/links.ts';
import { IdParams, Message } from '../owned/api.ts';
import { addUser } from './users.ts';

const planFields = {
  name: Type.String({ maxLength: 100, description: 'Lowercase letters, digits and hyphens' }),
  calls: Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000 }), Type.Null()], {
    description: 'Calls of this API per minute. Null: the default of the installation',
  }),
  limits: Type.Record(Type.String({ maxLength: 40 }), Type.Integer({ minimum: 0, maximum: 1_000_000_000 }), {
    maxProperties: 50,
    description: `How many of each an account can have. Unlimited if omitted: ${limitables.join(', ')}`,
  }),
};

const PlanRecord = Type.Object(
  { ...planFields, accounts: Type.Integer({ description: 'Accounts that it is assigned to' }) },
  { title: 'Plan' },
);
const NewPlan = Type.Object(
  {
    ...planFields,
    calls: { ...planFields.calls, default: null },
    limits: { ...planFields.limits, default: {} },
  },
  { title: 'NewPlan' },
);

const UserRecord = Type.Object(
  {
    id: Type.Integer(),
    username: Type.String(),
    name: Type.String(),
    email: Type.String(),
    role: Type.String(),
    plan: Type.String(),
    expires: Type.String({ description: 'When the plan ends. Empty: never' }),
    suspended: Type.Boolean(),
    registered: Type.String(),
  },
  { title: 'User' },
);

type GivenPlan = Awaited<ReturnType<typeof getPlan>>;
const toUserRecord = (
  person: Pick<ListedPerson, 'id' | 'username' | 'name' | 'email' | 'role' | 'registeredAt' | 'isSuspended'>,
  plan: GivenPlan | undefined,
): Static<typeof UserRecord> => ({
  id: Number(person.id),
  username: person.username,
  name: person.name,
  email: person.email,
  role: person.role,
  plan: plan?.name ?? 'free',
  expires: plan?.expiresAt ? sqlDate(plan.expiresAt) : '',
  suspended: person.isSuspended,
  registered: sqlDate(person.registeredAt),
});

const Until = Type.Optional(
  Type.String({ maxLength: 40, description: 'ISO 8601; omitted: permanently', examples: ['2027-01-31'] }),
);

function parseUntil(text: string | undefined): Date | undefined {
  if (!text?.trim()) return undefined;
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw invalid('expiration', msg('expiration must be a date in ISO 8601'));
  return date;
}

/** Limits by name. Unknown names are refused, so that a misspelled one does not mean "unlimited". */
function parseLimits(given: Record<string, number>): Plan['max'] {
  const unknown = Object.keys(given).find((name) => !(limitables as string[]).includes(name));
  if (unknown !== undefined)
    throw invalid(
      'limits',
      msg('“{name}” has no limit. Choose from {names}.', { name: unknown, names: limitables.join(', ') }),
    );
  return given;
}

const operator = operations('Users', 'operator');
const explicit = 'Extension for operators. Needs a key with the scope';

/** What operators who resell need: accounts, and the plans that limit them. */
export const userRoutes = [
  operator.get({
    path: '/api/plans',
    summary: 'List plans',
    description: `${explicit} \`users:read\`.`,
    returns: Answer({ plans: Type.Array(PlanRecord) }),
    handle: async ({ app }) => ({
      plans: (await listPlans(app)).map(({ max, ...plan }) => ({ ...plan, limits: max })),
    }),
  }),
  operator.post({
    path: '/api/plan/add',
    verb: setPlan,
    summary: 'Create or change a plan',
    description: `${explicit} \`users:write\`. Accounts over its limits keep what they have but cannot add more.`,
    body: NewPlan,
    example: { name: 'team', calls: 600, limits: { links: 10_000, domains: 5 } },
    returns: Message,
    handle: async ({ app, viewer, body: { limits, ...plan } }) => {
      await setPlan(app, viewer.id, { ...plan, max: parseLimits(limits) });
      return { message: 'Plan saved' };
    },
  }),
  operator.delete({
    path: '/api/plan/:name/delete',
    verb: deletePlan,
    summary: 'Delete a plan that no account has',
    description: `${explicit} \`users:write\`.`,
    params: Type.Object({ name: Type.String({ maxLength: 100 }) }),
    returns: Message,
    handle: async ({ app, viewer, params }) => {
      await deletePlan(app, viewer.id, params.name);
      return { message: 'Plan deleted' };
    },
  }),
  operator.put({
    path: '/api/plan/:name/user/:id',
    verb: assignPlan,
    summary: 'Assign a plan to an account',
    description: `${explicit} \`users:write\`.`,
    params: Type.Object({ name: Type.String({ maxLength: 100 }), ...IdParams.properties }),
    body: Type.Object({ expiration: Until }),
    example: { expiration: '2027-01-31' },
    returns: Message,
    handle: async ({ app, viewer, params, body }) => {
      const { username } = await getPersonFile(app, String(params.id));
      const expiresAt = parseUntil(body.expiration);
      await assignPlan(app, viewer.id, { username, plan: params.name, expiresAt });
      return { message: 'Plan assigned' };
    },
  }),
  operator.get({
    path: '/api/users',
    summary: 'List accounts',
    description: `${explicit} \`users:read\`. Newest first. For the next page, send \`next\` as \`before\`.`,
    query: Type.Object({
      q: Type.Optional(
        Type.String({ maxLength: 200, description: 'Part of a name, an email address, or an id' }),
      ),
      state: Type.Optional(Type.Enum([...states])),
      before: Type.Optional(IdParams.properties.id),
    }),
    returns: Answer({ users: Type.Array(UserRecord), next: Type.Union([Type.Integer(), Type.Null()]) }),
    handle: async ({ app, query: { q, state, before } }) => {
      const found = await listPeople(app, {
        q,
        state,
        before: before === undefined ? undefined : String(before),
      });
      const people = found.slice(0, accountsOnPage);
      const plans = await listPlansOf(
        app,
        people.map(({ id }) => id),
      );
      return {
        users: people.map((person) => toUserRecord(person, plans.get(person.id))),
        next: found.length > accountsOnPage ? Number(people.at(-1)?.id) : null,
      };
    },
  }),
  operator.get({
    path: '/api/user/:id',
    summary: 'Get an account',
    description: `${explicit} \`users:read\`.`,
    params: IdParams,
    returns: Answer({ user: UserRecord }),
    handle: async ({ app, params }) => {
      const file = await getPersonFile(app, String(params.id));
      return {
        user: toUserRecord({ ...file, isSuspended: file.suspendedAt !== null }, await getPlan(app, file.id)),
      };
    },
  }),
  operator.post({
    path: '/api/user/add',
    verb: addUser,
    summary: 'Add an account',
    description: `${explicit} \`users:write\`. Its email address counts as confirmed. Without a password, the person sets one by “Forgot password”.`,
    body: Type.Object(
      {
        username: Type.String({ maxLength: 100 }),
        email: Type.String({ maxLength: 1000 }),
        password: Type.Optional(Type.String({ maxLength: 300 })),
        name: Type.String({ maxLength: 300, default: '' }),
        plan: Type.Optional(Type.String({ maxLength: 100 })),
        expiration: Until,
      },
      { title: 'NewUser' },
    ),
    example: { username: 'grace', email: 'grace@example.org', name: 'Grace Hopper', plan: 'pro' },
    returns: Answer({ user: UserRecord }),
    handle: async ({ app, viewer, body }) => {
      const id = await addUser(app, viewer, {
        ...{ username: body.username, email: body.email, name: body.name },
        ...{ password: body.password, plan: body.plan, expiresAt: parseUntil(body.expiration) },
      });
      const file = await getPersonFile(app, id);
      return { user: toUserRecord({ ...file, isSuspended: false }, await getPlan(app, id)) };
    },
  }),
  operator.put({
    path: '/api/user/:id/suspend',
    verb: suspendPerson,
    summary: 'Suspend an account',
    description: `${explicit} \`users:write\`. The person is signed out and sees the reason.`,
    params: IdParams,
    body: Type.Object({ reason: Type.String({ maxLength: 2000, description: 'Shown to the person' }) }),
    example: { reason: 'The invoice of June is not paid.' },
    returns: Message,
    handle: async ({ app, viewer, params, body }) => {
      await suspendPerson(app, viewer, String(params.id), body.reason);
      return { message: 'Account suspended' };
    },
  }),
  operator.put({
    path: '/api/user/:id/reinstate',
    verb: releasePerson,
    summary: 'Reinstate a suspended account',
    description: `${explicit} \`users:write\`.`,
    params: IdParams,
    returns: Message,
    handle: async ({ app, viewer, params }) => {
      await releasePerson(app, viewer, String(params.id));
      return { message: 'Account reinstated' };
    },
  }),
];
