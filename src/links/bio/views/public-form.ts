import { t } from '../../../kernel/translation/translate.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import type { BlockOf } from '../blocks/block.ts';
import type { RenderContext } from './public-blocks.ts';

/** Default texts. */
export const defaultTexts = () =>
  ({
    newsletter: { button: t('Subscribe'), thanks: t('Thank you for subscribing.') },
    contact: { button: t('Send'), thanks: t('Thank you for your message.') },
  }) as const;

/** Renders a form, or its thank-you text after submission. */
export function publicForm({ bio, isPreview, sent }: RenderContext, block: BlockOf<'form'>): Html {
  const { purpose, title, note, button, thanks } = block.content;
  if (sent === block.id)
    return html`<section class="card" role="status">
      <h2>${title}</h2>
      <p>${thanks || defaultTexts()[purpose].thanks}</p>
    </section>`;
  const field = (name: string, label: string, more: Record<string, string | number | boolean>) =>
    html`<label for="b${block.id}-${name}">${label}</label
      ><input ${attributes({ id: `b${block.id}-${name}`, name, ...more })} />`;
  return html`<form class="card" ${attributes({ action: `/bio/${bio.id}/form/${block.id}`, method: 'post' })}>
    <h2>${title}</h2>
    ${note && html`<p>${note}</p>`}
    ${purpose === 'contact' && field('name', t('Your name'), { type: 'text', autocomplete: 'name', maxlength: 100 })}
    ${field('email', t('Your email'), { type: 'email', autocomplete: 'email', required: true, maxlength: 254 })}
    ${
      purpose === 'contact' &&
      html`<label for="b${block.id}-message">Message</label>
        <textarea
          ${attributes({ id: `b${block.id}-message`, name: 'message', required: true, maxlength: 5000, rows: 4 })}
        ></textarea>`
    }
    <div class="trap" aria-hidden="true">
      <input type="text" name="website" tabindex="-1" autocomplete="off" aria-label="Leave this empty" />
    </div>
    <button ${attributes({ type: 'submit', disabled: isPreview })}>
      ${button || defaultTexts()[purpose].button}
    </button>
  </form>`;
}
