import { t } from '../../../kernel/translation/translate.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { noindexHead } from './redirect-bar.ts';

/** Example destination shown in previews. */
export const exampleDestination = 'https://example.com/';

/** The page as visitors see it, without a redirect and allowed in our own frames. */
export const asPreview = ({ shape, title, body, css }: View): View => ({
  ...(shape && { shape }),
  title: t('Preview: {title}', { title }),
  body,
  ...(css !== undefined && { css }),
  head: noindexHead,
  policy: { inOwnFrames: true },
});

/** Shown in the preview while the form has an invalid value. */
export const previewRefused = (message: string): View => ({
  shape: 'bare',
  title: t('Preview'),
  head: noindexHead,
  policy: { inOwnFrames: true },
  body: html`<div class="way">
    <main class="way-center" id="main">
      <h1 class="visually-hidden">Preview</h1>
      <p class="lead">${message}.</p>
      <p class="way-note">Fix the errors to see the preview.</p>
    </main>
  </div>`,
});
