import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { Problem } from '../../kernel/problem.ts';
import { operations } from '../../platform/http/endpoint.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { getOembed } from './get-oembed.ts';

const anyone = operations('Documents', 'anyone');
const Text = Type.String();

/** Documents for robots and other programs. */
export const discoveryRoutes = [
  anyone.get({
    path: '/oembed',
    summary: 'Get the embed code of a public post, article or question',
    description: 'Returns oEmbed 1.0 in JSON.',
    query: Type.Object({
      url: Type.String({ maxLength: 2000, description: 'URL of the post' }),
      format: Type.Optional(Type.String({ maxLength: 10, description: 'json' })),
      maxwidth: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      maxheight: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    }),
    returns: Type.Object({
      version: Type.Literal('1.0'),
      type: Type.Literal('rich'),
      provider_name: Text,
      provider_url: Text,
      title: Text,
      author_name: Text,
      author_url: Text,
      cache_age: Type.Integer({ description: 'In seconds' }),
      html: Text,
      width: Type.Integer(),
      height: Type.Null({ description: 'Determined by the length of the text' }),
    }),
    handle: async ({ app, client, query }) => {
      if ((query.format ?? 'json') !== 'json')
        throw new Problem('invalid', t('format must be json'), { field: 'format' });
      client.setHeader('cache-control', 'public, max-age=300');
      return getOembed(app, query.url, query.maxwidth);
    },
  }),
  anyone.get({
    path: '/.well-known/nodeinfo',
    summary: 'Discover the NodeInfo document',
    returns: Type.Object({ links: Type.Array(Type.Object({ rel: Text, href: Text })) }),
    handle: ({ app }) => ({
      links: [
        {
          rel: 'http://nodeinfo.diaspora.software/ns/schema/2.1',
          href: `${app.config.plazaUrl}/nodeinfo/2.1`,
        },
      ],
    }),
  }),
  anyone.get({
    path: '/nodeinfo/2.1',
    summary: 'Get NodeInfo 2.1 about this server',
    description: 'The server supports no federation protocols, so `protocols` is empty.',
    returns: Type.Object({
      version: Type.Literal('2.1'),
      software: Type.Object({ name: Text, version: Text }),
      protocols: Type.Array(Text),
      services: Type.Object({ inbound: Type.Array(Text), outbound: Type.Array(Text) }),
      openRegistrations: Type.Boolean(),
      usage: Type.Object({ users: Type.Object({}) }),
      metadata: Type.Object({ nodeName: Text, nodeDescription: Text }),
    }),
    handle: async ({ app, client }) => {
      client.setHeader('cache-control', 'public, max-age=600');
      const { name, description, registration } = await getSiteSettings(app);
      return {
        version: '2.1' as const,
        software: { name: 'plaza', version: '4.2.1' },
        protocols: [],
        services: { inbound: [], outbound: ['atom1.0', 'rss2.0'] },
        openRegistrations: registration === 'open',
        usage: { users: {} },
        metadata: { nodeName: name, nodeDescription: description },
      };
    },
  }),
];
