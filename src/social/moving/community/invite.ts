import { sql } from 'kysely';
import { mailAccount } from '../../../identity/account/email.ts';
import { Problem, msg } from '../../../kernel/problem.ts';
import { type App, verb, inTransaction, type Viewer } from '../../../platform/app.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { bulk } from '../../../platform/mail.ts';
import { t } from '../../../web/translation/translate.ts';
import { getImport } from '../import.ts';
import { inviteImportedJob } from '../imports.ts';

/** Emails the people of an imported community once that their account is here. */
export const inviteImported = verb(
  { name: 'moving.invite', who: 'operator' },
  async (app, operator: Pick<Viewer, 'id'>, id: string): Promise<void> => {
    const { state } = await getImport(app, operator, id);
    if (state !== 'finished') throw new Problem('conflict', msg('The import is not finished'));
    await addJob(app, inviteImportedJob, { id }, { key: `social.invite-imported:${id}` });
  },
);

const atOnce = 100;

/** People who have not signed in and were not told yet. Some had no address. */
const waitingForInvitation = (id: string) => sql<boolean>`entry.import_id = ${id} and entry.kind = 'person'
  and entry.state = 'done' and entry.content is null
  and exists (select from identity.account where id = entry.target_id and last_seen_at is null and password_hash = ''
    and email not like '%.invalid' and deleted_at is null and deletion_requested_at is null and suspended_at is null)`;

/** Sends the emails in parts, each with the note that it was sent. */
export async function inviteAll(app: App, { id }: { id: string }): Promise<void> {
  const { moved_from: from } = await app.db
    .selectFrom('social.import')
    .where('id', '=', id)
    .select('moved_from')
    .executeTakeFirstOrThrow();
  while ((await inTransaction(app, (app) => inviteSome(app, id, from))) > 0);
}

async function inviteSome(app: App, id: string, from: string): Promise<number> {
  const people = await app.db
    .selectFrom('social.import_entry as entry')
    .where(waitingForInvitation(id))
    .orderBy('position')
    .limit(atOnce)
    .forUpdate()
    .select(['entry.position', 'entry.target_id'])
    .execute();
  const base = app.config.plazaUrl;
  for (const { target_id: accountId } of people)
    await mailAccount(
      app,
      accountId ?? '',
      ({ username, firstName }) => ({
        subject: t('Your account has moved'),
        text: t(
          'Hello {firstName},\n\n{from} has moved to {base}. Your posts are there, and so is your account, @{username}.\n\nSet a password to use it:\n{base}/forgot\n\nThis is the only email about it. If you do not want the account, ignore this email, or ask us to delete it: {base}/contact\n',
          { firstName, from: from || t('Your community'), base, username },
        ),
      }),
      bulk,
    );
  if (people.length > 0)
    await app.db
      .updateTable('social.import_entry')
      .set({ content: JSON.stringify({ invitedAt: app.clock.now() }) })
      .where('import_id', '=', id)
      .where(
        'position',
        'in',
        people.map(({ position }) => position),
      )
      .execute();
  return people.length;
}

/** How many people would be told. */
export async function countUninvited({ db }: Pick<App, 'db'>, id: string): Promise<number> {
  const { n } = await db
    .selectFrom('social.import_entry as entry')
    .where(waitingForInvitation(id))
    .select(sql<number>`count(*)::integer`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
}
