import { t } from '../../../kernel/translation/translate.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { shortName, type Link } from '../../record/link.ts';
import type { Drawing } from '../drawing/drawing.ts';
import { downloads } from './downloads.ts';
import { codePicture } from './preview-figure.ts';

/** The QR code of a short link. A scan counts as a click. */
export function linkCodeView(hopUrl: string, link: Link, drawing: Drawing): View {
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
