import { t } from '../../../kernel/translation/translate.ts';
import { randomInt } from 'node:crypto';
import { Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { isDuplicate } from '../../../platform/database/errors.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { assessContent } from '../content/assess-content.ts';
import { aliasOf, type Code, type CodeInput } from './code.ts';
import { prepareCode, type Prepared } from './prepare-code.ts';
import { columnsOf } from './store-code.ts';

/** Characters without lookalikes, for people who type a code. */
const letters = '23456789abcdefghijkmnpqrstuvwxyz';
const length = 6;
const attempts = 4;

/** Creates a QR code, after checking that it scans. */
export async function addCode(app: App, viewer: Pick<Viewer, 'id'>, input: CodeInput): Promise<Code> {
  const now = app.clock.now();
  for (let attempt = 0; attempt < attempts; attempt++) {
    const prepared = await prepareCode(app, viewer, randomCode(), input);
    const id = await insert(app, viewer, prepared).catch((error: unknown) => {
      // The alias is reserved for its former owner.
      if (!isDuplicate(error, 'link_alias')) throw error;
      return undefined;
    });
    if (id !== undefined) return { ...prepared.code, id, createdAt: now };
  }
  throw new Problem('unavailable', t('No free code found. Try again.'), { retryAfter: 1 });
}

const randomCode = () => Array.from({ length }, () => letters[randomInt(letters.length)]).join('');

/** Returns undefined if the code is taken. */
async function insert(app: App, viewer: Pick<Viewer, 'id'>, prepared: Prepared): Promise<string | undefined> {
  const now = app.clock.now();
  const { link, code } = columnsOf(prepared);
  const assessment = await assessContent(app, prepared.code.content);
  return inTransaction(app, async ({ db }) => {
    const created = await db
      .insertInto('links.link')
      .values({
        ...link,
        ...assessment,
        account_id: viewer.id,
        purpose: 'qr',
        alias: aliasOf(prepared.code.code),
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (created)
      await db
        .insertInto('links.qr_code')
        .values({ ...code, link_id: created.id })
        .execute();
    return created?.id;
  });
}
