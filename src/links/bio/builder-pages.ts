import { type Static, Type } from 'typebox';
import { missing, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { type FormState, refused } from '../../web/form.ts';
import type { View } from '../../web/html.ts';
import { clickTotals } from '../clicks/statistics/totals.ts';
import { id, IdParams } from '../owned/api.ts';
import { getBio, getFeatured } from './bio.ts';
import { builderState, listBlocks } from './block.ts';
import { moveBlock, orderBlocks, setBlockState, updateBioDesign } from './blocks.ts';
import type { BioDesign, BioDesignInput } from './design.ts';
import { findPublicBio, toResponse } from './public-pages.ts';
import { paletteIn } from './themes.ts';
import { blocksView } from './views/blocks.ts';
import { designView } from './views/design.ts';
import { publicPage } from './views/public-page.ts';

const path = '/dashboard/bio/:id';
const BlockId = Type.Object({ id, block: id });

/** The builder of a page: preview, and actions that move, hide and delete blocks. */
export const bioBuilderPages = [
  page({
    method: 'GET',
    path,
    access: 'member',
    params: IdParams,
    query: Type.Object({ deleted: Type.Optional(id) }),
    handle: ({ app, viewer, params, query }) => showBuilder(app, viewer, params.id, query.deleted),
  }),
  page({
    method: 'GET',
    path: `${path}/preview`,
    access: 'member',
    params: IdParams,
    // Page version. A changed value makes the preview frame reload.
    query: Type.Object({ v: Type.Optional(Type.String({ maxLength: 20 })) }),
    handle: async ({ app, viewer, params }) => {
      const { id } = await getBio(app, viewer, String(params.id));
      const found = await findPublicBio(app, id);
      if (!found) throw missing(msg('Bio page'));
      const shown = publicPage(app, found, { now: app.clock.now(), isPreview: true });
      return toResponse(shown, { 'x-frame-options': 'SAMEORIGIN' });
    },
  }),
  page({
    method: 'POST',
    path: `${path}/order`,
    verb: orderBlocks,
    access: 'member',
    params: IdParams,
    body: Type.Object({ order: Type.String({ maxLength: 4000, pattern: '^\\d{1,18}(,\\d{1,18})*$' }) }),
    handle: async ({ app, viewer, params, body }) => {
      await orderBlocks(app, viewer, String(params.id), body.order.split(','));
      return redirect(builderAt(params));
    },
  }),
  page({
    method: 'POST',
    path: `${path}/blocks/:block/move`,
    verb: moveBlock,
    access: 'member',
    params: BlockId,
    body: Type.Object({ direction: Type.Enum(['up', 'down']) }),
    handle: async ({ app, viewer, params, body }) => {
      await moveBlock(app, viewer, String(params.id), String(params.block), body.direction);
      return redirect(builderAt(params));
    },
  }),
  page({
    method: 'POST',
    path: `${path}/blocks/:block/hide`,
    verb: setBlockState,
    access: 'member',
    params: BlockId,
    body: Type.Object({ hidden: Type.Enum(['yes', 'no']) }),
    handle: async ({ app, viewer, params, body }) => {
      const isHidden = body.hidden === 'yes';
      await setBlockState(app, viewer, String(params.id), String(params.block), { isHidden });
      return redirect(builderAt(params));
    },
  }),
  page({
    method: 'POST',
    path: `${path}/blocks/:block/delete`,
    verb: setBlockState,
    access: 'member',
    params: BlockId,
    handle: async ({ app, viewer, params }) => {
      await setBlockState(app, viewer, String(params.id), String(params.block), { isDeleted: true });
      return redirect(`${builderAt(params)}?deleted=${params.block}`);
    },
  }),
  page({
    method: 'POST',
    path: `${path}/blocks/:block/restore`,
    verb: setBlockState,
    access: 'member',
    params: BlockId,
    handle: async ({ app, viewer, params }) => {
      await setBlockState(app, viewer, String(params.id), String(params.block), { isDeleted: false });
      return redirect(builderAt(params), { kind: 'success', text: t('Block restored.') });
    },
  }),
];

const builderAt = ({ id }: { id: number }) => `/dashboard/bio/${id}`;

async function showBuilder(app: App, viewer: Viewer, id: number, deletedId?: number): Promise<View> {
  const state = await builderState(app, viewer, id);
  const blocks = await listBlocks(app, state.bio.id);
  const totals = await clickTotals(
    app,
    blocks.map((block) => block.id),
  );
  const named = blocks.flatMap(({ kind, content }) => (kind === 'featured' ? [content.linkId] : []));
  return blocksView({
    ...state,
    now: app.clock.now(),
    blocks,
    featured: await getFeatured(app, viewer.id, named),
    clicks: new Map([...totals].map(([block, { clicks }]) => [block, clicks])),
    deletedId,
  });
}

const designPath = '/dashboard/bio/:id/design';
const field = Type.Optional(Type.String({ maxLength: 40 }));
const DesignForm = Type.Object({
  theme: field,
  font: field,
  shape: field,
  buttonStyle: field,
  ground: field,
  own: field,
  page: field,
  page2: field,
  text: field,
  button: field,
  onButton: field,
});

/** The design page of a bio page. */
export const bioDesignPages = [
  page({
    method: 'GET',
    path: designPath,
    access: 'member',
    params: IdParams,
    handle: async ({ app, viewer, params }) => {
      const state = await builderState(app, viewer, params.id);
      return designView(state, stateOf(state.bio.design));
    },
  }),
  page({
    method: 'POST',
    path: designPath,
    verb: updateBioDesign,
    access: 'member',
    params: IdParams,
    body: DesignForm,
    handle: async ({ app, viewer, params, body }) => {
      await updateBioDesign(app, viewer, String(params.id), toInput(body));
      return redirect(`/dashboard/bio/${params.id}/design`, { kind: 'success', text: t('Saved.') });
    },
    again: async ({ app, viewer, params, body }, problem) =>
      designView(await builderState(app, viewer, params.id), refused(body, problem)),
  }),
];

/** Form fields have the same names as the design's properties. */
const toInput = (form: Static<typeof DesignForm>): BioDesignInput => ({ ...form });

const stateOf = ({ colors, ...design }: BioDesign): FormState => ({
  values: { ...design, ...colors, own: colors && (paletteIn(colors) ?? 'on') },
});
