import { t } from '../../../kernel/translation/translate.ts';
import { icon } from '../../../web/components/icon.ts';
import type { IconName } from '../../../web/components/icon-names.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { blockKinds, kindNames, type BlockKind } from '../blocks/block.ts';
import type { BuilderState } from '../blocks/builder-state.ts';
import { bioPath } from './builder-frame.ts';

/** The frame for adding a block, used in the builder's sheet and on the pages it loads. */
export const newBlockFrame = 'new-block';

export const kindIcons: Readonly<Record<BlockKind, IconName>> = {
  link: 'link',
  heading: 'heading',
  text: 'file-text',
  image: 'image',
  video: 'video',
  social: 'at-sign',
  form: 'mail',
  featured: 'zap',
  divider: 'minus',
};

const kindHints = (): Readonly<Record<BlockKind, string>> => ({
  link: t('Button to any URL'),
  heading: t('Section title'),
  text: t('Text with bold, lists and links'),
  image: t('Image, with or without a link'),
  video: t('YouTube, Vimeo or a file'),
  social: t('Your profiles on other networks'),
  form: t('Newsletter or contact form'),
  featured: t('One of your links or QR codes'),
  divider: t('Separator'),
});

/** The list of block kinds that can be added. The builder shows it as a sheet. */
export function blockKindsView(page: BuilderState): View {
  const path = bioPath(page);
  const title = t('Add block');
  return {
    title,
    section: 'bio',
    style: 'design',
    body: html`${pageHeader({
        title,
        above: breadcrumbs([
          { label: t('Bio pages'), href: '/dashboard/bio' },
          { label: page.bio.title, href: path },
          { label: title },
        ]),
      })}
      <turbo-frame id="${newBlockFrame}">
        <ul class="bio-kinds">
          ${blockKinds.map(
            (kind) =>
              html`<li>
                <a href="${path}/blocks/new?kind=${kind}"
                  ><span class="bio-block-icon">${icon(kindIcons[kind])}</span
                  ><strong>${kindNames()[kind]}</strong> <small>${kindHints()[kind]}</small>${icon(
                    'chevron-right',
                  )}</a
                >
              </li>`,
          )}
        </ul>
      </turbo-frame>`,
  };
}
