import { Type } from 'typebox';
import { missing, Problem, msg } from '../kernel/problem.ts';
import { toXmlText } from '../kernel/text.ts';
import type { App } from '../platform/app.ts';
import { operations, pagesFor } from '../platform/http/endpoint.ts';
import { getSiteSettings } from '../platform/settings/site-settings.ts';
import { html } from '../web/html.ts';
import { getPost } from './posts/reading/get-posts.ts';
import { pathOf } from './posts/paths.ts';
import { bylineOf, excerptOf } from './posts/texts.ts';
import { short } from './text/plain.ts';

const cacheSeconds = 3600;
const longestExcerpt = 280;
const widest = 550;
const narrowest = 220;

/** Returns the oEmbed of a public post, article or question: a quotation with a link. */
async function getOembed(app: App, address: string, maxWidth: number | undefined) {
  const base = app.config.plazaUrl;
  const post = await getPost(app, undefined, idIn(address, base));
  const { author, authorHref } = bylineOf(post);
  const text = post.warning || excerptOf(post, longestExcerpt);
  const title = post.title || short(text, 100) || `Post by ${author.name}`;
  const url = `${base}${pathOf(post)}`;
  return {
    version: '1.0' as const,
    type: 'rich' as const,
    provider_name: 'Plaza',
    provider_url: base,
    title,
    author_name: author.name,
    author_url: `${base}${authorHref}`,
    cache_age: cacheSeconds,
    html: html`<blockquote cite="${url}"><p>${text || title}</p><footer><a href="${url}">${author.name} (@${author.username})</a></footer></blockquote>`.text, // prettier-ignore
    width: Math.min(widest, Math.max(narrowest, maxWidth ?? widest)),
    height: null,
  };
}

function idIn(address: string, base: string): string {
  const url = URL.parse(address);
  const [, id] = /^\/(?:posts|articles|questions)\/(\d{1,18})(?:\/[^/]*)?$/.exec(url?.pathname ?? '') ?? [];
  if (url?.origin !== new URL(base).origin || id === undefined) throw missing(msg('Post'));
  return id;
}

const anyoneApi = operations('Documents', 'anyone');
const Text = Type.String();

/** Documents for robots and other programs. */
export const discoveryRoutes = [
  anyoneApi.get({
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
        throw new Problem('invalid', msg('format must be json'), { field: 'format' });
      client.setHeader('cache-control', 'public, max-age=300');
      return getOembed(app, query.url, query.maxwidth);
    },
  }),
  anyoneApi.get({
    path: '/.well-known/nodeinfo',
    summary: 'Discover the NodeInfo document',
    description: 'Names the address of the NodeInfo document.',
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
  anyoneApi.get({
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
        openRegistrations: registration === 'open' || registration === 'approval',
        usage: { users: {} },
        metadata: { nodeName: name, nodeDescription: description },
      };
    },
  }),
];

const anyonePages = pagesFor('anyone');

export const discoveryPages = [
  anyonePages.get({
    path: '/opensearch.xml',
    cached: true,
    handle: async ({ app, client }) => {
      client.setHeader('cache-control', 'public, max-age=86400');
      const { name } = await getSiteSettings(app);
      const base = app.config.plazaUrl;
      const body = html`<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>${name.slice(0, 16)}</ShortName>
  <Description>Search ${name}</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="48" height="48" type="image/x-icon">${base}/favicon.ico</Image>
  <Url type="text/html" method="get" template="${base}/search?q={searchTerms}"/>
</OpenSearchDescription>
`; // prettier-ignore
      return { type: 'application/opensearchdescription+xml; charset=utf-8', body: toXmlText(body.text) };
    },
  }),
];
