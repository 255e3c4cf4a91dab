import { days } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';

/** Releases aliases whose reservation has expired. */
export async function releaseAliases({
  db,
  clock,
  config,
}: Pick<App, 'db' | 'clock' | 'config'>): Promise<void> {
  await db
    .deleteFrom('links.reserved_alias')
    .where('released_at', '<=', new Date(clock.now().getTime() - days(config.RESERVED_NAME_DAYS)))
    .execute();
}
