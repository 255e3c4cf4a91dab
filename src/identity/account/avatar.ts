import { Type } from 'typebox';
import { toXmlText } from '../../kernel/text.ts';
import { page } from '../../platform/http/endpoint.ts';
import { html, type Html } from '../../web/html.ts';

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

/** Initials on one of twelve colors, as pages draw them. */
const initialsPicture = (letters: string, hue: number): Html =>
  html`<svg xmlns="http://www.w3.org/2000/svg" width="160" height="160" viewBox="0 0 160 160">
    <circle cx="80" cy="80" r="80" fill="oklch(0.905 0.055 ${hue * 30})" />
    <text
      x="80"
      y="80"
      dy="0.35em"
      text-anchor="middle"
      font-family="system-ui, sans-serif"
      font-size="56"
      font-weight="620"
      fill="oklch(0.36 0.1 ${hue * 30})"
    >
      ${letters}
    </text>
  </svg>`;
