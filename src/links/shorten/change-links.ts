import { sql, type Updateable } from 'kysely';
import { invalid, missing, msg } from '../../kernel/problem.ts';
import { type App, verb, inTransaction } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { lockRow } from '../../platform/database/queries.ts';
import type { LinksLink } from '../../platform/database/rows.gen.ts';
import { type Domain, domainAddress, domainForLink } from '../domains/domain.ts';
import { type Editor, refuseOtherDomain } from '../link/rights.ts';
import {
  parseAlias,
  parseAppAddress,
  parseDescription,
  parseExternalId,
  parseTitleText,
  siteName,
} from '../link/fields.ts';
import {
  aliasTaken,
  externalIdTaken,
  findByExternalId,
  findLinkOf,
  type Link,
  publishLinkChange,
  undeleteLink,
} from '../link/link.ts';
import type { Assessment } from '../safety/assessment.ts';
import { addLink, assessAll, assignGroups } from './add-links.ts';
import { hashLinkPassword, purgeAllowance } from './options/endings.ts';
import { storePixels } from './options/tracking.ts';
import { findOptions, type LinkInput } from './options/options.ts';
import { parseOptions, targetsOf, withTemplate } from './options/parse-options.ts';

type LinkUpdate = Omit<LinkInput, 'url'> & { url?: string | undefined };

/**
 * Updates one of the viewer's links. Changes take effect immediately, and a previous alias no longer works.
 * Without a URL, the destination does not change.
 */
export const updateLink = verb(
  { name: 'links.update', who: 'member' },
  async (app, viewer: Editor, id: string, change: LinkUpdate): Promise<Link> => {
    const password = await hashLinkPassword(viewer, change.password);
    return inTransaction(app, async (app) => {
      await lockRow(app, 'links.link', id);
      const before = await findLinkOf(app, viewer.id, id);
      if (!before) throw missing(msg('Link'));
      refuseOtherDomain(viewer, before.domain);
      const url = change.url === undefined ? before.url : parseAppAddress(change.url, app.config, 'url');
      // Undefined: the domain does not change.
      const domain = change.domain?.trim() ? await domainForLink(app, viewer, change.domain) : undefined;
      const link: Link = {
        ...before,
        domain: domain === undefined ? before.domain : domain && domainAddress(domain),
        url,
        // An imported alias may be shorter than the minimum. Forms send it back unchanged.
        alias: [undefined, '', before.alias].includes(change.alias?.trim())
          ? before.alias
          : parseAlias(change.alias ?? ''),
        title: titleAfter(before, change, url),
        description:
          change.description === undefined ? before.description : parseDescription(change.description),
        visibility: change.visibility ?? before.visibility,
        externalId: change.externalId === undefined ? before.externalId : parseExternalId(change.externalId),
      };
      const present = await findOptions(app, viewer, id);
      const { columns, values, targets } = await parseOptions(
        app,
        viewer,
        await withTemplate(app, viewer, { ...change, url, password }, present.parameters),
        present,
      );
      if (values.expiry !== undefined) link.expiresAt = values.expiry;
      // Unchanged destinations are not assessed again, so that an operator's decision stands.
      const known = new Set(url === before.url ? [url, ...targetsOf(present).map(({ to }) => to)] : []);
      const added = [{ field: 'url', to: url }, ...targets].filter(({ to }) => !known.has(to));
      await store(app, link, domain, { ...columns, ...(await assessAll(app, added)) });
      await storePixels(app, id, values.pixelIds);
      if (values.clickLimit === null) await purgeAllowance(app, id);
      await assignGroups(app, viewer, id, change);
      await publishLinkChange(app, before);
      if (link.alias !== before.alias || link.domain !== before.domain) await publishLinkChange(app, link);
      return link;
    });
  },
);

/**
 * Creates the link with an external id, or updates it if the viewer has it. Returns whether it was created.
 */
