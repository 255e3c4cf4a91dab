import { t } from '../../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { invalid, missing } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { FormState } from '../../../web/form.ts';
import { refused } from '../../../web/refused.ts';
import type { View } from '../../../web/view.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { page, redirect } from '../../../platform/http/endpoint.ts';
import { largestPicture, smallPath } from '../../../platform/pictures.ts';
import { addBlock } from './add-block.ts';
import { blockKinds, type Block } from './block.ts';
import { BlockForm, stateOfBlock } from './block-form.ts';
import { builderState } from './builder-state.ts';
import { findBlock } from './list-blocks.ts';
import { updateBlock } from './update-block.ts';
import { blockKindsView } from '../views/block-kinds-view.ts';
import { blockFormView } from '../views/block-form-view.ts';
import { Id, id } from '../../owned/api.ts';
import { typedAddresses } from '../../typed-address.ts';

const path = '/dashboard/bio/:id/blocks';
const BlockId = Type.Object({ id, block: id });
const Kind = Type.Object({ kind: Type.Enum([...blockKinds]) });
/** Without a kind, the page shows the list of block kinds. */
const AnyKind = Type.Partial(Kind);
const files = { fields: ['picture'], max: 1, bytes: largestPicture };

/** Pages for adding and editing blocks. */
export const bioBlockPages = [
  page({
    method: 'GET',
    path: `${path}/new`,
    access: 'member',
    params: Id,
    query: AnyKind,
    handle: async ({ app, viewer, params, query: { kind } }) => {
      const state = await builderState(app, viewer, params.id);
      return kind === undefined ? blockKindsView(state) : blockFormView({ ...state, kind, state: {} });
    },
  }),
  page({
    method: 'POST',
    path: `${path}/new`,
    access: 'member',
    params: Id,
    query: Kind,
    body: BlockForm,
    files,
    handle: async ({ app, viewer, params, query, body, files }) => {
      await addBlock(app, viewer, String(params.id), query.kind, {
        fields: typedAddresses(body, 'url'),
        files,
      });
      return redirect(`/dashboard/bio/${params.id}`, { kind: 'success', text: t('Block added.') });
    },
    again: async ({ app, viewer, params, query, body }, problem) => {
      // The rejected value may be the kind in the URL.
      const kind = blockKinds.find((known) => known === query.kind);
      if (!kind) throw invalid('kind', t('Unknown block type'));
      const state = refused({ ...everyField, ...body }, problem);
      return blockFormView({ ...(await builderState(app, viewer, params.id)), kind, state });
    },
  }),
  page({
    method: 'GET',
    path: `${path}/:block`,
    access: 'member',
    params: BlockId,
    handle: ({ app, viewer, params }) => showBlock(app, viewer, params),
  }),
  page({
    method: 'POST',
    path: `${path}/:block`,
    access: 'member',
    params: BlockId,
    body: BlockForm,
    files,
    handle: async ({ app, viewer, params, body, files }) => {
      await updateBlock(app, viewer, String(params.id), String(params.block), {
        fields: typedAddresses(body, 'url'),
        files,
      });
      return redirect(`/dashboard/bio/${params.id}`, { kind: 'success', text: t('Saved.') });
    },
    again: ({ app, viewer, params, body }, problem) =>
      showBlock(app, viewer, params, refused({ ...everyField, ...body }, problem)),
  }),
];

/**
 * Empty values for all fields, so that errors show at fields the browser does not send, such as files and
 * unchecked boxes.
 */
const everyField = {
  picture: '',
  ...Object.fromEntries(Object.keys(BlockForm.properties).map((name) => [name, ''])),
};

async function showBlock(
  app: App,
  viewer: Viewer,
  params: { id: number; block: number },
  typed?: FormState,
): Promise<View> {
  const state = await builderState(app, viewer, params.id);
  const block = await findBlock(app, state.bio.id, String(params.block));
  if (!block) throw missing(t('Block'));
  const picture = pictureOf(block);
  return blockFormView({
    ...state,
    kind: block.kind,
    blockId: block.id,
    picture: picture === null ? undefined : app.files.address(smallPath(picture)),
    state: typed ?? (await stateOfBlock(app, block)),
  });
}

const pictureOf = ({ kind, content }: Block): string | null =>
  kind === 'link' || kind === 'image' || kind === 'video' ? content.picture : null;
