import { type Message, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import type { Ruled, App } from '../../platform/app.ts';
import { Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import { refused } from '../../web/form.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { operatorPeopleView, operatorPersonView, type PersonPage } from './views.ts';
import {
  changeRole,
  confirmEmailManually,
  deletePerson,
  releasePerson,
  resetFactor,
  restorePerson,
  setVerified,
  signOutEverywhere,
  suspendPerson,
} from './operator-actions.ts';
import { getPersonFile, listPeople, states } from './people.ts';

const access = 'operator';
const before = Type.Optional(Id);
const hereOf = ({ id }: { id: string }) => `/operator/people/${id}`;

const show = async (app: App, id: string, states: Partial<PersonPage> = {}) =>
  operatorPersonView({
    person: await getPersonFile(app, id),
    role: {},
    suspension: {},
    deletion: {},
    ...states,
  });

/** Handles a button that performs one action on one person. */
const act = <A extends readonly unknown[]>(
  name: string,
  message: Message,
  work: ((app: App, operator: { id: string }, id: string, ...more: A) => Promise<void>) & Ruled,
  ...more: A
) =>
  page({
    method: 'POST',
    path: `/operator/people/:id/${name}`,
    verb: work,
    access,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await work(app, viewer, params.id, ...more);
      return redirect(hereOf(params), { kind: 'success', text: t(message) });
    },
  });

/** Operator pages to find and manage people. */
export const operatorPeoplePages = [
  page({
    method: 'GET',
    path: '/operator/people',
    access,
    query: Type.Object({
      q: Type.Optional(Type.String({ maxLength: 254 })),
      state: Type.Optional(Type.Enum([...states])),
      before,
    }),
    handle: async ({ app, query }) => operatorPeopleView(await listPeople(app, query), query),
  }),
  page({
    method: 'GET',
    path: '/operator/people/:id',
    access,
    params: ById,
    handle: ({ app, params }) => show(app, params.id),
  }),
  page({
    method: 'POST',
    path: '/operator/people/:id/role',
    verb: changeRole,
    access,
    params: ById,
    body: Type.Object({ role: Type.String({ maxLength: 40, default: '' }) }),
    handle: async ({ app, viewer, params, body }) => {
      await changeRole(app, viewer, params.id, body.role);
      // Former operators cannot see operator pages.
      const isOwn = params.id === viewer.id && body.role !== 'operator';
      return redirect(isOwn ? '/' : hereOf(params), { kind: 'success', text: t('Role changed') });
    },
    again: ({ app, params, body }, problem) => show(app, params.id, { role: refused(body, problem) }),
  }),
  page({
    method: 'POST',
    path: '/operator/people/:id/suspend',
    verb: suspendPerson,
    access,
    params: ById,
    body: Type.Object({ reason: Type.String({ maxLength: 2000, default: '' }) }),
    handle: async ({ app, viewer, params, body }) => {
      await suspendPerson(app, viewer, params.id, body.reason);
      return redirect(hereOf(params), { kind: 'success', text: t('Account suspended') });
    },
    again: ({ app, params, body }, problem) => show(app, params.id, { suspension: refused(body, problem) }),
  }),
  page({
    method: 'POST',
    path: '/operator/people/:id/delete',
    verb: deletePerson,
    access,
    params: ById,
    body: Type.Object({
      reason: Type.String({ maxLength: 2000, default: '' }),
      username: Type.String({ maxLength: 100, default: '' }),
    }),
    handle: async ({ app, viewer, params, body }) => {
      await deletePerson(app, viewer, params.id, body);
      return redirect(hereOf(params), { kind: 'success', text: t('Account scheduled for deletion') });
    },
    again: ({ app, params, body }, problem) => show(app, params.id, { deletion: refused(body, problem) }),
  }),
  act('restore', msg('Deletion canceled'), restorePerson),
  act('release', msg('Account reinstated'), releasePerson),
  act('verify', msg('Verified'), setVerified, true),
  act('unverify', msg('Verification removed'), setVerified, false),
  act('confirm-email', msg('Email address confirmed'), confirmEmailManually),
  act('sign-out', msg('Signed out everywhere'), signOutEverywhere),
  act('reset-factor', msg('Two-factor authentication turned off'), resetFactor),
];
