import { t } from '../../../kernel/translation/translate.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { kindNames, type BlockKind } from '../blocks/block.ts';
import type { BuilderState } from '../blocks/builder-state.ts';
import { blockFields } from './block-fields.ts';
import { newBlockFrame } from './block-kinds-view.ts';
import { bioPath } from './builder-frame.ts';

interface BlockFormPage extends BuilderState {
  kind: BlockKind;
  /** Undefined for a new block. */
  blockId?: string | undefined;
  /** URL of the current picture. */
  picture?: string | undefined;
  state: FormState;
}

/** The form of a block, in a frame so that the builder can show it in place of the block. */
export function blockFormView(page: BlockFormPage): View {
  const { bio, kind, blockId } = page;
  const title =
    blockId === undefined
      ? t('New block: {value}', { value: kindNames()[kind] })
      : t('Edit block: {value}', { value: kindNames()[kind] });
  return {
    title,
    section: 'bio',
    style: 'design',
    body: html`${pageHeader({
      title,
      above: breadcrumbs([
        { label: t('Bio pages'), href: '/dashboard/bio' },
        { label: bio.title, href: bioPath(page) },
        { label: title },
      ]),
    })}
    ${framedForm(page)}`,
  };
}

function framedForm(page: BlockFormPage): Html {
  const { kind, blockId, state, picture } = page;
  const blocks = `${bioPath(page)}/blocks`;
  return html`<turbo-frame
    id="${blockId === undefined ? newBlockFrame : `block-${blockId}`}"
    class="bio-block-form"
  >
    ${blockId === undefined && html`<h2>${kindNames()[kind]}</h2>`}
    ${form({
      action: blockId === undefined ? `${blocks}/new?kind=${kind}` : `${blocks}/${blockId}`,
      state,
      upload: kind === 'image' || kind === 'link' || kind === 'video',
      submit: blockId === undefined ? t('Add block') : t('Save'),
      busyLabel: blockId === undefined ? t('Adding') : t('Saving'),
      frame: '_top',
      cancel: { label: t('Cancel'), href: bioPath(page) },
      body: blockFields(kind, state, { picture, idOf: blockId ?? 'new' }),
    })}
  </turbo-frame>`;
}
