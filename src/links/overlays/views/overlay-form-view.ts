import { t } from '../../../kernel/translation/translate.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { button, linkButton } from '../../../web/components/button.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { previewButton, withPreview } from '../../custom-pages/components.ts';
import { hasPart, kinds, overlayKinds, type Overlay, type OverlayKind } from '../overlay.ts';
import { kindDrawing } from './kind-drawing.ts';
import { overlayFields } from './overlay-fields.ts';

const path = '/dashboard/overlays';
const above = (last: string) => breadcrumbs([{ label: t('Overlays'), href: path }, { label: last }]);

/** The first step of creating an overlay: its kind, which determines the fields. */
export function overlayKindsView(): View {
  return {
    title: t('New overlay'),
    section: 'overlays',
    body: html`${pageHeader({
        title: t('New overlay'),
        above: above(t('New overlay')),
        lead: t('A box over the destination page. What should it contain?'),
      })}
      <ul class="overlay-kinds">
        ${overlayKinds.map(
          (kind) =>
            html`<li>
              <a href="${path}/new/${kind}"
                >${kindDrawing(kind)}<b>${kinds()[kind].label}</b><span>${kinds()[kind].about}</span></a
              >
            </li>`,
        )}
      </ul>`,
  };
}

interface OverlayFormPage {
  kind: OverlayKind;
  /** The overlay being edited. Undefined for a new one. */
  overlay: Pick<Overlay, 'id' | 'name'> | undefined;
  /** URL of the current picture. */
  picture: string | null;
  state: FormState;
}

export function overlayFormView({ kind, overlay, picture, state }: OverlayFormPage): View {
  const title = overlay?.name ?? t('New overlay: {kind}', { kind: kinds()[kind].label });
  return {
    title,
    section: 'overlays',
    body: html`${pageHeader({
      title,
      above: above(title),
      lead: kinds()[kind].about,
      actions:
        overlay &&
        hasPart(kind, 'answers') &&
        linkButton({ label: t('Responses'), href: `${path}/${overlay.id}/answers`, icon: 'list' }),
    })}
    ${withPreview({
      title: t('Preview of the overlay'),
      source: overlay ? `${path}/${overlay.id}/preview` : `${path}/preview/${kind}`,
      form: form({
        action: overlay ? `${path}/${overlay.id}/edit` : `${path}/new/${kind}`,
        state,
        upload: true,
        body: html`${overlay && html`<input type="hidden" name="id" value="${overlay.id}" />`}
        ${overlayFields(kind, state, picture)} ${actions(kind, overlay !== undefined)}`,
      }),
    })}`,
  };
}

const actions = (kind: OverlayKind, isStored: boolean): Html =>
  html`<div class="form-actions">
    ${button({ label: isStored ? t('Save') : t('Create overlay'), kind: 'primary', busyLabel: t('Saving') })}
    ${previewButton(`${path}/preview/${kind}`)}
    ${linkButton({ label: t('Cancel'), href: path, kind: 'plain' })}
  </div>`;
