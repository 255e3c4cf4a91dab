import { days } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';

/** Deletes imports that were not started within a week, with their files, and reports after three months. */
export async function purgeImports({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const before = (age: number) => new Date(clock.now().getTime() - age);
  await db
    .deleteFrom('links.import')
    .where((row) =>
      row.or([
        row.and([row('started_at', 'is', null), row('created_at', '<', before(days(7)))]),
        row('finished_at', '<', before(days(90))),
      ]),
    )
    .execute();
}
