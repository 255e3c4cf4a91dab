import { sql, type RawBuilder } from 'kysely';
import type { Change } from './tally.ts';

/** SQL: all counters of the subject whose id is in `column`, as JSON. */
export const talliesOf = (
  subject: Change['subject'],
  column: string,
): RawBuilder<{ kind: string; n: number }[]> => sql`(
  select coalesce(json_agg(counted), '[]') from (
    select kind, sum(n)::integer as n from social.tally
    where subject = ${subject} and subject_id = ${sql.ref(column)} group by kind) as counted)`;
