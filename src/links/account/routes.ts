import { Type } from 'typebox';
import { getProfile } from '../../identity/account/people.ts';
import { getPlan } from '../../identity/plans.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Answer } from '../../platform/http/families/links.ts';
import { updateAccount } from './update-account.ts';
import { AccountChange, AccountRecord, toAccountRecord } from './wire.ts';

const tag = 'Account';

export const accountRoutes = [
  endpoint({
    method: 'GET',
    path: '/api/account',
    summary: 'Retrieve your account',
    tag,
    access: 'member',
    returns: Answer({ data: AccountRecord }),
    handle: async ({ app, viewer }) => {
      const { email } = await getProfile(app, viewer.id);
      const plan = await getPlan(app, viewer.id);
      return { data: toAccountRecord(app.config, viewer, email, plan) };
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/api/account/update',
    summary: 'Update your email or password',
    description:
      'Fields that are omitted or blank do not change. A new email address takes effect after it is confirmed with the code mailed to it. The previous address is notified and can undo the change for seven days. A new password takes effect immediately with current_password, otherwise after the owner confirms it by email. It ends all sessions. Keys need the scope account:write, which must be selected explicitly.',
    tag,
    access: 'member',
    body: AccountChange,
    example: { email: 'ada@example.com' },
    returns: Answer({ message: Type.String() }),
    handle: async ({ app, viewer, client, body }) => {
      return { message: await updateAccount(app, viewer, client, body) };
    },
  }),
];
