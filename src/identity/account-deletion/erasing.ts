import { sql } from 'kysely';
import { Type } from 'typebox';
import { comparableEmail, emailSpellings } from '../../kernel/comparable.ts';
import { type App, inTransaction } from '../../platform/app.ts';
import { job, type Job } from '../../platform/jobs/jobs.ts';
import { purgeMailAbout } from '../../platform/mail/outbox.ts';
import { unsuppress } from '../../platform/mail/suppressions.ts';
import { removePicture } from '../../platform/pictures.ts';
import { revokeAllKeys } from '../access-keys.ts';
import { reserveUsername } from '../account/names.ts';
import { announceEnd } from '../sessions/sessions.ts';
import type { DeletionScope } from './account-deletion.ts';

/** Deletes an account's data on one service. Runs in a transaction and must be safe to retry. */
type Erase = (app: App, accountId: string) => Promise<void>;

/** Erasers by service. Plaza's data is only deleted together with the whole account. */
export type Erasers = Readonly<Record<Exclude<DeletionScope, 'account'> | 'plaza', Erase>>;

/** Maximum accounts deleted in one run. The rest wait for the next run. */
const maxAtOnce = 20;

/**
 * The job that deletes accounts and data that are due. `erasers` holds one eraser for each service, assembled
 * where both services are known.
 */
export const accountDeletionJob = (erasers: Erasers): Job =>
  job('identity.close-due', Type.Object({}), (app) => deleteDueAccounts(app, erasers), {
    cron: '23 * * * *',
  });

export async function deleteDueAccounts(app: App, erasers: Readonly<Record<string, Erase>>): Promise<void> {
  const due = await app.db
    .selectFrom('identity.deletion_request')
    .select(['account_id', 'scope'])
    .where('due_at', '<=', app.clock.now())
    .orderBy('due_at')
    .limit(maxAtOnce)
    .execute();
  const failures: unknown[] = [];
  // A failed deletion does not block the others.
  for (const { account_id, scope } of due)
    await deleteAccount(app, account_id, scope, erasers).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'Some due deletions failed');
}

async function deleteAccount(
  app: App,
  accountId: string,
  scope: string,
  erasers: Readonly<Record<string, Erase>>,
): Promise<void> {
  await inTransaction(app, async (app) => {
    // A concurrent sign-in either cancels the whole deletion or finds the account deleted.
    const taken = await app.db
      .deleteFrom('identity.deletion_request')
      .where('account_id', '=', accountId)
      .where('scope', '=', scope)
      .where('due_at', '<=', app.clock.now())
      .returning('scope')
      .executeTakeFirst();
    if (!taken) return;
    if (scope === 'account') return eraseEverything(app, accountId, erasers);
    await erasers[scope]?.(app, accountId);
    await revokeAllKeys(app, accountId);
  });
  app.log.info({ accountId, scope }, 'deleted as requested');
}

/** Erases an account on both services. Called in a transaction. */
export async function eraseEverything(
  app: App,
  accountId: string,
  erasers: Readonly<Record<string, Erase>>,
): Promise<void> {
  for (const erase of Object.values(erasers)) await erase(app, accountId);
  await revokeAllKeys(app, accountId);
  await eraseAccount(app, accountId);
}

/** Anonymizes the remaining row, which other content still refers to. Called in a transaction. */
export async function eraseAccount(app: App, accountId: string): Promise<void> {
  const { db, clock } = app;
  const was = await db
    .selectFrom('identity.account')
    .select(['username', 'email', 'first_name', 'last_name', 'picture', 'cover'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  await db.deleteFrom('identity.session').where('account_id', '=', accountId).execute();
  await announceEnd(app, accountId);
  await db.deleteFrom('identity.deletion_request').where('account_id', '=', accountId).execute();
  await db.deleteFrom('identity.profile_value').where('account_id', '=', accountId).execute();
  await db.deleteFrom('identity.mailed_code').where('account_id', '=', accountId).execute();
  await db.deleteFrom('identity.suspension').where('account_id', '=', accountId).execute();
  await db.deleteFrom('identity.mailed_link').where('account_id', '=', accountId).execute();
  await db.deleteFrom('identity.second_factor').where('account_id', '=', accountId).execute();
  await db.deleteFrom('identity.recovery_code').where('account_id', '=', accountId).execute();
  await db.deleteFrom('identity.linked_identity').where('account_id', '=', accountId).execute();
  await db.deleteFrom('identity.provisioned_user').where('account_id', '=', accountId).execute();
  await db.deleteFrom('identity.provisioned_group_member').where('account_id', '=', accountId).execute();
  await db.deleteFrom('identity.provider_request').where('account_id', '=', accountId).execute();
  await db.deleteFrom('identity.passkey').where('account_id', '=', accountId).execute();
  await db.deleteFrom('identity.passkey_challenge').where('account_id', '=', accountId).execute();
  await db.deleteFrom('identity.challenge').where('account_id', '=', accountId).execute();
  await db.deleteFrom('identity.known_device').where('account_id', '=', accountId).execute();
  await eraseInvitations(app, accountId, was.email);
  // Keeps the audit entries but removes the subject and the free text.
  await db
    .updateTable('identity.audit')
    .set({ detail: '' })
    .where('subject', '=', `person ${accountId}`)
    .execute();
  await reserveUsername(app, accountId);
  await db
    .updateTable('identity.account')
    .set({ ...nobody(accountId), deleted_at: clock.now(), deletion_requested_at: null })
    .where('id', '=', accountId)
    .execute();
  await unsuppress(app, was.email);
  await purgeMailAbout(app, [was.email, `@${was.username}`, `${was.first_name} ${was.last_name}`.trim()]);
  if (was.picture !== null) await removePicture(app, was.picture);
  if (was.cover !== null) await removePicture(app, was.cover);
}

async function eraseInvitations({ db }: App, accountId: string, email: string): Promise<void> {
  await db.deleteFrom('identity.team_invitation').where('owner_id', '=', accountId).execute();
  await db
    .deleteFrom('identity.team_member')
    .where((row) => row.or([row('owner_id', '=', accountId), row('member_id', '=', accountId)]))
    .execute();
  await db
    .deleteFrom('identity.team_invitation')
    .where(
      sql<boolean>`(system.email_key(email, email_folded) = ${comparableEmail(email)} or ${isSpelling(email)})`,
    )
    .execute();
  await db.deleteFrom('identity.invitation').where('created_by', '=', accountId).execute();
  await db
    .updateTable('identity.invitation')
    .set({ email: '' })
    .where((row) => row.or([row('used_by', '=', accountId), isSpelling(email)]))
    .execute();
}

/** SQL: whether the column `email` is this address, in one of the ways in which it may be written. */
const isSpelling = (email: string) =>
  sql<boolean>`lower(email) = any(select lower(each) from unnest(${emailSpellings(email)}::text[]) as each)`;

const nobody = (accountId: string) => ({
  username: `deleted-${accountId}`,
  email: `deleted-${accountId}@invalid`,
  email_folded: null,
  password_hash: '',
  first_name: 'Deleted',
  last_name: 'account',
  role: 'member',
  user_group_id: null,
  gender: '',
  biography: '',
  picture: null,
  picture_small: null,
  cover: null,
  birthdate: null,
  phone: '',
  website: '',
  relationship: '',
  country: '',
  city: '',
  hometown: '',
  work_title: '',
  work_place: '',
  work_url: '',
  edu_school: '',
  edu_major: '',
  edu_class: '',
  social_links: '{}',
  privacy: '{}',
  language: '',
  suspension_reason: '',
  verified_at: null,
  last_seen_at: null,
  grants_ended_at: null,
});
