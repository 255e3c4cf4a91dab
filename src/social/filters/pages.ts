import { type Static, Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import { t } from '../../web/translation/translate.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { refused } from '../../web/form.ts';
import {
  addFilter,
  deleteFilter,
  filterActions,
  filterContexts,
  filtersPath,
  getFilter,
  listFilters,
  restoreFilter,
  updateFilter,
} from './filters.ts';
import type { FilterContext, TypedFilter } from './filters.ts';
import { expiries, filtersView, filterView } from './views.ts';

const member = pagesFor('member');

const Typed = Type.Object({
  name: Type.String({ maxLength: 1000, default: '' }),
  keywords: Type.String({ maxLength: 40_000, default: '' }),
  whole_word: Type.Optional(Type.String({ maxLength: 10 })),
  action: Type.Enum([...filterActions], { default: 'warn' }),
  contexts: Type.Optional(
    Type.Union([
      Type.String({ maxLength: 60 }),
      Type.Array(Type.String({ maxLength: 60 }), { maxItems: 10 }),
    ]),
  ),
  expires_in: Type.Enum(['', 'keep', ...expiries.map(String)], { default: '' }),
});

function toTyped(body: Static<typeof Typed>): TypedFilter {
  const chosen: readonly string[] = [body.contexts ?? []].flat();
  return {
    name: body.name,
    keywords: body.keywords.split('\n'),
    isWholeWord: body.whole_word !== undefined,
    action: body.action,
    contexts: filterContexts.filter((each: FilterContext) => chosen.includes(each)),
    expiresIn:
      body.expires_in === 'keep' ? undefined : body.expires_in === '' ? null : Number(body.expires_in),
  };
}

export const filterPages = [
  member.get({
    path: filtersPath,
    query: Type.Object({ deleted: Type.Optional(Id) }),
    handle: async ({ app, viewer, query }) => filtersView(await listFilters(app, viewer), query.deleted),
  }),
  member.get({
    path: `${filtersPath}/new`,
    query: Type.Object({ keyword: Type.String({ maxLength: 100, default: '' }) }),
    handle: ({ query }) => filterView(undefined, { values: { keywords: query.keyword } }),
  }),
  member.post({
    path: `${filtersPath}/new`,
    verb: addFilter,
    body: Typed,
    handle: async ({ app, viewer, body }) => {
      await addFilter(app, viewer, toTyped(body));
      return redirect(filtersPath, { kind: 'success', text: t('Filter added') });
    },
    again: ({ body }, problem) => filterView(undefined, refused(body, problem)),
  }),
  member.get({
    path: `${filtersPath}/:id`,
    params: ById,
    handle: async ({ app, viewer, params }) => filterView(await getFilter(app, viewer, params.id)),
  }),
  member.post({
    path: `${filtersPath}/:id`,
    verb: updateFilter,
    params: ById,
    body: Typed,
    handle: async ({ app, viewer, params, body }) => {
      await updateFilter(app, viewer, params.id, toTyped(body));
      return redirect(filtersPath, { kind: 'success', text: t('Saved') });
    },
    again: async ({ app, viewer, params, body }, problem) =>
      filterView(await getFilter(app, viewer, params.id), refused(body, problem)),
  }),
  member.post({
    path: `${filtersPath}/:id/delete`,
    verb: deleteFilter,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await deleteFilter(app, viewer, params.id);
      return redirect(`${filtersPath}?deleted=${params.id}`);
    },
  }),
  member.post({
    path: `${filtersPath}/:id/restore`,
    verb: restoreFilter,
    params: ById,
    handle: async ({ app, viewer, params }) => {
      await restoreFilter(app, viewer, params.id);
      return redirect(filtersPath, { kind: 'success', text: t('Filter restored') });
    },
  }),
];
