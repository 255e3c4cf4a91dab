import type { Insertable } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { LinksLink } from '../../platform/database/rows.gen.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { domainAddress, type Domain } from '../domains/domain.ts';
import { domainForLink } from '../domains/queries.ts';
import { publishLinkChange } from '../record/announce-link.ts';
import { parseAppAddress } from '../record/fields/app-address.ts';
import { assessAll } from './assess-all.ts';
import { randomAlias, parseAlias } from '../record/fields/alias.ts';
import { parseExpiry } from '../record/fields/expiry.ts';
import { insertWithAlias } from './insert-under-alias.ts';
import { assignGroups } from './join-groups.ts';
import type { Link, Visibility } from '../record/link.ts';
import type { LinkInput } from './link-input.ts';
import { getDelivery } from './options/get-delivery.ts';
import { storePixels } from './options/store-delivery.ts';
import { parseDescription, parseTitleText, siteName } from '../record/fields/texts.ts';

/** Alias length for each attempt at a random alias. Later attempts are longer to avoid collisions. */
const lengths = [5, 5, 5, 6, 6, 7, 7, 7];

/** Creates a short link. An existing alias is a conflict, also for concurrent requests. */
export async function addLink(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  input: LinkInput,
  { shortestAlias }: { shortestAlias?: number } = {},
): Promise<Link> {
  const url = parseAppAddress(input.url, app.config, 'url');
  const title = parseTitleText(input.title ?? '');
  const chosen = input.alias?.trim() ? parseAlias(input.alias, shortestAlias) : undefined;
  const now = app.clock.now();
  const delivery = await getDelivery(app, viewer, input);
  const row: NewRow = {
    account_id: viewer.id,
    url,
    title: title || siteName(url),
    title_due_at: title ? null : now,
    description: parseDescription(input.description ?? ''),
    visibility: input.visibility ?? 'public',
    expires_at: input.expiry?.trim() ? parseExpiry(input.expiry, now) : null,
    created_at: now,
    updated_at: now,
    ...delivery.columns,
    ...(await assessAll(app, [{ field: 'url', to: url }, ...delivery.targets])),
  };
  const aliases = chosen ? [chosen] : lengths.map(randomAlias);
  const named = input.domain?.trim() ?? '';
  const isGrouped = [input.channelId, input.campaignId, input.tags].some(Boolean);
  const isAlone = named === '' && !isGrouped && !delivery.pixelIds;
  if (!chosen && isAlone) return insert(app, aliases, row, null);
  return inTransaction(app, async (app) => {
    const domain = named ? await domainForLink(app, viewer, named) : null;
    const link = await insert(app, aliases, row, domain);
    await storePixels(app, link.id, delivery.pixelIds);
    await assignGroups(app, viewer, link.id, input);
    // A random alias was never requested before, so no process has cached it as missing. That may not be true
    // for a chosen alias or a new domain.
    if (chosen || domain) await publishLinkChange(app, link);
    return link;
  });
}

type NewRow = Omit<Insertable<LinksLink>, 'alias'>;

const insert = (app: App, aliases: readonly string[], row: NewRow, domain: Domain | null): Promise<Link> =>
  insertWithAlias(app, aliases, async ({ db }, alias) => {
    const created = await db
      .insertInto('links.link')
      .values({ ...row, alias, domain_id: domain?.id ?? null })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'url', 'title', 'description', 'expires_at as expiresAt', 'created_at as createdAt'])
      .returning((link) => link.ref('visibility').$castTo<Visibility>().as('visibility'))
      .executeTakeFirst();
    return created && { ...created, alias, domain: domain && domainAddress(domain) };
  });
