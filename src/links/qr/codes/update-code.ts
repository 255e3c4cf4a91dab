import { t } from '../../../kernel/translation/translate.ts';
import { missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import type { Assessment } from '../../safety/assessment.ts';
import { publishLinkChange } from '../../record/announce-link.ts';
import { assessContent } from '../content/assess-content.ts';
import { aliasOf, type Code, type CodeInput } from './code.ts';
import { prepareCode, type Prepared } from './prepare-code.ts';
import { findLogo } from './queries.ts';
import { getCode } from './get-code.ts';
import { columnsOf } from './store-code.ts';

/** Updates one of the viewer's codes. Printed dynamic codes redirect to the new destination immediately. */
export async function updateCode(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  change: Omit<CodeInput, 'kind'> & Partial<Pick<CodeInput, 'kind'>>,
): Promise<Code> {
  const before = await getCode(app, viewer, id);
  const logo = before.hasLogo ? ((await findLogo(app, id)) ?? null) : null;
  const input = { ...change, kind: change.kind ?? before.content.kind };
  const prepared = await prepareCode(app, viewer, before.code, input, { ...before, logo });
  const assessment = await assessContent(app, prepared.code.content, before.content);
  await store(app, viewer, id, prepared, assessment, change.logo !== undefined);
  return { ...prepared.code, id, createdAt: before.createdAt };
}

async function store(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  prepared: Prepared,
  assessment: Partial<Assessment>,
  changesLogo: boolean,
): Promise<void> {
  const { link, code: columns } = columnsOf(prepared);
  // Preserves a logo stored by a concurrent update.
  const { logo, ...rest } = columns;
  const code = changesLogo ? { ...rest, logo } : rest;
  await inTransaction(app, async (app) => {
    const stored = await app.db
      .updateTable('links.link')
      .set({ ...link, ...assessment, updated_at: app.clock.now() })
      .where('id', '=', id)
      .where('account_id', '=', viewer.id)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    // It was deleted in the meantime.
    if (!stored) throw missing(t('QR code'));
    await app.db.updateTable('links.qr_code').set(code).where('link_id', '=', id).execute();
    await publishLinkChange(app, { id, domain: null, alias: aliasOf(prepared.code.code) });
  });
}
