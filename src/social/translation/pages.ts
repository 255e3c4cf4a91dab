import { Type } from 'typebox';
import { ById } from '../../kernel/input.ts';
import { pagesFor } from '../../platform/http/endpoint.ts';
import { html, type Html } from '../../web/html.ts';
import { currentLanguage } from '../../web/translation/languages.ts';
import { t } from '../../web/translation/translate.ts';
import { pathOf } from '../posts/paths.ts';
import { renderPost } from '../posts/texts.ts';
import { frame } from './components.ts';
import { type Translation, translatePost } from './translation.ts';

/** The server may answer with what is no language code. */
function languageName(code: string): string {
  try {
    return new Intl.DisplayNames([currentLanguage()], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

const shown = ({ post, from, title, text }: Translation): Html =>
  frame(
    html`<div class="prose">
        ${title !== '' && html`<h2 dir="auto">${title}</h2>`} ${renderPost({ ...post, text })}
      </div>
      <p>
        <small
          >${from === '' ? t('Translated by a machine.') : t('Translated from {language} by a machine.', { language: languageName(from) })}
          <a class="link" href="${pathOf(post)}" data-turbo-frame="_top">Show original</a></small
        >
      </p>`,
  );

export const translationPages = [
  pagesFor('member').get({
    path: '/posts/:id/translation',
    verb: translatePost,
    params: ById,
    query: Type.Object({ to: Type.Optional(Type.String({ maxLength: 20 })) }),
    handle: async ({ app, viewer, params, query }) => {
      const translation = await translatePost(app, viewer, params.id, query.to ?? currentLanguage());
      return { title: t('Translation'), section: 'home', body: shown(translation) };
    },
  }),
];
