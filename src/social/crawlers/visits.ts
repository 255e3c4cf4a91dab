import { sql } from 'kysely';
import { Type } from 'typebox';
import { days, seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { job } from '../../platform/jobs/jobs.ts';
import type { CrawlerPurpose } from './crawlers.ts';
import type { RecognizedCrawler } from './recognition.ts';

/** What a program got: the page, the page for a payment, a price, or nothing. */
export const visitAnswers = ['allowed', 'paid', 'priced', 'refused'] as const;
export type VisitAnswer = (typeof visitAnswers)[number];

interface Waiting extends Pick<RecognizedCrawler, 'agent' | 'purpose'> {
  isSigned: boolean;
  answer: VisitAnswer;
  day: string;
  requests: number;
  lastAt: Date;
}

/** The name, and who vouches for it: anybody can sign, also under the name of another crawler. */
const shownName = ({ agent, signer }: RecognizedCrawler): string =>
  (signer === undefined || signer === agent ? agent : `${agent} (${signer})`).slice(0, longestName);
/** That the table holds. */
const longestName = 260;

const flushEvery = seconds(20);
/** Names that wait at once. Strangers choose those of signers, so the others are counted together. */
const maxNames = 500;

/** Counts what programs read, in memory, and stores it behind their requests. */
export class CrawlerVisits {
  readonly #app: App;
  #waiting = new Map<string, Waiting>();
  readonly #timer: NodeJS.Timeout;

  constructor(app: App) {
    this.#app = app;
    this.#timer = setInterval(() => void this.flush(), flushEvery).unref();
  }

  add(crawler: RecognizedCrawler, answer: VisitAnswer): void {
    const now = this.#app.clock.now();
    const day = now.toISOString().slice(0, 10);
    const { purpose, signer } = crawler;
    const isSigned = signer !== undefined;
    const agent = this.#waiting.size < maxNames ? shownName(crawler) : 'others';
    const key = `${day} ${agent} ${isSigned} ${answer}`;
    const known = this.#waiting.get(key);
    if (known) {
      known.requests += 1;
      known.lastAt = now;
    } else this.#waiting.set(key, { agent, purpose, isSigned, answer, day, requests: 1, lastAt: now });
  }

  /** Stores what waits. If the database is away, it waits on. */
  async flush(): Promise<void> {
    const waiting = [...this.#waiting.values()];
    if (waiting.length === 0) return;
    this.#waiting = new Map();
    try {
      await storeVisits(this.#app, waiting);
    } catch (error) {
      this.#app.log.warn({ err: error }, 'visits of crawlers could not be stored');
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}

async function storeVisits({ db }: App, visits: readonly Waiting[]): Promise<void> {
  const list = <T>(of: (visit: Waiting) => T) => visits.map(of);
  await sql`insert into social.crawler_visit (day, agent, purpose, is_signed, answer, requests, last_at)
    select * from unnest(${list(({ day }) => day)}::date[], ${list(({ agent }) => agent)}::text[],
      ${list(({ purpose }) => purpose)}::text[], ${list(({ isSigned }) => isSigned)}::boolean[],
      ${list(({ answer }) => answer)}::text[], ${list(({ requests }) => requests)}::bigint[],
      ${list(({ lastAt }) => lastAt)}::timestamptz[])
    on conflict (day, agent, is_signed, answer) do update
      set requests = crawler_visit.requests + excluded.requests, last_at = greatest(crawler_visit.last_at, excluded.last_at)
  `.execute(db);
}

export interface CrawlerSum {
  agent: string;
  purpose: CrawlerPurpose;
  isSigned: boolean;
  requests: Record<VisitAnswer, number>;
  lastAt: Date;
}

/** Days of the operator's page. */
export const visitDays = 30;
const maxShown = 100;

/** The programs that read most in the last 30 days. */
export async function sumVisits({ db, clock }: App): Promise<CrawlerSum[]> {
  const since = new Date(clock.now().getTime() - days(visitDays)).toISOString().slice(0, 10);
  const { rows } = await sql<CrawlerSum>`
    select agent, min(purpose) as purpose, is_signed as "isSigned", max(last_at) as "lastAt",
      json_build_object(${sql.join(visitAnswers.flatMap((answer) => [sql.lit(answer), sumOf(answer)]))}) as requests
    from social.crawler_visit where day > ${since}::date
    group by agent, is_signed order by sum(requests) desc, agent limit ${sql.lit(maxShown)}`.execute(db);
  return rows;
}

const sumOf = (answer: VisitAnswer) =>
  sql`coalesce(sum(requests) filter (where answer = ${sql.lit(answer)}), 0)::integer`;

const kept = days(400);

async function deleteOldVisits({ db, clock }: App): Promise<void> {
  const until = new Date(clock.now().getTime() - kept).toISOString().slice(0, 10);
  await sql`delete from social.crawler_visit where day < ${until}::date`.execute(db);
}

export const visitJobs = [
  job('crawlers.delete-old-visits', Type.Object({}), deleteOldVisits, { cron: '17 4 * * *' }),
];
