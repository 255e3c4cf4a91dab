import { msg, invalid } from '../../kernel/problem.ts';
import { Type, type TSchema } from 'typebox';
import { idOf as describedId } from '../../kernel/input.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { ListEnvelope } from '../../platform/http/families/social.ts';
import { listNames, type List, type ListRequest, type SocialFeature } from './list.ts';
import { getSteadyPage, readerOf } from './served-pages.ts';

const member = operations('User and data', 'member');

/** A single endpoint for all lists that features register by name. */
export function listRoutes(features: readonly SocialFeature[]) {
  const lists = collectLists(features);
  return [
    member.get({
      path: '/apis/php/data/load',
      summary: 'Get a page of a list',
      description: `\`get\` is one of ${listNames.join(', ')}. Lists are newest first, 20 per page. A page continues where the previous page of your session ended, so entries that are added or deleted meanwhile neither repeat nor hide others.`,
      query: Type.Object({
        get: Type.String({ maxLength: 40, description: listNames.join(', ') }),
        offset: Type.Optional(
          Type.Integer({ minimum: 0, maximum: 10_000, description: 'Page number from 0' }),
        ),
        before: Type.Optional(
          describedId(
            'For newsfeed and discover: returns only posts older than this one, so that pages do not shift',
          ),
        ),
        id: Type.Optional(describedId('ID of the list’s owner. Defaults to you')),
        username: Type.Optional(Type.String({ maxLength: 64, description: "Username of the list's owner" })),
      }),
      returns: ListEnvelope<TSchema>(
        Type.Union([...new Set([...lists.values()].map(({ record }) => record))]),
      ),
      handle: async ({ app, viewer, caller, query: { get, ...wanted } }) => {
        const list = lists.get(get);
        if (!list)
          throw invalid('get', msg('get must be one of {listNames}', { listNames: listNames.join(', ') }));
        if (wanted.before !== undefined) return list.load(app, viewer, wanted);
        const load = async (part: ListRequest) => {
          const { data, has_more } = await list.load(app, viewer, { ...wanted, ...part });
          return { items: data, hasMore: has_more };
        };
        const { items, hasMore } = await getSteadyPage(app, readerOf(caller, viewer), {
          list: [get, wanted.id ?? '', wanted.username ?? ''].join(' '),
          page: wanted.offset ?? 0,
          idOf,
          load: (page) => load({ offset: page }),
          ...(list.isEndless && { loadAfter: (served) => load({ offset: 0, before: served.at(-1) ?? '' }) }),
        });
        return { data: items, has_more: hasMore };
      },
    }),
  ];
}

const idOf = (record: unknown): string => {
  const { notification_id, photo_id, post_id, user_id } = record as Record<string, string | undefined>;
  return notification_id ?? photo_id ?? post_id ?? user_id ?? '';
};

/** Collects all lists by name. Throws if a name has no provider or more than one. */
function collectLists(features: readonly SocialFeature[]): ReadonlyMap<string, List> {
  return new Map(
    listNames.map((name) => {
      const [list, ...others] = features.flatMap(({ lists }) => lists?.[name] ?? []);
      if (!list || others.length > 0)
        throw new Error(`The list ${name} must be provided by one feature, not ${list ? 'two' : 'none'}`);
      return [name, list];
    }),
  );
}
