import { invalid } from '../../kernel/problem.ts';
import { toLine } from '../../kernel/text.ts';
import { t } from '../../kernel/translation/translate.ts';
import { parseLine, parseLines } from '../../kernel/typed-text/parse-text.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import { type OwnColors, parseCount, parseOwnColor, parseWebAddress } from '../custom-pages/input.ts';
import { parsePicture } from '../custom-pages/pictures.ts';
import { refuseHarmful } from '../safety/assessment.ts';
import {
  type Corner,
  corners,
  emptyOverlay,
  hasPart,
  type OverlayContent,
  type OverlayKind,
  overlayKinds,
} from './overlay.ts';

/** Overlay fields as submitted by the form. */
export interface OverlayInput {
  name?: string | undefined;
  corner?: string | undefined;
  dismissible?: string | undefined;
  own_colors?: string | undefined;
  background?: string | undefined;
  accent?: string | undefined;
  title?: string | undefined;
  text?: string | undefined;
  button?: string | undefined;
  url?: string | undefined;
  picture_address?: string | undefined;
  picture_text?: string | undefined;
  code?: string | undefined;
  choices?: string | undefined;
  results?: string | undefined;
  consent?: string | undefined;
  thanks?: string | undefined;
  mails?: string | undefined;
  retention_days?: string | undefined;
}

export function parseKind(text: string): OverlayKind {
  const kind = overlayKinds.find((each) => each === text);
  if (!kind)
    throw invalid(
      'type',
      t('The type must be one of {overlayKinds}', { overlayKinds: overlayKinds.join(', ') }),
    );
  return kind;
}

export const parseOverlayName = (input: OverlayInput): string =>
  parseLine('name', input.name, { what: t('The name'), min: 1, max: 100 });

/** Validates the content of an overlay of this kind, except its picture. */
export function parseOverlayText(kind: OverlayKind, input: OverlayInput): OverlayContent {
  const has = (part: Parameters<typeof hasPart>[1]) => hasPart(kind, part);
  return {
    ...emptyOverlay,
    corner: parseCorner(input.corner),
    isDismissible: input.dismissible !== undefined,
    colors: parseColors(input),
    ...(has('title') && {
      title: parseLine('title', input.title, {
        what: kind === 'poll' ? t('The question') : t('The title'),
        min: 1,
        max: 120,
      }),
    }),
    ...(has('text') && { text: parseLines('text', input.text, { what: t('The text'), max: 1000 }) }),
    ...(has('link') && parseLink(input)),
    ...(has('picture') && {
      address: parseWebAddress('url', input.url, t('The image URL')),
      pictureText: parseLine('picture_text', input.picture_text, {
        what: t('The alt text'),
        min: 1,
        max: 300,
      }),
    }),
    ...(has('code') && { code: parseLine('code', input.code, { what: t('The code'), min: 1, max: 60 }) }),
    ...(has('choices') && {
      choices: parseChoices(input.choices),
      showsResults: input.results !== undefined,
    }),
    ...(has('consent') && {
      consent: parseLines('consent', input.consent, {
        what: t('The consent text'),
        min: kind === 'newsletter' ? 1 : 0,
        max: 500,
      }),
    }),
    ...(has('answers') && {
      button: parseLine('button', input.button, { what: t('The button text'), max: 60 }),
      thanks: parseLine('thanks', input.thanks, { what: t('The thank-you message'), max: 200 }),
      retentionDays: parseCount('retention_days', input.retention_days, {
        what: t('The number of days'),
        usual: emptyOverlay.retentionDays,
        min: 0,
        max: 3650,
      }),
    }),
    ...(has('mails') && { mails: input.mails !== undefined }),
  };
}

/** Validates the content of an overlay and stores its picture. */
export async function parseOverlay(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  kind: OverlayKind,
  input: OverlayInput,
  files: readonly Upload[],
  present: Pick<OverlayContent, 'picture'> = emptyOverlay,
): Promise<OverlayContent> {
  const words = parseOverlayText(kind, input);
  if (words.address) await refuseHarmful(app, 'url', words.address);
  if (!hasPart(kind, 'picture')) return words;
  const file = files.find(({ field }) => field === 'picture');
  const picture = await parsePicture(
    app,
    viewer,
    { field: 'picture', kind: 'covers', present: present.picture },
    { address: input.picture_address, file, remove: false },
  );
  if (picture === null) throw invalid('picture', t('Choose an image, or enter its URL'));
  return { ...words, picture };
}

function parseCorner(text = ''): Corner {
  const corner = corners.find((each) => each === text);
  if (!corner)
    throw invalid('corner', t('The placement must be one of {corners}', { corners: corners.join(', ') }));
  return corner;
}

function parseColors({ own_colors, background = '', accent = '' }: OverlayInput): OwnColors | null {
  if (own_colors === undefined) return null;
  return { background: parseOwnColor('background', background), accent: parseOwnColor('accent', accent) };
}

function parseLink(input: OverlayInput): Pick<OverlayContent, 'button' | 'address'> {
  const button = parseLine('button', input.button, { what: t('The button text'), max: 60 });
  const address = parseWebAddress('url', input.url, t('The button URL'));
  if (button && !address) throw invalid('url', t('Enter the button URL'));
  if (address && !button) throw invalid('button', t('Enter the button label'));
  return { button, address };
}

const choiceBounds = { min: 2, max: 10, length: 100 };

/** One choice per line, without duplicates. */
function parseChoices(text = ''): string[] {
  const lines = text.split('\n').map(toLine);
  const choices = [...new Set(lines.filter((line) => line !== ''))];
  const { min, max, length } = choiceBounds;
  if (choices.length < min || choices.length > max)
    throw invalid('choices', t('A poll needs {min} to {max} different choices, one per line', { min, max }));
  if (choices.some((choice) => choice.length > length))
    throw invalid('choices', t('A choice can have at most {length} characters', { length }));
  return choices;
}
