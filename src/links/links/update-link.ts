import { t } from '../../kernel/translation/translate.ts';
import type { Updateable } from 'kysely';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import type { LinksLink } from '../../platform/database/rows.gen.ts';
import { lockRow } from '../../platform/database/lock-row.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { type Domain, domainAddress, domainForLink } from '../domains/domain.ts';
import { publishLinkChange } from '../record/announce-link.ts';
import { parseAppAddress } from '../record/fields/app-address.ts';
import { assessAll } from './assess-all.ts';
import { parseAlias } from '../record/fields/alias.ts';
import { parseExpiry } from '../record/fields/expiry.ts';
import { assignGroups } from './join-groups.ts';
import { hashLinkPassword } from './options/link-password.ts';
import type { Link } from '../record/link.ts';
import type { LinkInput } from './link-input.ts';
import { aliasTaken, findLinkOf } from '../record/queries.ts';
import { allTargetsOf, getDelivery } from './options/get-delivery.ts';
import { findDelivery } from './options/find-delivery.ts';
import { purgeAllowance, storePixels } from './options/store-delivery.ts';
import { parseDescription, parseTitleText, siteName } from '../record/fields/texts.ts';
import type { Delivery } from './options/delivery.ts';

/**
 * Updates one of the viewer's links. Changes take effect immediately, and a previous alias no longer works.
 */
export async function updateLink(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  change: LinkInput,
): Promise<Link> {
  const password = await hashLinkPassword(viewer, change.password);
  return inTransaction(app, async (app) => {
    await lockRow(app, 'links.link', id);
    const before = await findLinkOf(app, viewer.id, id);
    if (!before) throw missing(t('Link'));
    const url = parseAppAddress(change.url, app.config, 'url');
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
      expiresAt: change.expiry === undefined ? before.expiresAt : getNewExpiry(app, before, change.expiry),
    };
    const present = await findDelivery(app, viewer, id);
    const delivery = await getDelivery(app, viewer, { ...change, password }, present.rules);
    // Unchanged destinations are not assessed again, so that an operator's decision stands.
    const known = new Set(url === before.url ? [url, ...addressesOf(present)] : []);
    const targets = [{ field: 'url', to: url }, ...delivery.targets].filter(({ to }) => !known.has(to));
    await store(app, link, domain, { ...delivery.columns, ...(await assessAll(app, targets)) });
    await storePixels(app, id, delivery.pixelIds);
    if (delivery.columns.click_limit === null) await purgeAllowance(app, id);
    await assignGroups(app, viewer, id, change);
    await publishLinkChange(app, before);
    if (link.alias !== before.alias || link.domain !== before.domain) await publishLinkChange(app, link);
    return link;
  });
}

const addressesOf = (delivery: Delivery): string[] => allTargetsOf(delivery).map(({ to }) => to);

/** A default title follows the destination. */
function titleAfter(before: Link, { title }: LinkInput, url: string): string {
  const isUnnamed = title === undefined ? before.title === siteName(before.url) : title.trim() === '';
  return isUnnamed ? siteName(url) : parseTitleText(title ?? before.title);
}

function getNewExpiry({ clock }: App, before: Link, text: string): Date | null {
  return text.trim() === '' ? null : parseExpiry(text, clock.now(), before.expiresAt);
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
      expires_at: link.expiresAt,
      updated_at: now,
      ...more,
    })
    .where('id', '=', link.id)
    .execute()
    .catch((error: unknown) => {
      throw isDuplicate(error, 'link_alias') ? aliasTaken(link.alias) : error;
    });
}
