import { sql } from 'kysely';
import { refuseLookalike } from '../../identity/account/names.ts';
import { missing, Problem, msg } from '../../kernel/problem.ts';
import { days, minutes } from '../../kernel/time.ts';
import { type App, perAccount, verb, type Rules, inTransaction, type Viewer } from '../../platform/app.ts';
import { lockRow } from '../../platform/database/queries.ts';
import { replacePicture, swapPicture } from '../../platform/files/store.ts';
import type { OwnPicture, PicturedRow } from '../../platform/files/store.ts';
import { enforce, type LimitRule } from '../../platform/limits.ts';
import type { PictureDrawing, PictureSource } from '../../platform/pictures.ts';
import { refuseManaging, refuseNonOwners } from '../access/page.ts';
import { inModeratedTransaction, moderateText } from '../moderation/moderate.ts';
import { checkContent, type PageContent, refuseUsedName, toNameConflict } from './page-content.ts';
import { getPage } from './reading.ts';

const changingPicture: Rules = { name: 'pages.picture', who: 'member', limit: perAccount(60, minutes(5)) };

/** Creates a page, which its owner likes initially. Returns its id. */
export const addPage = verb(
  { name: 'pages.add', who: 'member', limit: perAccount(60, minutes(5)) },
  async (app: App, owner: Viewer, typed: PageContent): Promise<string> => {
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
  },
);

/** Moderates the details of a page, and holds the page for review if the rules require it. */
async function moderateContent(
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
  if (last) throw new Problem('conflict', msg('You can own at most {max} pages', { max }));
}

/** Rate limit for renaming a page, because a page reserves all of its former usernames. */
const renames: LimitRule = { name: 'page-name', calls: 3, within: days(30), durable: true };

/** Updates the details of a page. Omitted fields stay unchanged. Former usernames still lead to the page. */
export const changePage = verb(
  { name: 'pages.change', who: 'member', limit: perAccount(60, minutes(5)) },
  async (
    app: App,
    viewer: Viewer,
    id: string,
    change: { [Field in keyof PageContent]?: PageContent[Field] | undefined },
  ): Promise<void> => {
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
      if (content.title !== title)
        await refuseLookalike(app, { text: content.title, field: 'title' }, ownerId);
      const { category, ...said } = content;
      await app.db
        .updateTable('social.page')
        .set({ ...said, category_id: category === '' ? null : category })
        .where('id', '=', id)
        .execute();
      if (
        (['title', 'username', 'about', 'website'] as const).some(
          (field) => content[field] !== present[field],
        )
      )
        await moderateContent(app, viewer, id, content);
    }).catch((error: unknown) => {
      throw toNameConflict(error);
    });
  },
);

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

/** Number of days in which the owner can restore a deleted page. */
export const restoreDays = 30;

/** Deletes a page with everything published on its behalf. Its username stays reserved. */
export const deletePage = verb(
  { name: 'pages.delete', who: 'member' },
  async (app: App, owner: Viewer, id: string): Promise<void> => {
    const page = await getPage(app, owner, { id });
    refuseNonOwners(page);
    // Otherwise restoring the page would lift the suspension.
    if (page.suspendedAt) throw new Problem('forbidden', msg('A suspended page cannot be deleted'));
    await app.db
      .updateTable('social.page')
      .set({ deleted_at: app.clock.now(), deleted_by: owner.id })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .execute();
  },
);

/** Returns the owner's recently deleted pages, newest first. */
export function listDeletedPages({ db, clock }: Pick<App, 'db' | 'clock'>, owner: Pick<Viewer, 'id'>) {
  return db
    .selectFrom('social.page')
    .where('owner_id', '=', owner.id)
    .where('deleted_by', '=', owner.id)
    .where('removed_at', 'is', null)
    .where('deleted_at', '>', new Date(clock.now().getTime() - days(restoreDays)))
    .orderBy('id', 'desc')
    .limit(50)
    .select(['id', 'username', 'title'])
    .execute();
}

/** Undoes `deletePage` within the allowed time. Returns the username of the page. */
export const restorePage = verb(
  { name: 'pages.restore', who: 'member' },
  async (app: App, owner: Viewer, id: string): Promise<string> => {
    return inTransaction(app, async (app) => {
      const gone = (await listDeletedPages(app, owner)).find((page) => page.id === id);
      if (!gone) throw missing(msg('Deleted page'));
      await refuseMany(app, owner);
      await app.db
        .updateTable('social.page')
        .set({ deleted_at: null, deleted_by: null })
        .where('id', '=', id)
        .execute();
      return gone.username;
    });
  },
);

const rowOf = (id: string): PicturedRow => ({ table: 'social.page', id });

/** Sets the picture or cover of a page, re-encoded, and deletes the former one. Returns the new path. */
export const setPagePicture = verb(
  changingPicture,
  async (
    app: App,
    viewer: Viewer,
    id: string,
    which: OwnPicture,
    source: PictureSource,
    drawing: PictureDrawing = {},
  ): Promise<string> => {
    refuseManaging(await getPage(app, viewer, { id }));
    return replacePicture(app, rowOf(id), which, { source, drawing, owner: viewer.id });
  },
);

/** Deletes the picture or cover of a page. No-op if there is none. */
export const deletePagePicture = verb(
  changingPicture,
  async (app: App, viewer: Viewer, id: string, which: OwnPicture): Promise<void> => {
    refuseManaging(await getPage(app, viewer, { id }));
    await swapPicture(app, rowOf(id), which, null);
  },
);
