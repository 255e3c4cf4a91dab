import { sql } from 'kysely';
import { missing, msg } from '../../kernel/problem.ts';
import { newToken } from '../../kernel/secrets.ts';
import { changeEmail } from '../../identity/credentials/credentials.ts';
import { changePassword } from '../../identity/credentials/password.ts';
import { getPersonFile, personSubject } from '../../identity/people/people.ts';
import {
  changeRole,
  confirmEmailManually,
  deletePerson,
  releasePerson,
  resetFactor,
  restorePerson,
  suspendPerson,
} from '../../identity/people/operator-actions.ts';
import type { App } from '../../platform/app.ts';
import { type Command, type CommandContext, UsageError } from './command.ts';

/** The id of the account with a username, an email address or an id. `@name` is always a username. */
export async function getPersonId({ db }: Pick<App, 'db'>, given: string): Promise<string> {
  const name = given.replace(/^@/, '').toLowerCase();
  const rows = await db
    .selectFrom('identity.account')
    .select(['id', 'username'])
    .where('deleted_at', 'is', null)
    .where((build) =>
      build.or([
        build(sql<string>`lower(username)`, '=', name),
        build(sql<string>`lower(email)`, '=', name),
        ...(/^\d{1,18}$/.test(given) ? [build('id', '=', name)] : []),
      ]),
    )
    .orderBy('id')
    .execute();
  const [row, other] = rows;
  if (!row) throw missing(msg('Person'));
  // Usernames may be digits: whoever takes one must not become someone else.
  if (other)
    throw new UsageError(
      `${given} is one account's username and another's id: name one of ${rows.map(({ username }) => `@${username}`).join(', ')}.`,
    );
  return row.id;
}

const subject = async ({ app }: CommandContext, [name = '']: readonly string[]) =>
  personSubject(await getPersonId(app, name));

/** Changes a person and says so. */
const changing =
  (
    work: (context: CommandContext, id: string, args: readonly string[]) => Promise<unknown>,
  ): Command['run'] =>
  async (context, args) => {
    const id = await getPersonId(context.app, args[0] ?? '');
    const result = await work(context, id, args);
    return typeof result === 'object' && result !== null ? result : describe(context.app, id);
  };

async function describe(app: App, id: string): Promise<object> {
  const file = await getPersonFile(app, id);
  const { username, name, email, role, registeredAt, lastSeenAt, activatedAt, suspendedAt } = file;
  return {
    ...{ id, username, name, email, role, registeredAt, lastSeenAt, activatedAt, suspendedAt },
    suspensionReason: file.suspensionReason,
    hasSecondFactor: file.hasSecondFactor,
    deletesAt: file.accountDeletion?.dueAt ?? null,
    sessions: file.sessions.length,
    lastAction: file.notes[0]?.action ?? null,
  };
}

/** Commands about accounts, over the verbs of the operator's pages. */
export const peopleCommands: readonly Command[] = [
  {
    words: 'person show',
    args: ['NAME'],
    about: 'an account, by its username, email address or id',
    run: async ({ app }, [name = '']) => describe(app, await getPersonId(app, name)),
  },
  {
    words: 'person suspend',
    args: ['NAME'],
    about: 'suspends an account; the person sees the reason',
    needsReason: true,
    subject,
    run: changing(async ({ app, actor, options }, id) =>
      suspendPerson(app, await actor(), id, options.reason),
    ),
  },
  {
    words: 'person reinstate',
    args: ['NAME'],
    about: 'lifts all suspensions of an account',
    subject,
    run: changing(async ({ app, actor }, id) => releasePerson(app, await actor(), id)),
  },
  {
    words: 'person delete',
    args: ['NAME'],
    about: 'schedules the deletion of an account; the owner sees the reason',
    needsReason: true,
    subject,
    run: changing(async ({ app, actor, options }, id) => {
      const { username } = await getPersonFile(app, id);
      await deletePerson(app, await actor(), id, { reason: options.reason, username });
    }),
  },
  {
    words: 'person restore',
    args: ['NAME'],
    about: 'cancels the deletion of an account',
    subject,
    run: changing(async ({ app, actor }, id) => restorePerson(app, await actor(), id)),
  },
  {
    words: 'person role',
    args: ['NAME', 'ROLE'],
    about: 'changes the role, such as member, moderator or operator',
    makesOperators: true,
    subject,
    run: changing(async ({ app, actor }, id, [, role = '']) => changeRole(app, await actor(), id, role)),
  },
  {
    words: 'person password',
    args: ['NAME'],
    about: 'sets a new password, prints it once, and ends all sessions',
    subject,
    run: changing(async ({ app }, id) => {
      const password = newToken().slice(0, 20);
      await changePassword(app, id, password);
      return { password };
    }),
  },
  {
    words: 'person 2fa-off',
    args: ['NAME'],
    about: 'turns off two-factor authentication and removes passkeys and sessions',
    subject,
    run: changing(async ({ app, actor }, id) => resetFactor(app, await actor(), id)),
  },
  {
    words: 'person email',
    args: ['NAME', 'ADDRESS'],
    about: 'changes the email address, and confirms it',
    subject,
    run: changing(async ({ app, actor }, id, [, address = '']) => {
      await changeEmail(app, id, address);
      await confirmEmailManually(app, await actor(), id);
    }),
  },
];
