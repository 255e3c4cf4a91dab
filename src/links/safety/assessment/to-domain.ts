import { isIP } from 'node:net';
import { sql, type RawBuilder } from 'kysely';

/** SQL condition that a link's destination is a domain or its subdomain, in a form that uses the index. */
export function destinationFields(domain: string): RawBuilder<boolean> {
  const backwards = Array.from(isIP(domain) === 6 ? `[${domain}]` : domain)
    .reverse()
    .join('');
  const below = `${backwards.replace(/[\\%_]/g, '\\$&')}.%`;
  return sql<boolean>`(
    reverse(links.target_host(link.url)) = ${backwards} or reverse(links.target_host(link.url)) like ${below}
  )`;
}
