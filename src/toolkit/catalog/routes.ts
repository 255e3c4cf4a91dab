import { Type } from 'typebox';
import { operations } from '../../platform/http/endpoint.ts';
import { describeTools } from './describe-tools.ts';
import { utilities } from './utilities.ts';

const anyone = operations('Toolkit', 'anyone');

const CatalogQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 100, description: 'Words that tools are searched for by' })),
  category: Type.Optional(Type.String({ maxLength: 40, description: 'Only tools of this category' })),
});

const Schema = Type.Object({}, { additionalProperties: true, description: 'JSON Schema' });

const Catalog = Type.Object({
  count: Type.Integer(),
  price: Type.String({ description: 'USDC for each call' }),
  categories: Type.Array(
    Type.Object({
      category: Type.String(),
      title: Type.String(),
      summary: Type.String(),
      count: Type.Integer(),
    }),
  ),
  tools: Type.Array(
    Type.Object({
      name: Type.String(),
      title: Type.String(),
      summary: Type.String(),
      category: Type.String(),
      methods: Type.Array(Type.String()),
      url: Type.String({ description: 'Where it is paid for' }),
      page: Type.String({ description: 'Where people try it' }),
      price: Type.String({ description: 'USDC' }),
      input: Schema,
      output: Schema,
    }),
  ),
});

const shared = { query: CatalogQuery, returns: Catalog };

export const catalogRoutes = [
  anyone.get({
    path: '/api/toolkit',
    summary: 'Catalog of the toolkit, free of charge',
    ...shared,
    handle: async ({ app, query, client }) => {
      client.setHeader('cache-control', 'public, max-age=300');
      return describeTools(app, '/api/toolkit', query);
    },
  }),
  anyone.get({
    path: '/api/util',
    summary: 'Catalog of the utilities, free of charge',
    ...shared,
    handle: async ({ app, query, client }) => {
      client.setHeader('cache-control', 'public, max-age=300');
      return describeTools(app, '/api/util', query, utilities);
    },
  }),
];
