import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import { readLine, readLines } from '../../kernel/read-text.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import { readOwnColor, type OwnColors } from '../custom-pages/colors.ts';
import { refuseHarmful } from '../safety/assessment/refuse-harmful.ts';
import { readPicture, type OwnPicture } from '../custom-pages/pictures.ts';
import { readCount, readWebAddress } from '../custom-pages/texts.ts';
import { emptySplash, maxSeconds, usualSeconds, type SplashContent } from './splash-page.ts';

/** Splash page fields as submitted by the form. */
export interface SplashInput {
  name?: string | undefined;
  title?: string | undefined;
  message?: string | undefined;
  banner_address?: string | undefined;
  remove_banner?: string | undefined;
  avatar_address?: string | undefined;
  remove_avatar?: string | undefined;
  button?: string | undefined;
  url?: string | undefined;
  seconds?: string | undefined;
  own_colors?: string | undefined;
  background?: string | undefined;
  accent?: string | undefined;
}

export const readSplashName = (input: SplashInput): string =>
  readLine('name', input.name, { what: t('The name'), min: 1, max: 100 });

/** Validates the texts, colors and delay, but not the pictures. */
export function readSplashText(input: SplashInput): Omit<SplashContent, 'banner' | 'avatar'> {
  const buttonText = readLine('button', input.button, { what: t('The button text'), max: 60 });
  const buttonAddress = readWebAddress('url', input.url, t('Button link'));
  if (buttonText && !buttonAddress) throw invalid('url', t('Enter the button URL'));
  if (buttonAddress && !buttonText) throw invalid('button', t('Enter the button label'));
  return {
    title: readLine('title', input.title, { what: t('The title'), min: 1, max: 120 }),
    message: readLines('message', input.message, { what: t('The message'), max: 2000 }),
    buttonText,
    buttonAddress,
    seconds: readCount('seconds', input.seconds, {
      what: t('The time'),
      usual: usualSeconds,
      min: 0,
      max: maxSeconds,
    }),
    colors: readColors(input),
  };
}

function readColors({ own_colors, background = '', accent = '' }: SplashInput): OwnColors | null {
  if (own_colors === undefined) return null;
  return { background: readOwnColor('background', background), accent: readOwnColor('accent', accent) };
}

/** Validates the content of a splash page and stores its pictures. */
export async function readSplashContent(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  input: SplashInput,
  files: readonly Upload[],
  present: Pick<SplashContent, 'banner' | 'avatar'> = emptySplash,
): Promise<SplashContent> {
  const words = readSplashText(input);
  if (words.buttonAddress) await refuseHarmful(app, 'url', words.buttonAddress);
  const picture = (field: 'banner' | 'avatar'): Promise<OwnPicture | null> =>
    readPicture(
      app,
      viewer,
      { field, kind: field === 'banner' ? 'covers' : 'avatars', present: present[field] },
      {
        address: input[`${field}_address`],
        file: files.find((file) => file.field === field),
        remove: input[`remove_${field}`] !== undefined,
      },
    );
  return { ...words, banner: await picture('banner'), avatar: await picture('avatar') };
}
