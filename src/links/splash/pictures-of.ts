import type { App } from '../../platform/app.ts';
import { pictureAddress } from '../custom-pages/pictures.ts';
import type { SplashContent } from './splash-page.ts';

/** Returns the URLs of a splash page's pictures. */
export const picturesOf = (
  app: Pick<App, 'files'>,
  { banner, avatar }: Pick<SplashContent, 'banner' | 'avatar'>,
) => ({
  banner: banner && pictureAddress(app, banner),
  avatar: avatar && pictureAddress(app, avatar),
});
