import { Type } from 'typebox';
import { operations } from '../../platform/http/endpoint.ts';
import { describeTools } from './describe-tools.ts';
import { utilities } from './utilities.ts';

const anyone = operations('Toolkit', 'anyone');

const CatalogQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 100, description: 'Search terms' })),
  category: Type.Optional(Type.String({ maxLength: 40, description: 'Only tools in this category' })),
});

const Schema = Type.Object({}, { additionalProperties: true, description: 'JSON Schema of the input' });

const Catalog = Type.Object({
  count: Type.Integer(),
  price: Type.String({ description: 'Price per call in USDC' }),
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
      url: Type.String({ description: 'Address of the paid operation' }),
      page: Type.String({ description: 'Address of the free page' }),
      price: Type.String({ description: 'Price per call in USDC' }),
      input: Schema,
      output: Schema,
    }),
  ),
});

const shared = { query: CatalogQuery, returns: Catalog };

export const catalogRoutes = [
  anyone.get({
    path: '/api/toolkit',
    summary: 'Retrieve the catalog of the toolkit',
    ...shared,
    handle: async ({ app, query, client }) => {
      client.setHeader('cache-control', 'public, max-age=300');
      return describeTools(app, '/api/toolkit', query);
    },
  }),
  anyone.get({
    path: '/api/util',
    summary: 'Retrieve the catalog of the utilities',
    ...shared,
    handle: async ({ app, query, client }) => {
      client.setHeader('cache-control', 'public, max-age=300');
      return describeTools(app, '/api/util', query, utilities);
    },
  }),
];
