import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { aliasOf, type Code } from '../codes/code.ts';
import { findLogo, selectCodes, toCode } from '../codes/queries.ts';

/** Returns the public code at an address: not disabled, expired, password-protected or suspended. */
export async function findPublicCode(
  app: Pick<App, 'db' | 'clock'>,
  code: string,
): Promise<{ code: Code; logo: Buffer | undefined } | undefined> {
  const now = app.clock.now();
  const row = await selectCodes(app)
    .where(sql<boolean>`coalesce(link.domain_id, 0) = 0`)
    .where('link.alias', '=', aliasOf(code))
    .where('link.disabled_at', 'is', null)
    .where('link.suspended_at', 'is', null)
    .where('link.held_at', 'is', null)
    .where('link.password_hash', 'is', null)
    .where((where) => where.or([where('link.expires_at', 'is', null), where('link.expires_at', '>', now)]))
    .executeTakeFirst();
  if (!row) return undefined;
  return { code: toCode(row), logo: row.has_logo ? await findLogo(app, row.id) : undefined };
}
