import { mailAccount } from '../../../identity/account/email.ts';
import { msg, invalid, missing, Problem } from '../../../kernel/problem.ts';
import { t } from '../../../web/translation/translate.ts';
import { addAuditEntry } from '../../../identity/operators/audit.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../../platform/app.ts';
import type { Upload } from '../../../platform/http/endpoint.ts';
import { redrawPicture } from '../../../platform/pictures.ts';
import { notify } from '../../notify/notify.ts';
import { checkReason, formatMoney } from '../money.ts';
import { notifyOfMoney } from '../balances.ts';
import { addTopUp, getTopUp } from './top-ups.ts';
import { completeTopUp } from './credit.ts';
import { minutes } from '../../../kernel/time.ts';

/** Creates a top-up by bank transfer, with a reference for the transfer. */
export const requestBankTransfer = verb(
  { name: 'wallet.bank-transfer', who: 'member', limit: perAccount(30, minutes(5)) },
  (app: App, viewer: Viewer, asked: { amount: string; key?: string | undefined }): Promise<string> => {
    if (app.config.BANK_DETAILS === '') throw missing(msg('Bank transfer'));
    return addTopUp(app, viewer, { provider: 'bank', ...asked });
  },
);

export const largestReceipt = 5 * 1024 * 1024;
const receiptTypes = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp'];

/** Stores a proof of payment, replacing an earlier one, and asks the operators to confirm. */
export const attachReceipt = verb(
  { name: 'wallet.attach-receipt', who: 'member', limit: perAccount(30, minutes(5)) },
  async (app: App, viewer: Viewer, id: string, upload: Upload | undefined): Promise<void> => {
    if (!upload || upload.body.length === 0) throw invalid('receipt', msg('Choose a file'));
    const { fileTypeFromBuffer } = await import('file-type');
    const type = (await fileTypeFromBuffer(upload.body).catch(() => undefined))?.mime;
    if (type === undefined || !receiptTypes.includes(type))
      throw invalid('receipt', msg('Upload a PDF, PNG, JPEG or WebP file'));
    const receipt =
      type === 'application/pdf'
        ? { type, body: upload.body }
        : {
            type: 'image/webp',
            body: (await redrawPicture(app, viewer.id, upload.body, 'photos', 'receipt')).large,
          };
    await inTransaction(app, async (app) => {
      const topUp = await lockPending(app, id, viewer.id);
      const now = app.clock.now();
      await app.db
        .insertInto('social.top_up_receipt')
        .values({ top_up_id: id, ...receipt, created_at: now })
        .onConflict((conflict) => conflict.column('top_up_id').doUpdateSet({ ...receipt, created_at: now }))
        .execute();
      if (!topUp.hasReceipt) await notifyOfMoney(app, 'top_up_review', topUp.amount);
    });
  },
);

/** Returns the uploaded receipt, for operators and its uploader. */
export async function getReceipt(
  { db }: Pick<App, 'db'>,
  id: string,
): Promise<{ type: string; body: Buffer }> {
  const receipt = await db
    .selectFrom('social.top_up_receipt')
    .where('top_up_id', '=', id)
    .select(['type', 'body'])
    .executeTakeFirst();
  if (!receipt) throw missing(msg('Receipt'));
  return receipt;
}

/** Confirms the receipt of a bank transfer and credits the wallet. */
export const confirmBankTransfer = verb(
  { name: 'wallet.confirm-transfer', who: 'operator' },
  async (app: App, operator: Viewer, id: string): Promise<void> => {
    await inTransaction(app, async (app) => {
      const topUp = await lockPending(app, id);
      await completeTopUp(app, id, { decidedBy: operator.id });
      await addAuditEntry(
        app,
        operator.id,
        'bank_transfer.confirm',
        `bank transfer ${topUp.reference}`,
        formatMoney(app.config, topUp.amount),
      );
    });
  },
);

/** Rejects a bank transfer that did not arrive or does not match. */
export const refuseBankTransfer = verb(
  { name: 'wallet.refuse-transfer', who: 'operator' },
  async (app: App, operator: Viewer, id: string, reason: string): Promise<void> => {
    const why = checkReason(reason);
    await inTransaction(app, async (app) => {
      const topUp = await lockPending(app, id);
      await close(app, id, { state: 'refused', reason: why, decided_by: operator.id });
      await addAuditEntry(app, operator.id, 'bank_transfer.reject', `bank transfer ${topUp.reference}`, why);
      if (!topUp.person) return;
      const amount = formatMoney(app.config, topUp.amount);
      await notify(app, {
        to: topUp.person.id,
        kind: 'money',
        money: { event: 'top_up_refused', amount: topUp.amount },
      });
      await mailAccount(app, topUp.person.id, () => ({
        subject: t('Your bank transfer of {amount} was not confirmed', { amount }),
        text: t(
          'Your bank transfer of {amount} (reference {reference}) was not confirmed. Your wallet was not credited.\n\nReason: {why}\n',
          { amount, reference: topUp.reference, why },
        ),
      }));
    });
  },
);

/** Cancels the viewer's own pending bank transfer. */
export const cancelTopUp = verb(
  { name: 'wallet.cancel-top-up', who: 'member', limit: perAccount(30, minutes(5)) },
  async (app: App, viewer: Viewer, id: string): Promise<void> => {
    await inTransaction(app, async (app) => {
      await lockPending(app, id, viewer.id);
      await close(app, id, { state: 'expired', reason: '', decided_by: null });
    });
  },
);

/** Locks and returns a pending bank transfer, optionally of one owner. */
async function lockPending(app: App, id: string, ownerId?: string) {
  await app.db.selectFrom('social.top_up').where('id', '=', id).forNoKeyUpdate().select('id').execute();
  const topUp = await getTopUp(app, id, ownerId);
  if (topUp.provider !== 'bank') throw missing(msg('Bank transfer'));
  if (topUp.state !== 'pending')
    throw new Problem('conflict', msg('This bank transfer was already decided or canceled'));
  return topUp;
}

const close = (
  { db, clock }: App,
  id: string,
  change: { state: 'refused' | 'expired'; reason: string; decided_by: string | null },
) =>
  db
    .updateTable('social.top_up')
    .set({ ...change, decided_at: clock.now() })
    .where('id', '=', id)
    .execute();
