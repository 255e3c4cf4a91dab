import { t } from '../../kernel/translation/translate.ts';
import { days, isTimeZone, minutes } from '../../kernel/time.ts';
import { invalid, missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

const furthest = days(366);
/** Tolerates a time in the current minute. */
const leeway = minutes(1);

/** Schedules a draft, or unschedules it if `at` is null. Throws a `Problem` at `publish_at`. */
export async function schedule(
  app: App,
  author: Pick<Viewer, 'id'>,
  id: string,
  { at, timeZone = 'UTC' }: { at: Date | null; timeZone?: string | undefined },
): Promise<void> {
  if (at) checkTime(at, app.clock.now());
  if (!isTimeZone(timeZone)) throw invalid('time_zone', t('Unknown time zone'));
  const changed = await app.db
    .updateTable('social.draft')
    .set({ publish_at: at, problem: '', ...(at && { time_zone: timeZone }) })
    .where('id', '=', id)
    .where('account_id', '=', author.id)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw missing(t('Draft'));
}

export function checkTime(at: Date, now: Date): void {
  if (Number.isNaN(at.getTime())) throw invalid('publish_at', t('Enter a valid time'));
  if (at.getTime() < now.getTime() - leeway) throw invalid('publish_at', t('Choose a time in the future'));
  if (at.getTime() > now.getTime() + furthest)
    throw invalid('publish_at', t('Choose a time within the next year'));
}
