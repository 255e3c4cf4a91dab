import { pagesFor } from '../../platform/http/endpoint.ts';
import { documents } from './documents.ts';

const anyone = pagesFor('anyone');

/**
 * Requested by every visiting agent and dependent only on the operator's settings, so responses are cached.
 */
export const discoveryPages = documents.flatMap(({ paths, summary, type, make: create }) =>
  paths.map((path) =>
    anyone.get({
      path,
      cached: true,
      described: { summary, description: summary, tag: 'Documents', type },
      handle: async ({ app, client }) => {
        client.setHeader('cache-control', 'public, max-age=600');
        if (path.endsWith('api-catalog'))
          client.setHeader('link', `<${app.config.plazaUrl}${path}>; rel="api-catalog"`);
        const document = await create(app);
        return { type, body: typeof document === 'string' ? document : JSON.stringify(document) };
      },
    }),
  ),
);
