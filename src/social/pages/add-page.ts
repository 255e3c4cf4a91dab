import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { refuseLookalike } from '../../identity/account/refuse-lookalike.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { inModeratedTransaction, moderateText } from '../moderation/moderate.ts';
import { checkContent, type PageContent } from './page-content.ts';
import { refuseUsedName, toNameConflict } from './page-name.ts';

/** Creates a page, which its owner likes initially. Returns its id. */
export async function addPage(app: App, owner: Viewer, typed: PageContent): Promise<string> {
  const content = await checkContent(app, typed);
  return inModeratedTransaction(app, owner, async (app) => {
    await refuseMany(app, owner);
    await refuseUsedName(app, content.username);
    await refuseLookalike(app, { text: content.username, field: 'username' }, owner.id);
    await refuseLookalike(app, { text: content.title, field: 'title' }, owner.id);
    const { category, ...said } = content;
    const { id } = await app.db
      .insertInto('social.page')
      .values({
        ...said,
        owner_id: owner.id,
        category_id: category === '' ? null : category,
        created_at: app.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await moderateContent(app, owner, id, content);
    return id;
  }).catch((error: unknown) => {
    throw toNameConflict(error);
  });
}

/** Moderates the details of a page, and holds the page for review if the rules require it. */
export async function moderateContent(
  app: App,
  author: Viewer,
  id: string,
  { title, username, about, website }: PageContent,
): Promise<void> {
  const text = [about, website].filter(Boolean).join('\n');
  const given = { subject: 'page', id, title: `${title}\n${username}`, text, field: 'about' } as const;
  if ((await moderateText(app, author, given)) === 'allow') return;
  await app.db
    .updateTable('social.page')
    .set({ held_at: app.clock.now() })
    .where('id', '=', id)
    .where('held_at', 'is', null)
    .execute();
}

/** Throws if the owner has the maximum number of pages. The lock serializes concurrent additions. */
export async function refuseMany(app: App, owner: Pick<Viewer, 'id'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pages of ${owner.id}`}, 0))`.execute(app.db);
  const max = app.config.PAGES_PER_PERSON;
  const last = await app.db
    .selectFrom('social.page')
    .where('owner_id', '=', owner.id)
    .where('deleted_at', 'is', null)
    .offset(max - 1)
    .limit(1)
    .select('id')
    .executeTakeFirst();
  if (last) throw new Problem('conflict', t('You can own at most {max} pages', { max }));
}
