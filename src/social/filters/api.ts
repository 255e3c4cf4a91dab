import { type Static, Type } from 'typebox';
import { ById, Id } from '../../kernel/input.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { Done, Envelope } from '../../platform/http/families/social.ts';
import {
  addFilter,
  deleteFilter,
  type Filter,
  filterActions,
  filterContexts,
  getFilter,
  listFilters,
  longestExpiry,
  updateFilter,
} from './filters.ts';

const FilterRecord = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    keywords: Type.Array(Type.String()),
    whole_word: Type.Boolean({ description: 'Whether keywords inside of other words do not match' }),
    action: Type.String({ description: filterActions.join(' or ') }),
    contexts: Type.Array(Type.String()),
    expires: Type.String({ description: 'ISO 8601; empty if it does not expire' }),
    expired: Type.Boolean(),
  },
  { title: 'Filter' },
);

const toFilterRecord = (filter: Filter): Static<typeof FilterRecord> => ({
  id: filter.id,
  name: filter.name,
  keywords: [...filter.keywords],
  whole_word: filter.isWholeWord,
  action: filter.action,
  contexts: [...filter.contexts],
  expires: filter.expiresAt?.toISOString() ?? '',
  expired: filter.hasExpired,
});

const fields = {
  name: Type.String({ maxLength: 1000, description: 'At most 100 characters. Empty: the first keyword' }),
  keywords: Type.Array(Type.String({ maxLength: 1000 }), {
    minItems: 1,
    maxItems: 200,
    description: 'Words and phrases of at most 80 characters, 200 in all filters together',
  }),
  whole_word: Type.Boolean({ description: 'Whether keywords inside of other words do not match' }),
  action: Type.Enum([...filterActions], {
    description: '`warn` collapses what matches behind the name of the filter, `hide` removes it',
  }),
  contexts: Type.Array(Type.Enum([...filterContexts]), {
    minItems: 1,
    maxItems: 10,
    description: 'Where the filter applies',
  }),
  expires_in: Type.Union([Type.Integer({ minimum: 1, maximum: longestExpiry }), Type.Null()], {
    description: 'Seconds until it expires; null for never',
  }),
};

const NewFilter = Type.Object(
  {
    name: { ...fields.name, default: '' },
    keywords: fields.keywords,
    whole_word: { ...fields.whole_word, default: true },
    action: { ...fields.action, default: 'warn' },
    contexts: { ...fields.contexts, default: [...filterContexts] },
    expires_in: { ...fields.expires_in, default: null },
  },
  { title: 'NewFilter' },
);

const FilterChange = Type.Object(
  {
    id: Id,
    name: Type.Optional(fields.name),
    keywords: Type.Optional(fields.keywords),
    whole_word: Type.Optional(fields.whole_word),
    action: Type.Optional(fields.action),
    contexts: Type.Optional(fields.contexts),
    expires_in: Type.Optional(fields.expires_in),
  },
  { title: 'FilterChange' },
);

const member = operations('User and data', 'member');
const path = '/apis/php/user/filters';
const sample = {
  name: 'Football',
  keywords: ['world cup', 'penalty'],
  whole_word: true,
  action: 'warn',
  contexts: ['feeds', 'search'],
  expires_in: 604_800,
} as const;

export const filterRoutes = [
  member.get({
    path,
    summary: 'List your keyword filters',
    description: 'Extension. Also lists expired filters.',
    returns: Envelope(Type.Array(FilterRecord)),
    handle: async ({ app, viewer }) => ({ data: (await listFilters(app, viewer)).map(toFilterRecord) }),
  }),
  member.post({
    path,
    verb: addFilter,
    summary: 'Add a keyword filter',
    description:
      'Extension. Posts, comments and notifications of others that contain a keyword are collapsed or hidden for you.',
    body: NewFilter,
    returns: Envelope(FilterRecord),
    example: { ...sample, contexts: [...sample.contexts], keywords: [...sample.keywords] },
    handle: async ({ app, viewer, body }) => {
      const { whole_word: isWholeWord, expires_in: expiresIn, ...typed } = body;
      const id = await addFilter(app, viewer, { ...typed, isWholeWord, expiresIn });
      return { data: toFilterRecord(await getFilter(app, viewer, id)) };
    },
  }),
  member.post({
    path: `${path}/update`,
    verb: updateFilter,
    summary: 'Change a keyword filter',
    description: 'Extension. Omitted fields stay as they are.',
    body: FilterChange,
    returns: Envelope(FilterRecord),
    example: { id: '12', action: 'hide' },
    handle: async ({ app, viewer, body: { id, ...body } }) => {
      await updateFilter(app, viewer, id, {
        ...(body.name !== undefined && { name: body.name }),
        ...(body.keywords && { keywords: body.keywords }),
        ...(body.whole_word !== undefined && { isWholeWord: body.whole_word }),
        ...(body.action && { action: body.action }),
        ...(body.contexts && { contexts: body.contexts }),
        ...(body.expires_in !== undefined && { expiresIn: body.expires_in }),
      });
      return { data: toFilterRecord(await getFilter(app, viewer, id)) };
    },
  }),
  member.post({
    path: `${path}/delete`,
    verb: deleteFilter,
    summary: 'Delete a keyword filter',
    description: 'Extension.',
    body: ById,
    returns: Done,
    example: { id: '12' },
    handle: async ({ app, viewer, body }) => {
      await deleteFilter(app, viewer, body.id);
      return { message: 'Deleted' };
    },
  }),
];