export const upsertLink = verb(
  { name: 'links.upsert', who: 'member' },
  async (app, viewer: Editor, input: LinkInput): Promise<{ link: Link; isNew: boolean }> => {
    const externalId = parseExternalId(input.externalId ?? '');
    if (externalId === null) throw invalid('external_id', msg('Enter the external_id of the link'));
    const present = await findByExternalId(app, viewer, externalId);
    if (present) return { link: await updateLink(app, viewer, present.id, input), isNew: false };
    try {
      return { link: await addLink(app, viewer, input), isNew: true };
    } catch (error) {
      // A concurrent call may have created it.
      const other = await findByExternalId(app, viewer, externalId);
      if (!other) throw error;
      return { link: await updateLink(app, viewer, other.id, input), isNew: false };
    }
  },
);

/** A default title follows the destination. */
function titleAfter(before: Link, { title }: LinkUpdate, url: string): string {
  const isUnnamed = title === undefined ? before.title === siteName(before.url) : title.trim() === '';
  return isUnnamed ? siteName(url) : parseTitleText(title ?? before.title);
}

async function store(
  { db, clock }: App,
  link: Link,
  domain: Domain | null | undefined,
  more: Updateable<LinksLink>,
): Promise<void> {
  const now = clock.now();
  await db
    .updateTable('links.link')
    .set({
      url: link.url,
      alias: link.alias,
      ...(domain !== undefined && { domain_id: domain?.id ?? null }),
      title: link.title,
      title_due_at: link.title === siteName(link.url) ? now : null,
      description: link.description,
      visibility: link.visibility,
      external_id: link.externalId,
      updated_at: now,
      ...more,
    })
    .where('id', '=', link.id)
    .execute()
    .catch((error: unknown) => {
      if (isDuplicate(error, 'link_external_id')) throw externalIdTaken(link.externalId ?? '');
      throw isDuplicate(error, 'link_alias') ? aliasTaken(link.alias) : error;
    });
}

/** Soft-deletes one of the viewer's links. Its address then returns 404. `restoreLink` undoes this. */
export const deleteLink = verb(
  { name: 'links.delete', who: 'member' },
  async (app, viewer: Editor, id: string): Promise<Link> => {
    return inTransaction(app, async (app) => {
      const link = await findLinkOf(app, viewer.id, id);
      if (!link) throw missing(msg('Link'));
      refuseOtherDomain(viewer, link.domain);
      await app.db
        .updateTable('links.link')
        .set({ deleted_at: app.clock.now() })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .execute();
      await publishLinkChange(app, link);
      return link;
    });
  },
);

/**
 * Restores one of the viewer's deleted links with its statistics. Throws a conflict if its alias has been
 * taken, and rejects a link whose destination is now blocked.
 */
export const restoreLink = verb(
  { name: 'links.restore', who: 'member' },
  async (app, viewer: Editor, id: string): Promise<Link> => {
    return inTransaction(app, async (app) => {
      await undeleteLink(app, viewer, { id, purpose: 'link' });
      const link = await findLinkOf(app, viewer.id, id);
      if (!link) throw missing(msg('Link'));
      refuseOtherDomain(viewer, link.domain);
      const options = await findOptions(app, viewer, id);
      const assessment = await assessAll(app, [{ field: 'url', to: link.url }, ...targetsOf(options)]);
      await holdAllRestored(app, [[id, assessment]]);
      await publishLinkChange(app, link);
      return link;
    });
  },
);

/** Holds restored links if their targets require it now. Links that were already held do not change. */
export async function holdAllRestored(
  { db }: Pick<App, 'db'>,
  assessed: readonly (readonly [id: string, assessment: Partial<Assessment>])[],
): Promise<void> {
  const rows = assessed.map(([id, found]) => ({ id, ...found }));
  await sql`
    update links.link set target_check_due_at = found.target_check_due_at,
      held_for = case when link.held_at is null then found.held_for else link.held_for end,
      held_at = coalesce(link.held_at, found.held_at)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as found (id bigint, target_check_due_at timestamptz, held_at timestamptz, held_for text)
    where link.id = found.id`.execute(db);
}
