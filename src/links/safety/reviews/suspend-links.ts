import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { publishLinkChange } from '../../record/announce-link.ts';
import { destinationFields } from '../assessment/to-domain.ts';

/** A link, all links to a domain, or all links of an owner. */
type Which = { link: string } | { domain: string } | { owner: string };

export interface Suspended {
  id: string;
  alias: string;
  domain: string | null;
  ownerId: string;
}

/** Suspends links and returns those that were active. Must be called in a transaction. */
export async function suspendLinks(app: App, which: Which): Promise<Suspended[]> {
  const wanted =
    'link' in which
      ? sql<boolean>`link.id = ${which.link}`
      : 'domain' in which
        ? destinationFields(which.domain)
        : sql<boolean>`link.account_id = ${which.owner}`;
  // Links that were suspended with their owner are no longer released with the owner.
  if (!('owner' in which))
    await app.db
      .updateTable('links.link as link')
      .set({ suspended_with: 'link' in which ? 'link' : 'domain' })
      .where('link.suspended_with', '=', 'owner')
      .where(wanted)
      .execute();
  // Includes deleted links, because their owner could restore them.
  const changed = await app.db
    .updateTable('links.link as link')
    .set({
      suspended_at: app.clock.now(),
      suspended_with: 'link' in which ? 'link' : 'domain' in which ? 'domain' : 'owner',
      held_at: null,
      held_for: null,
      target_check_due_at: null,
    })
    .where('link.suspended_at', 'is', null)
    .where(wanted)
    .returning([...placed, 'link.deleted_at'])
    .execute();
  return announced(
    app,
    changed.flatMap(({ deleted_at, ...link }) => (deleted_at ? [] : [link])),
  );
}

/** Ends the suspension or hold of links. Must be called in a transaction. */
export async function releaseLinks(
  app: App,
  which: { link: string } | { owner: string },
): Promise<Suspended[]> {
  const changed = await app.db
    .updateTable('links.link as link')
    .set({
      suspended_at: null,
      suspended_with: null,
      held_at: null,
      held_for: null,
      target_check_due_at: null,
    })
    .where(
      'link' in which
        ? sql<boolean>`link.id = ${which.link}`
        : sql<boolean>`link.account_id = ${which.owner} and link.suspended_with = 'owner'`,
    )
    .returning(placed)
    .execute();
  return announced(app, changed);
}

const placed = [
  'link.id',
  'link.alias',
  'link.account_id as ownerId',
  sql<string | null>`(
    select domain.scheme || '://' || domain.host from links.domain where domain.id = link.domain_id
  )`.as('domain'),
] as const;

async function announced(app: App, links: Suspended[]): Promise<Suspended[]> {
  for (const link of links) await publishLinkChange(app, link);
  return links;
}
