import { t } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { usernameOf } from '../../../identity/exports/account-sections.ts';
import type { ArchiveSection } from '../../../platform/archive/section.ts';
import type { Config } from '../../../platform/settings/config.ts';

const decimal = (column: string) => sql`trim_scale(${sql.ref(column)} / 1000000.0)`;

/** Archive sections for the balance and history of a wallet. */
export const walletSections = (
  { CURRENCY }: Pick<Config, 'CURRENCY'>,
  accountId: string,
): ArchiveSection[] => [
  {
    name: 'wallet',
    title: t('Wallet'),
    about: `The statement of your wallet, your earnings and what was on hold, in ${CURRENCY}.`,
    rows: sql`select transaction_id as receipt, account, replace(kind, '_', ' ') as what, person as "with",
        ${decimal('amount')} as amount, ${decimal('balance')} as balance, created_at as at
      from (
        select transfer.id, transfer.transaction_id, own.kind as account, transfer.kind, -transfer.amount as amount,
          transfer.debit_balance as balance, transfer.created_at,
          (select ${usernameOf('owner_id')} from social.ledger_account
            where id = transfer.credit_id and owner_id is not null and owner_id <> ${accountId}) as person
        from social.ledger_account as own join social.ledger_transfer as transfer on transfer.debit_id = own.id
        where own.owner_id = ${accountId}
        union all
        select transfer.id, transfer.transaction_id, own.kind, transfer.kind, transfer.amount, transfer.credit_balance,
          transfer.created_at,
          (select ${usernameOf('owner_id')} from social.ledger_account
            where id = transfer.debit_id and owner_id is not null and owner_id <> ${accountId})
        from social.ledger_account as own join social.ledger_transfer as transfer on transfer.credit_id = own.id
        where own.owner_id = ${accountId}
      ) as entry order by id desc`,
  },
  {
    name: 'top-ups',
    title: t('Top-ups'),
    about: `Your top-ups, in ${CURRENCY}.`,
    rows: sql`select provider as "by", ${decimal('amount')} as amount, ${decimal('returned')} as returned, state, reference,
        reason, created_at as at, decided_at as "decidedAt"
      from social.top_up where account_id = ${accountId} order by id desc`,
  },
  {
    name: 'payouts',
    title: t('Payouts'),
    about: `Your payouts, in ${CURRENCY}.`,
    rows: sql`select source as "from", ${decimal('amount')} as amount, destination, state, reason, reference,
        created_at as at, decided_at as "decidedAt"
      from social.payout where account_id = ${accountId} order by id desc`,
  },
];
