import { missing, msg } from '../../../kernel/problem.ts';
import { t } from '../../../web/translation/translate.ts';
import type { App } from '../../../platform/app.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { linkButton } from '../../../web/components/controls.ts';
import { card, pageHeader, table, day } from '../../../web/components/surfaces.ts';
import { html, type View } from '../../../web/html.ts';
import { walletPath } from '../frame.ts';
import { formatMoney, type Money } from '../money.ts';
import { nameOfKind } from './entries.ts';

/** A transaction as visible to one of its participants. */
interface Receipt {
  id: string;
  at: Date;
  subject: string;
  subjectId: string | null;
  /** Only transfers of the viewer's accounts. */
  lines: { kind: string; account: string; amount: Money; with: string | null }[];
}

export async function getReceiptOf({ db }: Pick<App, 'db'>, personId: string, id: string): Promise<Receipt> {
  const rows = await db
    .selectFrom('social.ledger_transfer as transfer')
    .innerJoin('social.ledger_transaction as transaction', 'transaction.id', 'transfer.transaction_id')
    .innerJoin('social.ledger_account as debit', 'debit.id', 'transfer.debit_id')
    .innerJoin('social.ledger_account as credit', 'credit.id', 'transfer.credit_id')
    .leftJoin('identity.account as payer', (join) =>
      join.onRef('payer.id', '=', 'debit.owner_id').on('payer.deleted_at', 'is', null),
    )
    .leftJoin('identity.account as payee', (join) =>
      join.onRef('payee.id', '=', 'credit.owner_id').on('payee.deleted_at', 'is', null),
    )
    .where('transfer.transaction_id', '=', id)
    .where((eb) => eb.or([eb('debit.owner_id', '=', personId), eb('credit.owner_id', '=', personId)]))
    .select(['transfer.kind', 'transfer.amount', 'transaction.subject', 'transaction.subject_id'])
    .select(['transaction.created_at', 'debit.owner_id as debit_owner', 'credit.owner_id as credit_owner'])
    .select(['debit.kind as debit_kind', 'credit.kind as credit_kind'])
    .select(['payer.username as payer', 'payee.username as payee'])
    .orderBy('transfer.id')
    .execute();
  const [first] = rows;
  if (!first) throw missing(msg('Receipt'));
  return {
    id,
    at: first.created_at,
    subject: first.subject,
    subjectId: first.subject_id,
    lines: rows.map((row) => {
      const isDebit = row.debit_owner === personId;
      const other = isDebit ? row.payee : row.payer;
      return {
        kind: row.kind,
        account: isDebit ? row.debit_kind : row.credit_kind,
        amount: BigInt(row.amount) * (isDebit ? -1n : 1n),
        with: row.debit_owner === row.credit_owner ? null : other,
      };
    }),
  };
}

/** A receipt, printable on one sheet without the navigation. */
export const receiptView = (
  { config }: { config: Config },
  { id, at, lines }: Receipt,
  person: { name: string; username: string },
): View => ({
  title: t('Receipt {id}', { id }),
  section: 'settings',
  body: html`${pageHeader({ title: t('Receipt {id}', { id }) })}
    ${card({
      title: `${person.name} (@${person.username})`,
      lead: html`${day(at)}, ${at.toISOString().slice(11, 16)} UTC · ${new URL(config.plazaUrl).host}`,
      flush: true,
      body: table({
        caption: t('Transfers'),
        rows: lines,
        columns: [
          { label: t('Type'), main: true, cell: ({ kind }) => nameOfKind(kind) },
          { label: t('Account'), cell: ({ account }) => nameOfKind(account) },
          { label: t('Member'), cell: ({ with: other }) => (other === null ? '–' : `@${other}`) },
          {
            label: t('Amount in {CURRENCY}', { CURRENCY: config.CURRENCY }),
            align: 'end',
            cell: ({ amount }) => formatMoney(config, amount),
          },
        ],
      }),
    })}
    <p>
      ${linkButton({ label: t('Back to wallet'), href: walletPath, icon: 'chevron-left', kind: 'plain' })}
    </p>`,
});
