import { pagesFor } from '../../platform/http/endpoint.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { guideText } from './guide-text.ts';

const anyone = pagesFor('anyone');

/** llms.txt and llms-full.txt. */
export const languageModelPages = [
  anyone.get({
    path: '/llms.txt',
    cached: true,
    handle: async ({ app, client }) => {
      client.setHeader('cache-control', 'public, max-age=600');
      return {
        type: 'text/plain; charset=utf-8',
        body: guideText(await getSiteSettings(app), app.config.plazaUrl),
      };
    },
  }),
];
