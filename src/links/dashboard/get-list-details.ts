import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { type Tag, tagsOf } from '../tags/tags.ts';

/** Number of days in the sparkline of a link. */
const trendDays = 14;

/** Additional data of a link in the list. */
interface Beside {
  tags: Tag[];
  /** Clicks per day over the last two weeks up to today (UTC). */
  trend: number[];
}

/** Returns the data by link id, with an entry for every requested id. */
export async function getListDetails(
  app: Pick<App, 'db' | 'clock'>,
  linkIds: readonly string[],
): Promise<Map<string, Beside>> {
  if (linkIds.length === 0) return new Map();
  const today = Math.floor(app.clock.now().getTime() / days(1));
  const first = today - trendDays + 1;
  const rows = await app.db
    .selectFrom(sql<{ id: string }>`unnest(${linkIds}::bigint[])`.as<'link'>(sql`link (id)`))
    .select((eb) => [
      'link.id',
      tagsOf(app, 'link.id').as('tags'),
      jsonArrayFrom(
        eb
          .selectFrom('links.click_hour as clicked')
          .whereRef('clicked.link_id', '=', 'link.id')
          .where('clicked.hour', '>=', new Date(first * days(1)))
          .groupBy(sql`1`)
          .select(sql<number>`floor(extract(epoch from clicked.hour) / 86400)::float8`.as('day'))
          .select(sql<number>`sum(clicked.clicks)::float8`.as('clicks')),
      ).as('trend'),
    ])
    .execute();
  return new Map(
    rows.map(({ id, tags, trend }) => {
      const byDay = new Map(trend.map(({ day, clicks }) => [day, clicks]));
      return [
        id,
        { tags, trend: Array.from({ length: trendDays }, (_, day) => byDay.get(first + day) ?? 0) },
      ];
    }),
  );
}
