import { hashPassword } from '../src/identity/credentials/password.ts';
import { addAccount } from '../src/identity/sign-up/sign-up.ts';
import { startSession } from '../src/identity/sessions/sessions.ts';
import { findViewer } from '../src/identity/account/viewer.ts';
import type { App, Viewer } from '../src/platform/app.ts';

export const password = 'correct horse battery';

/** The device of test accounts. */
export const device = { createdVia: 'page', userAgent: 'Test', address: '192.0.2.1' } as const;

let passwordHash: Promise<string> | undefined;

/** Adds an established account by name: `ada` is Ada, ada@example.org, and so on. */
export async function addPerson(app: App, username: string): Promise<Viewer> {
  const firstName = username.slice(0, 1).toUpperCase() + username.slice(1);
  const id = await addAccount(app, {
    username,
    email: `${username}@example.org`,
    // Shared, because hashing is slow by design and would take most of the time of many tests.
    passwordHash: await (passwordHash ??= hashPassword(password)),
    firstName,
    lastName: 'Test',
  });
  const aMonthAgo = new Date(app.clock.now().getTime() - 30 * 86_400_000);
  await app.db
    .updateTable('identity.account')
    .set({ registered_at: aMonthAgo })
    .where('id', '=', id)
    .execute();
  return getPerson(app, id);
}

export async function getPerson(app: App, id: string): Promise<Viewer> {
  const viewer = await findViewer(app, id);
  if (!viewer) throw new Error(`No such person: ${id}`);
  return viewer;
}

/** Creates a small set of accounts: the operator `olga`, and the members ada, bob and carol. */
export async function createWorld(app: App) {
  const olga = await addPerson(app, 'olga');
  const ada = await addPerson(app, 'ada');
  const bob = await addPerson(app, 'bob');
  const carol = await addPerson(app, 'carol');
  return { olga, ada, bob, carol };
}

/** Creates a person who moderates. */
export async function addModerator(app: App, username: string): Promise<Viewer> {
  const { id } = await addPerson(app, username);
  await app.db.updateTable('identity.account').set({ role: 'moderator' }).where('id', '=', id).execute();
  return getPerson(app, id);
}

/** Returns the id of the newest moderation case about a post, a comment or the like. */
export async function caseOf(app: App, subject: string, id: string): Promise<string> {
  const found = await app.db
    .selectFrom('social.moderation_case')
    .where('subject', '=', subject)
    .where('subject_id', '=', id)
    .orderBy('id', 'desc')
    .select('id')
    .executeTakeFirstOrThrow();
  return found.id;
}

/** The cookies of a browser that a person is signed in with. */
export async function cookiesOf(app: App, { id }: Pick<Viewer, 'id'>): Promise<string> {
  return `c_user=${id}; xs=${await startSession(app, id, device)}`;
}
