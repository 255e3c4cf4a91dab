import { refuseLookalike } from '../../identity/account/refuse-lookalike.ts';
import type { App } from '../../platform/app.ts';
import { lockRow } from '../../platform/database/lock-row.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { enforce, type LimitRule } from '../../platform/limits.ts';
import { days } from '../../kernel/time.ts';
import { inModeratedTransaction } from '../moderation/moderate.ts';
import { moderateContent } from './add-page.ts';
import { refuseManaging } from '../access/page.ts';
import { checkContent, type PageContent } from './page-content.ts';
import { refuseUsedName, toNameConflict } from './page-name.ts';
import { getPage } from './get-page.ts';

/** Rate limit for renaming a page, because a page reserves all of its former usernames. */
const renames: LimitRule = { name: 'page-name', calls: 3, within: days(30), durable: true };

/** Updates the details of a page. Omitted fields stay unchanged. Former usernames still lead to the page. */
export async function changePage(
  app: App,
  viewer: Viewer,
  id: string,
  change: { [Field in keyof PageContent]?: PageContent[Field] | undefined },
): Promise<void> {
  const former = await getPage(app, viewer, { id });
  refuseManaging(former);
  if (isOther(change.username ?? former.username, former.username))
    enforce(await app.limits.consume(renames, id));
  await inModeratedTransaction(app, viewer, async (app) => {
    await lockRow(app, 'social.page', id);
    const page = await getPage(app, viewer, { id });
    refuseManaging(page);
    const { title, username, about, website } = page;
    const present: PageContent = { title, username, about, website, category: page.category?.id ?? '' };
    const content = await checkContent(app, { ...present, ...definedFields(change) }, present);
    const { owner_id: ownerId } = await app.db
      .selectFrom('social.page')
      .select('owner_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (isOther(content.username, username)) {
      await refuseLookalike(app, { text: content.username, field: 'username' }, ownerId);
      await reserveName(app, id, username, content.username);
    }
    if (content.title !== title) await refuseLookalike(app, { text: content.title, field: 'title' }, ownerId);
    const { category, ...said } = content;
    await app.db
      .updateTable('social.page')
      .set({ ...said, category_id: category === '' ? null : category })
      .where('id', '=', id)
      .execute();
    if (
      (['title', 'username', 'about', 'website'] as const).some((field) => content[field] !== present[field])
    )
      await moderateContent(app, viewer, id, content);
  }).catch((error: unknown) => {
    throw toNameConflict(error);
  });
}

const isOther = (one: string, other: string) => one.trim().toLowerCase() !== other.toLowerCase();

const definedFields = (change: { [Field in keyof PageContent]?: string | undefined }): Partial<PageContent> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

async function reserveName(app: App, id: string, former: string, next: string): Promise<void> {
  await refuseUsedName(app, next, id);
  await app.db.deleteFrom('social.page_former_name').where('name', '=', next.toLowerCase()).execute();
  await app.db
    .insertInto('social.page_former_name')
    .values({ name: former.toLowerCase(), page_id: id, left_at: app.clock.now() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}
