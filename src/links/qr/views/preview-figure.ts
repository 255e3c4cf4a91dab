import { t } from '../../../kernel/translation/translate.ts';
import { badge } from '../../../web/components/badge.ts';
import { html, type Html } from '../../../web/html.ts';
import { toSvg, type Drawing } from '../drawing/drawing.ts';
import type { Preview } from '../codes/preview-code.ts';

/** The preview of the code with its decoded text, reloaded during design. */
export function previewFigure({ drawing, says, problem }: Preview): Html {
  return html`<figure class="code-preview" id="code-preview">
    ${drawing ? codePicture(drawing, t('Preview of the QR code')) : html`<div class="code-picture"></div>`}
    <figcaption aria-live="polite">
      ${
        says === undefined
          ? html`<p class="code-preview-note">
              ${drawing ? t('Example. Complete the content to see yours.') : problem?.message}
            </p>`
          : html`<p>${badge(t('Scannable'), 'success', 'circle-check')}</p>
              <p class="code-preview-says">${says.slice(0, 300)}</p>`
      }
    </figcaption>
  </figure>`;
}

/** Embeds a drawing as an inline image, which is never cached. */
export const codePicture = (drawing: Drawing, alt: string): Html =>
  html`<img
    class="code-picture"
    src="data:image/svg+xml;base64,${Buffer.from(toSvg(drawing, 320)).toString('base64')}"
    alt="${alt}"
    width="320"
    height="320"
  />`;
