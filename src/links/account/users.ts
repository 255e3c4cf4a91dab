import { addAuditEntry } from '../../identity/operators/audit.ts';
import type { Operator } from '../../identity/operators/settings.ts';
import { assignPlan } from '../../identity/plans.ts';
import { personSubject } from '../../identity/people/people.ts';
import { register } from '../../identity/sign-up/sign-up.ts';
import { inTransaction, verb } from '../../platform/app.ts';

interface NewUser {
  username: string;
  email: string;
  /** Undefined: the person sets one by “Forgot password”. */
  password: string | undefined;
  name: string;
  plan: string | undefined;
  expiresAt: Date | undefined;
}

/** Adds an account for somebody, as operators do who resell. Its address counts as confirmed. Returns its id. */
export const addUser = verb(
  { name: 'users.add', who: 'operator' },
  async (app, operator: Operator, { name, plan, expiresAt, ...given }: NewUser): Promise<string> => {
    const [firstName = '', ...rest] = (name.trim() || given.username).split(' ');
    return inTransaction(app, async (app) => {
      const id = await register(app, {
        username: given.username,
        email: given.email,
        ...(given.password !== undefined && { password: given.password }),
        ...{
          firstName,
          lastName: rest.join(' '),
          nameField: 'name',
          isAdmitted: true,
          isEmailVerified: true,
        },
      });
      await addAuditEntry(app, operator.id, 'person.add', personSubject(id));
      if (plan !== undefined)
        await assignPlan(app, operator.id, { username: given.username, plan, expiresAt });
      return id;
    });
  },
);
