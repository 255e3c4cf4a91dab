import { sql } from 'kysely';
import { Type } from 'typebox';
import { mailAccount } from '../../identity/account/email.ts';
import { listModerators } from '../../identity/operators/operators.ts';
import { type App, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { bulk } from '../../platform/mail.ts';
import { unsubscribeLinks } from '../mail-links.ts';
import { writeTeamDigest } from './views/team-digest-mail.ts';
import { getWeeklyFigures, isQuiet, mondayOf } from './weekly-figures.ts';

/** Whether a moderator gets the weekly digest of the team. By default they do. */
export async function hasTeamDigest({ db }: Pick<App, 'db'>, { id }: Pick<Viewer, 'id'>): Promise<boolean> {
  const row = await db
    .selectFrom('social.team_digest')
    .where('account_id', '=', id)
    .select('is_on')
    .executeTakeFirst();
  return row?.is_on ?? true;
}

export const chooseTeamDigest = verb(
  { name: 'cases.choose-digest', who: 'moderator' },
  (app, moderator: Pick<Viewer, 'id'>, isOn: boolean): Promise<void> => choose(app, moderator.id, isOn),
);

async function choose({ db }: App, accountId: string, is_on: boolean): Promise<void> {
  await db
    .insertInto('social.team_digest')
    .values({ account_id: accountId, is_on })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ is_on }))
    .execute();
}

/** Sends each moderator the digest of the week before, once. Nobody is mailed about a week without events. */
async function sendTeamDigests(app: App): Promise<void> {
  const monday = mondayOf(app.clock.now());
  const week = monday.toISOString().slice(0, 10);
  const { rows: informed } = await sql<{ account_id: string }>`
    select account_id from social.team_digest where week >= ${week}::date or not is_on`.execute(app.db);
  const skipped = new Set(informed.map(({ account_id }) => account_id));
  const due = (await listModerators(app)).filter(({ id }) => !skipped.has(id));
  if (due.length === 0) return;
  const figures = await getWeeklyFigures(app, monday);
  for (const { id } of due)
    await inTransaction(app, async (app) => {
      // Of several processes, and after an interruption, one sends it.
      const { rows } = await sql`
        insert into social.team_digest (account_id, week) values (${id}, ${week}::date)
        on conflict (account_id) do update set week = excluded.week
        where team_digest.is_on and (team_digest.week is null or team_digest.week < excluded.week)
        returning account_id`.execute(app.db);
      if (rows.length === 0 || isQuiet(figures)) return;
      const unsubscribe = `${app.config.plazaUrl}/moderation/digest/unsubscribe?token=${teamDigestToken(app, id)}`;
      await mailAccount(app, id, () => writeTeamDigest(app.config.plazaUrl, figures, unsubscribe), bulk);
    });
}

/** The token of an unsubscribe link only ends the digest of its receiver. */
export const { create: teamDigestToken, parse: parseTeamDigestToken } = unsubscribeLinks('no team digest');

/** Ends the digest of a token's receiver, who need not be signed in. */
export const endTeamDigest = verb(
  { name: 'cases.end-digest', who: 'anyone' },
  (app, token: string): Promise<void> => choose(app, parseTeamDigestToken(app, token), false),
);

export const teamDigestJobs = [
  job('social.send-team-digests', Type.Object({}), sendTeamDigests, { cron: '40 * * * *' }),
];
