import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';

/** Keeps interstitials out of search engines. */
export const noindex = html`<meta name="robots" content="noindex" />`;

/** Browsers apply `form-action` to redirects too, which can lead anywhere from these pages. */
export const formRedirects: NonNullable<View['policy']> = { sources: { 'form-action': ['https:', 'http:'] } };
