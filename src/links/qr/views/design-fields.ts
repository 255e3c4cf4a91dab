import { t } from '../../../web/translation/translate.ts';
import { badge, card, pageHeader } from '../../../web/components/surfaces.ts';
import { button, linkButton } from '../../../web/components/controls.ts';
import { checkbox, radioGroup, selectField } from '../../../web/components/fields/choice-field.ts';
import { fileField } from '../../../web/components/fields/file-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { bind, type FormState } from '../../../web/form.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import { type Link, shortName } from '../../link/link.ts';
import type { CodePreview } from '../code-form.ts';
import { margins, plainDesign } from '../drawing/design.ts';
import { type CodeDrawing, toSvg } from '../drawing/drawing.ts';

/** The form fields of the design: colors, shapes, logo and more. */
export function designFields(state: FormState, logo: Buffer | undefined): Html {
  const field = (name: string) => {
    const bound = bind(state)(name);
    return { ...bound, value: bound.value ?? String({ ...plainDesign }[name as keyof typeof plainDesign]) };
  };
  return html`<div class="form-row">
      ${textField({ ...field('foreground'), label: t('Code'), type: 'color' })}
      ${textField({ ...field('background'), label: t('Background'), type: 'color' })}
    </div>
    <div class="form-row qr-shapes">
      ${radioGroup({
        ...field('shape'),
        label: t('Squares'),
        inline: true,
        choices: [
          { value: 'square', label: t('Square') },
          { value: 'rounded', label: t('Rounded') },
          { value: 'dots', label: t('Dots') },
        ],
      })}
      ${radioGroup({
        ...field('corners'),
        label: t('Corners'),
        inline: true,
        choices: [
          { value: 'square', label: t('Square') },
          { value: 'rounded', label: t('Rounded') },
          { value: 'circle', label: t('Round') },
        ],
      })}
    </div>
    ${logoField(state, logo)}
    <div class="form-row">
      ${selectField({
        ...field('level'),
        label: t('Error correction'),
        choices: [
          { value: 'auto', label: t('Auto') },
          { value: 'L', label: '7 %' },
          { value: 'M', label: '15 %' },
          { value: 'Q', label: '25 %' },
          { value: 'H', label: '30 %' },
        ],
      })}
      ${textField({
        ...field('margin'),
        label: t('Quiet zone'),
        type: 'number',
        min: margins.min,
        max: margins.max,
        suffix: t('squares'),
      })}
    </div>`;
}

function logoField(state: FormState, logo: Buffer | undefined): Html {
  const { name, error } = bind(state)('logo');
  const savedLogo = state.values?.keptLogo;
  const current = savedLogo ?? (logo && `data:image/png;base64,${logo.toString('base64')}`);
  return html`${fileField({
    name,
    error,
    label: t('Logo'),
    hint: t('PNG or JPEG, up to 500 kB.'),
    accept: 'image/png,image/jpeg',
    required: false,
    current: current ?? null,
  })}
  ${savedLogo && html`<input type="hidden" name="keptLogo" value="${savedLogo}" />`}
  ${
    current &&
    checkbox({
      ...bind(state)('removeLogo'),
      value: 'yes',
      label: t('Remove logo'),
      checked: state.values?.removeLogo !== undefined,
    })
  }`;
}

/** The preview of the code with its decoded text, reloaded during design. */
export function previewFigure({ drawing, says, problem }: CodePreview): Html {
  return html`<figure class="code-preview" id="code-preview">
    ${drawing ? codePicture(drawing, t('Preview of the QR code')) : html`<div class="code-picture"></div>`}
    <figcaption aria-live="polite">
      ${
        says === undefined
          ? html`<p class="code-preview-note">
              ${drawing ? t('Example. Complete the content to see yours.') : problem && t(problem.text)}
            </p>`
          : html`<p>${badge(t('Scannable'), 'success', 'circle-check')}</p>
              <p class="code-preview-says">${says.slice(0, 300)}</p>`
      }
    </figcaption>
  </figure>`;
}

/** Embeds a drawing as an inline image, which is never cached. */
const codePicture = (drawing: CodeDrawing, alt: string): Html =>
  html`<img
    class="code-picture"
    src="data:image/svg+xml;base64,${Buffer.from(toSvg(drawing, 320)).toString('base64')}"
    alt="${alt}"
    width="320"
    height="320"
  />`;

const sizes = [200, 300, 500, 1000, 2000];

/** Download buttons in a size for screens and in formats for print. `address` is the URL of the image. */
export const downloads = (address: string): Html =>
  html`<div class="downloads">
    <form class="row-form" action="${address}" method="get" data-turbo="false">
      <input type="hidden" name="format" value="png" />
      <input type="hidden" name="download" value="1" />
      ${selectField({
        name: 'size',
        label: t('Size'),
        hideLabel: true,
        value: '1000',
        choices: sizes.map((size) => ({ value: String(size), label: t('{size} × {size} pixels', { size }) })),
      })}
      ${button({ label: t('PNG'), icon: 'download', kind: 'primary' })}
    </form>
    <p class="download-links">
      ${linkButton({ label: t('SVG'), icon: 'download', href: `${address}?format=svg&download=1`, data: { 'data-turbo': 'false' } })}
      ${linkButton({ label: t('PDF'), icon: 'download', href: `${address}?format=pdf&download=1`, data: { 'data-turbo': 'false' } })}
      ${linkButton({ label: t('EPS'), icon: 'download', href: `${address}?format=eps&download=1`, data: { 'data-turbo': 'false' } })}
      ${linkButton({ label: t('WebP'), icon: 'download', href: `${address}?format=webp&download=1`, data: { 'data-turbo': 'false' } })}
    </p>
  </div>`;

/** The QR code of a short link. A scan counts as a click. */
export function linkCodeView(hopUrl: string, link: Link, drawing: CodeDrawing): View {
  const name = shortName({ hopUrl }, link);
  const address = `/dashboard/links/${link.id}`;
  return {
    title: t('QR code of {name}', { name }),
    section: 'links',
    style: 'design',
    body: html`${pageHeader({
        title: t('QR code'),
        lead: name,
        above: breadcrumbs([
          { label: t('Links'), href: '/dashboard' },
          { label: name, href: address },
          { label: t('QR code') },
        ]),
      })}
      <div class="code-page">
        ${card({ body: html`${codePicture(drawing, t('QR code of {name}', { name }))} ${downloads(`${address}/qr/picture`)}` })}
        ${card({
          title: t('Customize'),
          body: html`<p>
              Scans of this code count as clicks on the link. Create a QR code for custom colors, a logo,
              separate scan counts and an editable destination.
            </p>
            <p>
              ${linkButton({
                label: t('Create QR code'),
                href: `/dashboard/qr/new?type=link&url=${encodeURIComponent(link.url)}`,
                icon: 'palette',
              })}
            </p>`,
        })}
      </div>`,
  };
}
