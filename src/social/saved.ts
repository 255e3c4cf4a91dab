import { sql, type SqlBool } from 'kysely';
import { Type } from 'typebox';
import { ById, Id } from '../kernel/input.ts';
import { t } from '../web/translation/translate.ts';
import type { App } from '../platform/app.ts';
import { whenGiven } from '../platform/database/queries.ts';
import type { Viewer } from '../platform/http/caller.ts';
import { operations, pagesFor, redirect } from '../platform/http/endpoint.ts';
import { After, Envelope, nextPage, pageAfter, PageEnvelope } from '../platform/http/families/social.ts';
import { button, linkButton } from '../web/components/button.ts';
import { emptyState } from '../web/components/empty-state.ts';
import { textField } from '../web/components/fields/text-field.ts';
import { pageHeader } from '../web/components/page-header.ts';
import { html } from '../web/html.ts';
import type { View } from '../web/view.ts';
import type { Lists } from './lists/list.ts';
import { type CardContext, postList } from './posts/components/post-card.ts';
import { getPostHeader, visiblePosts } from './posts/reading/visible.ts';
import { getPost } from './posts/reading/get-posts.ts';
import { idsNeeded, type PageOfPosts, pageOfRows, type Part } from './posts/reading/lists.ts';
import { listOfPosts } from './posts/records/lists.ts';
import { PostRecord, toPostRecord } from './posts/records/post-record.ts';
import { pathOf } from './posts/paths.ts';
import { getTextQuery } from './search/to-tsquery.ts';
import { verb, perAccount } from '../platform/verb.ts';
import { minutes } from '../kernel/time.ts';

/** Saves a post visible to the viewer for later, or removes it. Others are not notified. */
export const savePost = verb(
  { name: 'saved.save', who: 'member', limit: perAccount(300, minutes(5)) },
  async (app, viewer: Viewer, id: string, act: 'save' | 'unsave' = 'save') => {
    if (act === 'unsave') {
      await app.db
        .deleteFrom('social.saved')
        .where('account_id', '=', viewer.id)
        .where('post_id', '=', id)
        .execute();
      return;
    }
    await getPostHeader(app, viewer, id);
    await app.db
      .insertInto('social.saved')
      .values({ account_id: viewer.id, post_id: id, saved_at: app.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
);

/**
 * Returns the viewer's saved posts that are still visible to them, last saved first. `words` filters by text.
 */
async function listSaved(
  app: App,
  viewer: Viewer,
  { words = '', ...part }: Part & { words?: string | undefined } = {},
): Promise<PageOfPosts> {
  const query = words.trim() === '' ? '' : await getTextQuery(app, words);
  const rows = await visiblePosts(app.db, viewer)
    .innerJoin('social.saved as saved', 'saved.post_id', 'post.id')
    .where('saved.account_id', '=', viewer.id)
    .$if(words.trim() !== '', (saved) => saved.where(sql<SqlBool>`post.search @@ ${query}::tsquery`))
    .$call(
      whenGiven(part.before, (query, before) =>
        query.where(
          sql<SqlBool>`(saved.saved_at, saved.post_id) < (select saved_at, post_id from social.saved
          where account_id = ${viewer.id} and post_id = ${before})`,
        ),
      ),
    )
    .orderBy('saved.saved_at', 'desc')
    .orderBy('saved.post_id', 'desc')
    .limit(idsNeeded(part))
    .select('post.id')
    .execute();
  return pageOfRows(app, viewer, rows, part);
}

const memberApi = operations('Posts', 'member');

const addition = 'Extension.';

export const savedRoutes = [
  memberApi.post({
    path: '/apis/php/posts/save',
    verb: savePost,
    summary: 'Save or unsave a post',
    description: `${addition} Visible only to you.`,
    body: Type.Object({
      id: Id,
      do: Type.Enum(['save', 'unsave'], { default: 'save' }),
    }),
    returns: Envelope(PostRecord),
    example: { id: '12', do: 'save' },
    handle: async ({ app, viewer, body }) => {
      await savePost(app, viewer, body.id, body.do);
      return { data: toPostRecord(app, await getPost(app, viewer, body.id)) };
    },
  }),
  memberApi.get({
    path: '/apis/php/posts/saved',
    summary: 'List your saved posts',
    description: `${addition} Most recently saved first. \`query\` searches for words.`,
    query: Type.Object({
      query: Type.Optional(Type.String({ maxLength: 200 })),
      ...After,
    }),
    returns: PageEnvelope(Type.Array(PostRecord)),
    handle: async ({ app, viewer, query }) => {
      const page = pageAfter(query.after, 1000);
      const { items: posts, next: older } = await listSaved(app, viewer, { words: query.query, page });
      return { data: posts.map((post) => toPostRecord(app, post)), ...nextPage(page, older !== undefined) };
    },
  }),
];

export const savedLists: Lists = {
  saved: listOfPosts((app, viewer, { offset }) => listSaved(app, viewer, { page: offset })),
};

const memberPages = pagesFor('member');

export const savedPages = [
  memberPages.get({
    path: '/saved',
    query: Type.Object({
      q: Type.Optional(Type.String({ maxLength: 200 })),
      before: Type.Optional(Id),
    }),
    handle: async ({ app, viewer, query: { q = '', before } }) => {
      const posts = await listSaved(app, viewer, { words: q, before });
      return savedView(
        posts,
        { viewer, base: app.config.plazaUrl },
        { words: q, isFirst: before === undefined },
      );
    },
  }),
  memberPages.post({
    path: '/posts/:id/save',
    verb: savePost,
    params: ById,
    body: Type.Object({ do: Type.Enum(['save', 'unsave'], { default: 'save' }) }),
    handle: async ({ app, viewer, params, body }) => {
      const href = pathOf(await getPostHeader(app, viewer, params.id));
      await savePost(app, viewer, params.id, body.do);
      return body.do === 'save'
        ? redirect(href, { kind: 'success', text: t('Saved') })
        : redirect('/saved', { kind: 'success', text: t('Removed from saved') });
    },
  }),
];

/** The viewer's saved posts. */
function savedView(
  posts: PageOfPosts,
  context: CardContext,
  { words, isFirst }: { words: string; isFirst: boolean },
): View {
  const sought = words.trim();
  return {
    title: t('Saved'),
    section: 'saved',
    body: html`${pageHeader({ title: t('Saved'), lead: t('Only you can see this list.') })}
      <form class="search-row" action="/saved" method="get" role="search">
        ${textField({
          name: 'q',
          label: t('Search saved posts'),
          hideLabel: true,
          type: 'search',
          icon: 'search',
          placeholder: t('Search saved posts'),
          value: words,
          maxlength: 200,
        })}
        ${button({ label: t('Search') })}
      </form>
      ${postList(posts, context, {
        label: t('Saved'),
        empty: emptyState(
          sought === ''
            ? {
                illustration: 'posts',
                title: t('Nothing saved yet'),
                text: t('Save posts from their menu to find them here.'),
                action: linkButton({ label: t('Discover'), href: '/discover' }),
              }
            : {
                illustration: 'search',
                title: t('No results'),
                text: t('None of your saved posts contains “{sought}”.', { sought }),
                action: linkButton({ label: t('Show all'), href: '/saved' }),
              },
        ),
        older: (before) =>
          `/saved?${new URLSearchParams({ ...(sought && { q: sought }), before }).toString()}`,
        isFirst,
      })}`,
  };
}
