import { sql } from 'kysely';
import { msg, Problem } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';

/** Who changes what is on a domain: an owner, or a member with rights on some domains of a workspace. */
export type Editor = Pick<Viewer, 'id' | 'rights'>;

/** Throws unless the viewer has rights on a domain, by its address. Null: the default domain. */
export function refuseOtherDomain({ rights }: Editor, address: string | null): void {
  const domains = rights?.domains ?? null;
  const host = address === null ? '' : new URL(address).host;
  if (domains === null || domains.includes(host)) return;
  throw new Problem(
    'forbidden',
    host === ''
      ? msg('You have no rights on the default domain in this workspace')
      : msg('You have no rights on {host} in this workspace', { host }),
  );
}

/** Throws if one of the links is on a domain on which the viewer has no rights. */
export async function refuseLinksOfOtherDomains(
  { db }: Pick<App, 'db'>,
  viewer: Editor,
  linkIds: readonly string[],
): Promise<void> {
  const domains = viewer.rights?.domains;
  if (!domains) return;
  const { rows } = await sql<{ address: string | null }>`
    select domain.scheme || '://' || domain.host as address
    from links.link left join links.domain on domain.id = link.domain_id
    where link.id = any(${linkIds}::bigint[]) and link.account_id = ${viewer.id}
      and coalesce(domain.host, '') <> all(${[...domains]}::text[])
    limit 1`.execute(db);
  if (rows[0]) refuseOtherDomain(viewer, rows[0].address);
}
