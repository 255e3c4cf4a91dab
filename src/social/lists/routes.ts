import { t } from '../../kernel/translation/translate.ts';
import { Type, type TSchema } from 'typebox';
import { idOf } from '../../kernel/input.ts';
import { invalid } from '../../kernel/problem.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { ListEnvelope } from '../../platform/http/families/social.ts';
import { listNames, type List, type SocialFeature } from './list.ts';

const member = operations('User and data', 'member');

/** One operation for every list that the features register by name. */
export function listRoutes(features: readonly SocialFeature[]) {
  const lists = collectLists(features);
  return [
    member.get({
      path: '/apis/php/data/load',
      summary: 'A page of a list',
      description: `\`get\` is one of ${listNames.join(', ')}. Lists are newest first, 20 a page.`,
      query: Type.Object({
        get: Type.String({ maxLength: 40, description: listNames.join(', ') }),
        offset: Type.Optional(
          Type.Integer({ minimum: 0, maximum: 10_000, description: 'Counts pages from 0' }),
        ),
        before: Type.Optional(
          idOf('Of newsfeed and discover: what is older than this post; pages by it never shift'),
        ),
        id: Type.Optional(idOf('Whose list; your own unless told')),
        username: Type.Optional(Type.String({ maxLength: 64, description: 'Whose list, by user name' })),
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

/** Every list by its name. Throws where two features answer for one name, or none does. */
function collectLists(features: readonly SocialFeature[]): ReadonlyMap<string, List> {
  return new Map(
    listNames.map((name) => {
      const [list, ...others] = features.flatMap(({ lists }) => lists?.[name] ?? []);
      if (!list || others.length > 0)
        throw new Error(`The list ${name} needs one feature, not ${list ? 'two' : 'none'}`);
      return [name, list];
    }),
  );
}
