import { listAuditEntriesOf, type AuditNote } from '../../../identity/operators/audit.ts';
import type { App } from '../../../platform/app.ts';
import { getWatched } from './find-any-link.ts';
import { listReportsOf } from './list-reported.ts';
import { listLeadingTo } from './list-watched.ts';
import type { Report } from './report.ts';
import { parseTargetParts } from '../assessment/target.ts';
import { subjectOf, type ModeratedLink } from './moderated-link.ts';

/** Data that an operator needs to decide about a link. */
export interface LinkReview {
  link: ModeratedLink;
  /** Host of the destination, or '' if there is none. */
  domain: string;
  owner: { suspendedAt: Date | null; /** Counted up to 1,000. */ links: number };
  others: { links: ModeratedLink[]; count: number };
  reports: Report[];
  notes: AuditNote[];
}

export async function getLinkReview(app: App, id: string): Promise<LinkReview> {
  const link = await getWatched(app, id);
  const domain = parseTargetParts(link.url)?.host ?? '';
  return {
    link,
    domain,
    owner: await getOwner(app, link.ownerId),
    others: domain === '' ? { links: [], count: 0 } : await listLeadingTo(app, domain, id),
    reports: await listReportsOf(app, id),
    notes: await listAuditEntriesOf(app, subjectOf(id)),
  };
}

async function getOwner({ db }: App, id: string): Promise<LinkReview['owner']> {
  return db
    .selectFrom('identity.account as account')
    .select('account.suspended_at as suspendedAt')
    .select((row) =>
      row
        .selectFrom(
          row
            .selectFrom('links.link')
            .select('links.link.id')
            .where('links.link.account_id', '=', id)
            .where('links.link.deleted_at', 'is', null)
            .limit(1000)
            .as('some'),
        )
        .select((some) => some.fn.countAll<string>().as('links'))
        .as('links'),
    )
    .where('account.id', '=', id)
    .executeTakeFirstOrThrow()
    .then(({ suspendedAt, links }) => ({ suspendedAt, links: Number(links) }));
}
