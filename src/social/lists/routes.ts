import { t } from '../../kernel/translation/translate.ts';
import { Type, type TSchema } from 'typebox';
import { idOf } from '../../kernel/input.ts';
import { invalid } from '../../kernel/problem.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { ListEnvelope } from '../../platform/http/families/social.ts';
import { listNames, type List, type SocialFeature } from './list.ts';

const member = operations('User and data', 'member');

/** A single endpoint for all lists that features register by name. */
export function listRoutes(features: readonly SocialFeature[]) {
  const lists = collectLists(features);
  return [
    member.get({
      path: '/apis/php/data/load',
      summary: 'Get a page of a list',
      description: `\`get\` is one of ${listNames.join(', ')}. Lists are newest first, 20 per page.`,
      query: Type.Object({
        get: Type.String({ maxLength: 40, description: listNames.join(', ') }),
        offset: Type.Optional(
          Type.Integer({ minimum: 0, maximum: 10_000, description: 'Page number from 0' }),
        ),
        before: Type.Optional(
          idOf(
            'For newsfeed and discover: returns only posts older than this one, so that pages do not shift',
          ),
        ),
        id: Type.Optional(idOf('ID of the list’s owner. Defaults to you')),
        username: Type.Optional(Type.String({ maxLength: 64, description: "Username of the list's owner" })),
      }),
      returns: ListEnvelope<TSchema>(
        Type.Union([...new Set([...lists.values()].map(({ record }) => record))]),
      ),
      handle: ({ app, viewer, query: { get, ...wanted } }) => {
        const list = lists.get(get);
        if (!list)
          throw invalid('get', t('get must be one of {listNames}', { listNames: listNames.join(', ') }));
        return list.load(app, viewer, wanted);
      },
    }),
  ];
}

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
