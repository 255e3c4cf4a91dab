import { toXmlText } from '../../kernel/text.ts';
import { html } from '../../web/html.ts';
import { pagesFor } from '../../platform/http/endpoint.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';

const anyone = pagesFor('anyone');

export const discoveryPages = [
  anyone.get({
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
