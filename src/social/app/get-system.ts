import { shortestPassword } from '../../identity/credentials/password.ts';
import type { App } from '../../platform/app.ts';
import { largestPicture } from '../../platform/pictures.ts';
import { uploadsPath } from '../../platform/files.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { postsOnPage } from '../posts/reading/page-of-posts.ts';
import { maxTextLength } from '../text/longest-text.ts';
import { toSystemRecord } from './wire.ts';

/** Returns the configuration that apps need before sign-in. */
export async function getSystem(app: App) {
  const { plazaUrl, hopUrl, MONETIZATION } = app.config;
  return toSystemRecord(await getSiteSettings(app), {
    plazaUrl,
    hopUrl,
    monetization: MONETIZATION !== 'nobody',
    uploads: `${plazaUrl}${uploadsPath.replace(/\/$/, '')}`,
    pictureBytes: largestPicture,
    postLength: maxTextLength,
    passwordLength: shortestPassword,
    pageSize: postsOnPage,
  });
}
