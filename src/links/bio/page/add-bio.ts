import { t } from '../../../kernel/translation/translate.ts';
import { parseLine } from '../../../kernel/typed-text/parse-text.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { domainAddress, domainForLink } from '../../domains/domain.ts';
import { randomAlias, parseAlias } from '../../record/fields/alias.ts';
import { insertWithAlias } from '../../links/insert-under-alias.ts';
import { publishLinkChange } from '../../record/announce-link.ts';
import { max, type Bio } from './bio.ts';
import { defaultDesign } from '../design/design.ts';
import { getBio } from './get-bio.ts';

interface NewBio {
  title: string;
  /** Blank: a random alias. */
  alias?: string | undefined;
  /** One of the owner's domains. Blank: the default domain. */
  domain?: string | undefined;
}

/** Alias length for each attempt at a random alias. */
const lengths = [6, 6, 7, 7];

/**
 * Creates an empty page. Pages and links share one alias namespace: an existing alias is a conflict, also for
 * concurrent requests.
 */
export async function addBio(app: App, viewer: Pick<Viewer, 'id'>, input: NewBio): Promise<Bio> {
  const title = parseLine('title', input.title, { min: 1, max: max.title, what: t('The name') });
  const chosen = input.alias?.trim() ? parseAlias(input.alias) : undefined;
  return inTransaction(app, async (app) => {
    const domain = input.domain?.trim() ? await domainForLink(app, viewer, input.domain) : null;
    const created = await insert(app, chosen ? [chosen] : lengths.map(randomAlias), {
      accountId: viewer.id,
      domainId: domain?.id ?? null,
      title,
    });
    await app.db
      .insertInto('links.bio_page')
      .values({ link_id: created.id, design: JSON.stringify(defaultDesign) })
      .execute();
    await publishLinkChange(app, { ...created, domain: domain && domainAddress(domain) });
    return getBio(app, viewer, created.id);
  });
}

function insert(
  app: App,
  aliases: readonly string[],
  { accountId, domainId, title }: { accountId: string; domainId: string | null; title: string },
): Promise<{ id: string; alias: string }> {
  const now = app.clock.now();
  // A bio page has no destination URL.
  const row = { account_id: accountId, domain_id: domainId, title, purpose: 'bio', url: '', created_at: now };
  return insertWithAlias(app, aliases, ({ db }, alias) =>
    db
      .insertInto('links.link')
      .values({ ...row, alias, updated_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'alias'])
      .executeTakeFirst(),
  );
}
