import { Type } from 'typebox';
import { toXmlText } from '../../kernel/text.ts';
import { page } from '../../platform/http/endpoint.ts';
import { initialsPicture } from './initials-picture.ts';

/** The generated avatar that both APIs return for accounts without a picture. */
export const avatarPages = [
  page({
    method: 'GET',
    path: '/avatars/:letters/:hue',
    access: 'anyone',
    params: Type.Object({
      letters: Type.String({ minLength: 1, maxLength: 16 }),
      hue: Type.Integer({ minimum: 0, maximum: 11 }),
    }),
    handle: ({ params }) => ({
      type: 'image/svg+xml; charset=utf-8',
      body: toXmlText(initialsPicture(params.letters, params.hue).text),
      headers: { 'cache-control': 'public, max-age=31536000, immutable' },
    }),
  }),
];
