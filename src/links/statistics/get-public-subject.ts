import { comparableHost } from '../../kernel/comparable.ts';
import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { isLive } from '../../identity/account/people.ts';
import { missing } from '../../kernel/problem.ts';
import { normalize } from '../../kernel/text.ts';
import type { App } from '../../platform/app.ts';
import { selectSubjects, type Subject } from './subject.ts';

/**
 * Returns the subject at an address if its statistics are public. Missing, suspended and private ones are
 * treated the same. `host` is that of a branded domain, or '' for the default domain.
 */
export async function getPublicSubject(
  app: Pick<App, 'db'>,
  { host, alias }: { host: string; alias: string },
): Promise<Subject> {
  const subject = await selectSubjects(app)
    .innerJoin('identity.account as owner', 'owner.id', 'link.account_id')
    .where('link.alias', '=', normalize(alias, 'NFC'))
    // Matches the expression of the unique index on aliases.
    .where(sql`coalesce(link.domain_id, 0)`, '=', host === '' ? sql<string>`0` : domainAt(host))
    .where('link.statistics_public_at', 'is not', null)
    .where('link.suspended_at', 'is', null)
    .where(isLive('owner'))
    .executeTakeFirst();
  if (!subject) throw missing(t('Public statistics'));
  return subject;
}

const domainAt = (host: string) =>
  sql<string>`(select id from links.domain where host = ${comparableHost(host)})`;
