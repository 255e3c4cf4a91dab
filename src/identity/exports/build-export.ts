import { inLanguage, readerLanguage } from '../../kernel/translation/languages.ts';
import { getLanguage } from '../account/language.ts';
import { mailAccount } from '../account/mail-account.ts';
import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { Type } from 'typebox';
import type { App } from '../../platform/app.ts';
import { writeArchive } from '../../platform/archive/write-archive.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { newPath } from '../../platform/files/path.ts';
import { job } from '../../platform/jobs.ts';
import { accountSections } from './account-sections.ts';
import { exportLasts, type ExportedService } from './service.ts';

export const buildExportJob = (service: ExportedService) =>
  job(
    `${service.schema}.build-export`,
    Type.Object({ id: Type.String() }),
    (app, payload) => buildExport(app, service, payload),
    { runner: 'export' },
  );

/** Builds a requested archive and notifies the owner by email. */
export async function buildExport(app: App, service: ExportedService, { id }: { id: string }): Promise<void> {
  const { rows } = await sql<{ accountId: string; owner: string }>`
    select account.id as "accountId",
      coalesce(nullif(trim(account.first_name || ' ' || account.last_name), ''), account.username) as owner
    from ${sql.id(service.schema, 'data_export')} as asked join identity.account on account.id = asked.account_id
    where asked.id = ${id} and asked.ready_at is null and asked.failed_at is null`.execute(app.db);
  const [asked] = rows;
  if (!asked) return;
  const { accountId, owner } = asked;
  const path = newPath('exports', 'application/zip', app.clock.now());
  const bytes = await inLanguage(readerLanguage(await getLanguage(app, accountId)), () =>
    writeArchive(app, path, {
      title: { service: service.name, owner },
      sections: [...accountSections(accountId), ...service.sections(app, accountId)],
      others: service.others?.(accountId) ?? [],
    }),
  );
  const isWanted = await finish(app, service, { id, path, bytes, accountId });
  if (!isWanted) await app.files.remove(path);
}

function finish(
  app: App,
  { schema, name, pageOf }: ExportedService,
  { id, path, bytes, accountId }: { id: string; path: string; bytes: number; accountId: string },
): Promise<boolean> {
  return inTransaction(app, async (app) => {
    const now = app.clock.now();
    const { rows } = await sql`update ${sql.id(schema, 'data_export')}
      set path = ${path}, bytes = ${bytes}, ready_at = ${now}, expires_at = ${new Date(now.getTime() + exportLasts)}
      where id = ${id} and ready_at is null returning id`.execute(app.db);
    if (rows.length === 0) return false;
    await mailAccount(app, accountId, () => ({
      subject: t('Your download is ready'),
      text: t('Your data from {name} is ready to download. The link works for seven days:\n\n{address}\n', {
        name,
        address: pageOf(app),
      }),
    }));
    return true;
  });
}
