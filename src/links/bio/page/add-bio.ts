import { t } from '../../../kernel/translation/translate.ts';
import { readLine } from '../../../kernel/read-text.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { domainAddress } from '../../domains/domain.ts';
import { domainForLink } from '../../domains/queries.ts';
import { randomAlias, readAlias } from '../../record/fields/alias.ts';
import { insertUnderAlias } from '../../links/insert-under-alias.ts';
import { announceLink } from '../../record/announce-link.ts';
import { max, type Bio } from './bio.ts';
import { usualDesign } from '../design/design.ts';
import { readBio } from './read-bio.ts';

interface NewBio {
  title: string;
  /** Blank: a random one. */
  alias?: string | undefined;
  /** A domain of the owner's; blank: the service's own address. */
  domain?: string | undefined;
}

/** Length of each attempt at a random alias. */
const lengths = [6, 6, 7, 7];

/** Makes an empty page. It shares its aliases with links: one that exists is a conflict, also when two ask at once. */
export async function addBio(app: App, viewer: Pick<Viewer, 'id'>, input: NewBio): Promise<Bio> {
  const title = readLine('title', input.title, { min: 1, max: max.title, what: t('The name') });
  const chosen = input.alias?.trim() ? readAlias(input.alias) : undefined;
  return inTransaction(app, async (app) => {
    const domain = input.domain?.trim() ? await domainForLink(app, viewer, input.domain) : null;
    const created = await insert(app, chosen ? [chosen] : lengths.map(randomAlias), {
      accountId: viewer.id,
      domainId: domain?.id ?? null,
      title,
    });
    await app.db
      .insertInto('links.bio_page')
      .values({ link_id: created.id, design: JSON.stringify(usualDesign) })
      .execute();
    await announceLink(app, { ...created, domain: domain && domainAddress(domain) });
    return readBio(app, viewer, created.id);
  });
}

function insert(
  app: App,
  aliases: readonly string[],
  { accountId, domainId, title }: { accountId: string; domainId: string | null; title: string },
): Promise<{ id: string; alias: string }> {
  const now = app.clock.now();
  // It leads nowhere, so it has no long address.
  const row = { account_id: accountId, domain_id: domainId, title, purpose: 'bio', url: '', created_at: now };
  return insertUnderAlias(app, aliases, ({ db }, alias) =>
    db
      .insertInto('links.link')
      .values({ ...row, alias, updated_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'alias'])
      .executeTakeFirst(),
  );
}
