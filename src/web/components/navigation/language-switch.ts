import { t } from '../../../kernel/translation/translate.ts';
import { interfaceLanguages, nativeName } from '../../../kernel/translation/languages.ts';
import { attributes, html, type Html } from '../../html.ts';
import type { PageContext } from '../../view.ts';

/** A switch between the languages of the interface, by their own names. Saved by POST /language. */
export function languageSwitch(context: PageContext): Html {
  return html`<form class="language-switch" action="/language" method="post" aria-label="${t('Language')}">
    <input type="hidden" name="back" value="${context.path}" />
    ${interfaceLanguages.map(
      (code) =>
        html`<button
          ${attributes({ type: 'submit', name: 'language', value: code, lang: code, 'aria-current': code === context.language && 'true' })}
        >
          ${nativeName(code)}
        </button> `,
    )}
  </form>`;
}
