import { addAuditEntry } from '../../identity/operators/audit.ts';
import { type Viewer, type App, verb } from '../../platform/app.ts';
import { sql } from 'kysely';
import { days } from '../../kernel/time.ts';
import { getModerationSettings, type ModerationSettings } from '../moderation/facts.ts';
import { allTexts } from '../moderation/spam.ts';

const shownDays = 14;
const newestLessons = 200;

/** Moderator actions per day. */
interface DayOfModeration {
  day: string;
  held: number;
  released: number;
  removed: number;
}

export interface ModerationNumbers {
  /** The last two weeks, oldest first. */
  days: DayOfModeration[];
  waiting: number;
  /** Median wait in milliseconds of the cases settled in that time. Null if none were settled. */
  medianWait: number | null;
  model: {
    spam: number;
    ham: number;
    tokens: number;
    /**
     * Evaluation over the newest lessons that the model scored beforehand: how many it would have held, and
     * how many correctly.
     */
    judged: number;
    held: number;
    rightlyHeld: number;
    spamThere: number;
  };
  settings: ModerationSettings;
}

export async function getNumbers(app: App): Promise<ModerationNumbers> {
  const settings = await getModerationSettings(app);
  const since = new Date(app.clock.now().getTime() - days(shownDays - 1));
  const from = new Date(`${since.toISOString().slice(0, 10)}T00:00:00Z`);
  return {
    days: await getDays(app, from),
    ...(await getWaits(app, from)),
    model: { ...(await getModel(app)), ...(await getPrecision(app, settings.spamHold / 100)) },
    settings,
  };
}

async function getDays({ db, clock }: App, from: Date): Promise<DayOfModeration[]> {
  const { rows } = await sql<DayOfModeration>`
    with day as (select generate_series(${from}::timestamptz, ${clock.now()}::timestamptz, interval '1 day') as at)
    select to_char(day.at at time zone 'UTC', 'YYYY-MM-DD') as day,
      (select count(*) from social.moderation_case where opened_at >= day.at
        and opened_at < day.at + interval '1 day' and held_at is not null)::integer as held,
      (select count(*) from social.moderation_case where settled_at >= day.at
        and settled_at < day.at + interval '1 day' and decision = 'approve')::integer as released,
      (select count(*) from social.moderation_case where settled_at >= day.at
        and settled_at < day.at + interval '1 day' and decision in ('hide', 'remove', 'suspend'))::integer as removed
    from day order by day.at`.execute(db);
  return rows;
}

async function getWaits({ db }: App, from: Date): Promise<Pick<ModerationNumbers, 'waiting' | 'medianWait'>> {
  const { rows } = await sql<{ waiting: number; wait: number | null }>`
    select (select count(*) from (select from social.moderation_case where settled_at is null limit 1000) as open)::integer
        as waiting,
      (select percentile_cont(0.5) within group (order by extract(epoch from settled_at - opened_at))
        from social.moderation_case where settled_at >= ${from})::float8 * 1000 as wait`.execute(db);
  return { waiting: rows[0]?.waiting ?? 0, medianWait: rows[0]?.wait ?? null };
}

async function getModel({ db }: App): Promise<{ spam: number; ham: number; tokens: number }> {
  const { rows } = await sql<{ spam: number; ham: number; tokens: number }>`
    select coalesce(max(spam) filter (where token = ${allTexts}), 0) as spam,
      coalesce(max(ham) filter (where token = ${allTexts}), 0) as ham,
      count(*) filter (where token <> ${allTexts})::integer as tokens
    from social.spam_token`.execute(db);
  return rows[0] ?? { spam: 0, ham: 0, tokens: 0 };
}

async function getPrecision({ db }: App, hold: number) {
  const { rows } = await sql<{ judged: number; held: number; rightly: number; spam: number }>`
    select count(*)::integer as judged, count(*) filter (where score >= ${hold})::integer as held,
      count(*) filter (where score >= ${hold} and is_spam)::integer as rightly,
      count(*) filter (where is_spam)::integer as spam
    from (select score, is_spam from social.spam_lesson where score is not null
      order by at desc limit ${newestLessons}) as newest`.execute(db);
  const [row] = rows;
  return {
    judged: row?.judged ?? 0,
    held: row?.held ?? 0,
    rightlyHeld: row?.rightly ?? 0,
    spamThere: row?.spam ?? 0,
  };
}

/** Deletes everything the spam model learned. Its past decisions remain. */
export const resetModel = verb(
  { name: 'moderation.reset', who: 'operator' },
  async (app, operator: Pick<Viewer, 'id'>) => {
    await app.db.deleteFrom('social.spam_token').execute();
    await app.db.deleteFrom('social.spam_lesson').execute();
    await addAuditEntry(app, operator.id, 'spam_filter.reset', '');
  },
);
