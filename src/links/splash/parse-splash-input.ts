import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import { parseLine, parseLines } from '../../kernel/typed-text/parse-text.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import { type OwnColors, parseCount, parseOwnColor, parseWebAddress } from '../custom-pages/input.ts';
import { refuseHarmful } from '../safety/assessment/refuse-harmful.ts';
import { getPicture, type OwnPicture } from '../custom-pages/pictures.ts';
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

export const parseSplashName = (input: SplashInput): string =>
  parseLine('name', input.name, { what: t('The name'), min: 1, max: 100 });

/** Validates the texts, colors and delay, but not the pictures. */
export function parseSplashText(input: SplashInput): Omit<SplashContent, 'banner' | 'avatar'> {
  const buttonText = parseLine('button', input.button, { what: t('The button text'), max: 60 });
  const buttonAddress = parseWebAddress('url', input.url, t('Button link'));
  if (buttonText && !buttonAddress) throw invalid('url', t('Enter the button URL'));
  if (buttonAddress && !buttonText) throw invalid('button', t('Enter the button label'));
  return {
    title: parseLine('title', input.title, { what: t('The title'), min: 1, max: 120 }),
    message: parseLines('message', input.message, { what: t('The message'), max: 2000 }),
    buttonText,
    buttonAddress,
    seconds: parseCount('seconds', input.seconds, {
      what: t('The time'),
      usual: usualSeconds,
      min: 0,
      max: maxSeconds,
    }),
    colors: parseColors(input),
  };
}

function parseColors({ own_colors, background = '', accent = '' }: SplashInput): OwnColors | null {
  if (own_colors === undefined) return null;
  return { background: parseOwnColor('background', background), accent: parseOwnColor('accent', accent) };
}

/** Validates the content of a splash page and stores its pictures. */
export async function getSplashContent(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  input: SplashInput,
  files: readonly Upload[],
  present: Pick<SplashContent, 'banner' | 'avatar'> = emptySplash,
): Promise<SplashContent> {
  const words = parseSplashText(input);
  if (words.buttonAddress) await refuseHarmful(app, 'url', words.buttonAddress);
  const picture = (field: 'banner' | 'avatar'): Promise<OwnPicture | null> =>
    getPicture(
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
