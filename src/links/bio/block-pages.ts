import { Type } from 'typebox';
import { invalid, missing, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { largestPicture, smallPath } from '../../platform/pictures.ts';
import { type FormState, refused } from '../../web/form.ts';
import type { View } from '../../web/html.ts';
import { itemAddress, selectItems } from '../channels/items.ts';
import { id, IdParams } from '../owned/api.ts';
import { chooseRange, RangeQuery } from '../statistics/requests.ts';
import { typedAddresses } from '../loose-values.ts';
import { answersCsv, deleteFormAnswer, getBioStatistics, listFormAnswers } from './answers.ts';
import { getBio, getFeatured } from './bio.ts';
import { type BioBlock, blockKinds, builderState, findBlock, listBlocks, networkKeys } from './block.ts';
import { addBlock, updateBlock } from './blocks.ts';
import { formAnswersView, bioStatisticsView } from './views/answers.ts';
import { blockFormView, blockMenuView } from './views/blocks.ts';
import { blockKindsView } from './views/builder-frame.ts';

const field = Type.Optional(Type.String({ maxLength: 9000 }));

/** All fields that a block form can have. Each kind uses a subset. */
const BlockForm = Type.Object({
  title: field,
  url: field,
  note: field,
  highlight: field,
  text: field,
  alt: field,
  purpose: field,
  button: field,
  thanks: field,
  short: field,
  starts: field,
  timezone: field,
  ends: field,
  removePicture: field,
  ...Object.fromEntries(networkKeys.map((network) => [network, field])),
});

/** Returns the initial form state for an existing block. */
async function stateOfBlock(app: Pick<App, 'db' | 'config'>, block: BioBlock): Promise<FormState> {
  const moment = (at: Date | null) => at?.toISOString().slice(0, 16);
  const placed = { starts: moment(block.startsAt), ends: moment(block.endsAt) };
  return { values: { ...(await valuesOf(app, block)), ...placed } };
}

async function valuesOf(
  app: Pick<App, 'db' | 'config'>,
  { kind, content }: BioBlock,
): Promise<Record<string, string | undefined>> {
  if (kind === 'social')
    return Object.fromEntries(content.accounts.map(({ network, url }) => [network, url]));
  if (kind === 'featured') {
    const item = await selectItems(app).where('link.id', '=', content.linkId).executeTakeFirst();
    return { short: item && itemAddress(app.config, item) };
  }
  const said = Object.entries(content).filter(([, value]) => typeof value === 'string');
  return {
    ...(Object.fromEntries(said) as Record<string, string>),
    ...(kind === 'link' && content.highlight && { highlight: 'on' }),
  };
}

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
    params: IdParams,
    query: AnyKind,
    handle: async ({ app, viewer, params, query: { kind } }) => {
      const state = await builderState(app, viewer, params.id);
      return kind === undefined ? blockKindsView(state) : blockFormView({ ...state, kind, state: {} });
    },
  }),
  page({
    method: 'POST',
    path: `${path}/new`,
    verb: addBlock,
    access: 'member',
    params: IdParams,
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
      if (!kind) throw invalid('kind', msg('Unknown block type'));
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
    method: 'GET',
    path: `${path}/:block/menu`,
    access: 'member',
    params: BlockId,
    handle: async ({ app, viewer, params }) => {
      const state = await builderState(app, viewer, params.id);
      const blocks = await listBlocks(app, state.bio.id);
      const at = blocks.findIndex(({ id }) => id === String(params.block));
      const block = blocks[at];
      if (!block) throw missing(msg('Block'));
      const named = block.kind === 'featured' ? [block.content.linkId] : [];
      const featured = await getFeatured(app, viewer.id, named);
      const place = { isFirst: at === 0, isLast: at === blocks.length - 1 };
      return blockMenuView({ ...state, featured }, block, place);
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:block`,
    verb: updateBlock,
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
  if (!block) throw missing(msg('Block'));
  const picture = pictureOf(block);
  return blockFormView({
    ...state,
    kind: block.kind,
    blockId: block.id,
    picture: picture === null ? undefined : app.files.address(smallPath(picture)),
    state: typed ?? (await stateOfBlock(app, block)),
  });
}

const pictureOf = ({ kind, content }: BioBlock): string | null =>
  kind === 'link' || kind === 'image' || kind === 'video' ? content.picture : null;

const answersPath = '/dashboard/bio/:id';
const perPage = 50;

/** Statistics and form submissions of a page. */
export const bioAnswerPages = [
  page({
    method: 'GET',
    path: `${answersPath}/statistics`,
    access: 'member',
    params: IdParams,
    query: RangeQuery,
    handle: async ({ app, viewer, params, query }) => {
      const state = await builderState(app, viewer, params.id);
      const range = chooseRange(app.clock.now(), state.bio.createdAt, query);
      const shown = await getBioStatistics(app, state.bio.id, range);
      const named = shown.blocks.flatMap(({ block }) =>
        block.kind === 'featured' ? [block.content.linkId] : [],
      );
      return bioStatisticsView({
        ...state,
        range,
        shown,
        featured: await getFeatured(app, viewer.id, named),
      });
    },
  }),
  page({
    method: 'GET',
    path: `${answersPath}/answers`,
    access: 'member',
    params: IdParams,
    query: Type.Object({ before: Type.Optional(id) }),
    handle: async ({ app, viewer, params, query: { before } }) => {
      const state = await builderState(app, viewer, params.id);
      const wanted = { before: before === undefined ? undefined : String(before), limit: perPage + 1 };
      const found = await listFormAnswers(app, state.bio.id, wanted);
      const answers = found.slice(0, perPage);
      const last = answers.at(-1);
      const older = found.length > perPage && last ? `?before=${last.id}` : undefined;
      return formAnswersView({ ...state, now: app.clock.now(), answers, older });
    },
  }),
  page({
    method: 'GET',
    path: `${answersPath}/answers.csv`,
    access: 'member',
    params: IdParams,
    handle: async ({ app, viewer, params }) => {
      const bio = await getBio(app, viewer, String(params.id));
      return {
        type: 'text/csv; charset=utf-8',
        body: answersCsv(app, bio.id),
        headers: { 'content-disposition': `attachment; filename="answers-${bio.id}.csv"` },
      };
    },
  }),
  page({
    method: 'POST',
    path: `${answersPath}/answers/:answer/delete`,
    verb: deleteFormAnswer,
    access: 'member',
    params: Type.Object({ id, answer: id }),
    handle: async ({ app, viewer, params }) => {
      const bio = await getBio(app, viewer, String(params.id));
      await deleteFormAnswer(app, bio.id, String(params.answer));
      return redirect(`/dashboard/bio/${bio.id}/answers`, { kind: 'success', text: t('Deleted.') });
    },
  }),
];
