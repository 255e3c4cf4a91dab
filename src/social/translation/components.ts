import type { App, Viewer } from '../../platform/app.ts';
import { html, type Html } from '../../web/html.ts';
import { currentLanguage, nativeName } from '../../web/translation/languages.ts';
import { t } from '../../web/translation/translate.ts';
import type { Post } from '../posts/post.ts';
import { isTranslationOn } from './translation.ts';

export const frame = (body: Html): Html =>
  html`<turbo-frame class="translation" id="translation">${body}</turbo-frame>`;

/** A link below a post that loads its translation in its place. False without a translation server. */
export const translationLink = (app: App, viewer: Viewer | undefined, post: Post): Html | false =>
  viewer !== undefined &&
  isTranslationOn(app) &&
  post.text !== '' &&
  frame(
    html`<p>
      <a class="link" href="/posts/${post.id}/translation"
        >${t('Translate to {language}', { language: nativeName(currentLanguage()) })}</a
      >
    </p>`,
  );
