import { sql, type RawBuilder } from 'kysely';
import { permissionsOfAccount } from '../../identity/account/viewer.ts';
import type { Config } from '../../platform/settings/config.ts';

/** SQL: whether a person accepts tips. `person` is their id. */
export function acceptsTips(
  { MONETIZATION }: Pick<Config, 'MONETIZATION'>,
  person: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (MONETIZATION === 'nobody') return sql`false`;
  const wants = sql<boolean>`coalesce((select accepts_tips from social.selling_settings where account_id = ${person}), true)`;
  if (MONETIZATION === 'members') return wants;
  return sql`(${wants} and exists (select from identity.account
    where account.id = ${person} and ${permissionsOfAccount} @> array['operate']))`;
}
