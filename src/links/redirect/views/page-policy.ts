import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';

/** Pages on the way are no search engine's. */
export const noindex = html`<meta name="robots" content="noindex" />`;

/** Browsers look at where a form leads in the end, and from these pages that may be anywhere. */
export const formRedirects: NonNullable<View['policy']> = { sources: { 'form-action': ['https:', 'http:'] } };
