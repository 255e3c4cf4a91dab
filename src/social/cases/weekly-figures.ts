import { sql } from 'kysely';
import { countRegistrationRequests, getAccountFigures } from '../../identity/people/growth.ts';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';

/** What a week had. */
interface Week {
  /** Cases that reports opened, and those that rules did. */
  reported: number;
  held: number;
  decided: number;
  /** Median time from the opening of a case to the decision, in milliseconds. Null if none was decided. */
  median: number | null;
  appeals: number;
  joined: number;
  suspended: number;
}

export interface WeeklyFigures {
  /** The Monday after the week, in UTC. */
  until: Date;
  week: Week;
  /** The week before it. */
  before: Week;
  /** What waits now. */
  waiting: { cases: number; appeals: number; registrations: number };
  /** What was reported by most in the week. */
  mostReported: { caseId: string; kind: string; author: string; reports: number; isOpen: boolean }[];
}

/** The start of the week of a time, in UTC. */
export function mondayOf(time: Date): Date {
  const day = new Date(`${time.toISOString().slice(0, 10)}T00:00:00Z`);
  return new Date(day.getTime() - days((day.getUTCDay() + 6) % 7));
}

/** Returns the figures of the week before `until`, and of the one before that. */
export async function getWeeklyFigures(app: App, until: Date): Promise<WeeklyFigures> {
  const at = (weeks: number) => new Date(until.getTime() - days(7 * weeks));
  const [week, before, waiting, mostReported] = await Promise.all([
    getWeek(app, at(1), until),
    getWeek(app, at(2), at(1)),
    getWaiting(app),
    getMostReported(app, at(1), until),
  ]);
  return { until, week, before, waiting, mostReported };
}

/** Whether there is nothing to tell. */
export const isQuiet = ({ week, waiting }: WeeklyFigures): boolean => {
  const counts: Record<string, number | null> = { ...week, ...waiting };
  return Object.values(counts).every((n) => n === 0 || n === null);
};

async function getWeek(app: App, from: Date, to: Date): Promise<Week> {
  const { rows } = await sql<Omit<Week, 'joined' | 'suspended'>>`
    with opened as (select reports, held_at from social.moderation_case
      where opened_at >= ${from} and opened_at < ${to}),
    settled as (select settled_at - opened_at as wait from social.moderation_case
      where settled_at >= ${from} and settled_at < ${to})
    select (select count(*) from opened where reports > 0)::integer as reported,
      (select count(*) from opened where held_at is not null)::integer as held,
      (select count(*) from settled)::integer as decided,
      (select percentile_cont(0.5) within group (order by extract(epoch from wait)) from settled)::float8 * 1000 as median,
      (select count(*) from social.appeal where created_at >= ${from} and created_at < ${to})::integer as appeals`.execute(
    app.db,
  );
  const [row = { reported: 0, held: 0, decided: 0, median: null, appeals: 0 }] = rows;
  return { ...row, ...(await getAccountFigures(app, from, to)) };
}

/** Counting stops at 1,000. */
async function getWaiting(app: App): Promise<WeeklyFigures['waiting']> {
  const { rows } = await sql<{ cases: number; appeals: number }>`
    select (select count(*) from (select from social.moderation_case where settled_at is null limit 1000) as open)::integer
        as cases,
      (select count(*) from (select from social.appeal where settled_at is null limit 1000) as open)::integer as appeals`.execute(
    app.db,
  );
  const [row = { cases: 0, appeals: 0 }] = rows;
  return { ...row, registrations: await countRegistrationRequests(app) };
}

async function getMostReported({ db }: App, from: Date, to: Date): Promise<WeeklyFigures['mostReported']> {
  const rows = await db
    .selectFrom('social.moderation_case as one')
    .innerJoin('identity.account as author', 'author.id', 'one.author_id')
    .where('one.opened_at', '>=', from)
    .where('one.opened_at', '<', to)
    .where('one.reports', '>', 1)
    .orderBy('one.reports', 'desc')
    .orderBy('one.id')
    .limit(5)
    .select(['one.id', 'one.kind', 'one.reports', 'one.settled_at', 'author.username'])
    .execute();
  return rows.map(({ id, kind, reports, settled_at, username }) => ({
    ...{ caseId: id, kind, reports, author: username, isOpen: settled_at === null },
  }));
}
